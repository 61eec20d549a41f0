"""What follows the hand while a figure is dragged, and what the browser tells the server afterwards."""
