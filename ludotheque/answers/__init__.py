"""What those who ask are answered, as plain data: the same from a server and on a device. No network, no threads."""
