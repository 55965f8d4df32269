"""What of training is compiled."""
