"""Serves Canaille from memory, with one client whose access token is known: python canaille.py PORT TOKEN."""

import asyncio
import datetime
import sys

from canaille.app import models
from canaille.backends import Backend
from canaille.hypercorn.app import create_app
from hypercorn.asyncio import serve
from hypercorn.config import Config

PORT, TOKEN = sys.argv[1:]

CONFIG = {
    "SECRET_KEY": "only-for-this-run",
    "CANAILLE_HYPERCORN": {"PROXY_MODE": "legacy"},
    "CANAILLE": {"DATABASE": "memory", "ACL": {}},
    "CANAILLE_OIDC": {},
    "CANAILLE_SCIM": {"ENABLE_SERVER": True},
}


def grant(app):
    """SCIM is open to any client that has a token: this is what its operator would register."""
    now = datetime.datetime.now(datetime.timezone.utc)
    with app.app_context():
        client = models.Client(
            client_id="conformance",
            client_name="conformance",
            client_secret="only-for-this-run",
            client_id_issued_at=now,
            grant_types=["client_credentials"],
            scope=["openid"],
            redirect_uris=["https://client.example/"],
        )
        Backend.instance.save(client)
        token = models.Token(
            token_id="conformance",
            access_token=TOKEN,
            audience=[client],
            client=client,
            subject=None,
            type="access_token",
            scope=["openid"],
            issue_date=now,
            lifetime=86_400,
        )
        Backend.instance.save(token)


settings = Config()
settings.bind = [f"127.0.0.1:{PORT}"]
settings.loglevel = "WARNING"
app = create_app(config=CONFIG, wrap_asgi=False)
grant(app)


from asgiref.wsgi import WsgiToAsgi
asyncio.run(serve(WsgiToAsgi(app), settings))
