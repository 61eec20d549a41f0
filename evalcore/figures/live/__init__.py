"""What makes a figure move without a server: its sliders, the frames they play, and the figure that carries them."""
