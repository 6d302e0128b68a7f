"""The cupboard without a server: everything in a folder of files, for a browser alone."""
