"""What makes a figure live without a server: handles on its axes, the steps they have, and what plays them."""
