"""Pages as text: templates and what every page needs. Knows neither who asks nor where it runs."""
