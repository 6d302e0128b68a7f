"""Games of positions on up to 8×8 squares: boards as integers, kernels, states built on kernels."""
