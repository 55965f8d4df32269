"""What a host chooses and watches: settings, logs, numbers. Knows no table and no word that players read."""
