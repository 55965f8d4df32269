"""What every registered game must do, with the options that change its shape."""
