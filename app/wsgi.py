"""The service for WSGI servers: ``gunicorn app.wsgi:app``."""

from app import create_app

app = create_app()
