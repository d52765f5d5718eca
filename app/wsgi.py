"""The service for WSGI servers: ``gunicorn app.wsgi:app``."""

import logging

from app import create_app
from app.api import contract
from app.collector import collect_rarely
from app.lines import ERRORS, SinkHandler
from app.rummy.game import warm_up

# A process of its own has nobody else to say where its log goes: to standard error, in lines like gunicorn's.
logging.basicConfig(
    format="[%(asctime)s] [%(process)d] [%(levelname)s] %(name)s: %(message)s", handlers=[SinkHandler(ERRORS)]
)

collect_rarely()
warm_up()
contract.warm_up()
app = create_app()
