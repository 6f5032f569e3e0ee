"""What opens, follows and ends a breach."""
