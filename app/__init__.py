"""Meldwise: a stateless REST microservice for Indian Rummy hands."""
