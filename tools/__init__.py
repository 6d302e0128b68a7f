"""What those who work on the project run: catalogues, the build, pictures of the walks."""
