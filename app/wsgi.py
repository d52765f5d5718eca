"""The service for WSGI servers: ``gunicorn app.wsgi:app``."""

import logging

from app import create_app

# A process of its own has nobody else to say where its log goes: to standard error, in lines like gunicorn's.
logging.basicConfig(format="[%(asctime)s] [%(process)d] [%(levelname)s] %(name)s: %(message)s")

app = create_app()
