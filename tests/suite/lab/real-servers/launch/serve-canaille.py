"""Serves Canaille from memory, with a client whose access token is known: python serve-canaille.py PORT TOKEN."""

import asyncio
import datetime
import sys

from asgiref.wsgi import WsgiToAsgi
from canaille.app import models
from canaille.backends import Backend
from canaille.hypercorn.app import create_app
from hypercorn.asyncio import serve
from hypercorn.config import Config

port, token = sys.argv[1:]

app = create_app(
    config={
        "SECRET_KEY": "only-for-this-run",
        # It is reached through a front that says so.
        "CANAILLE_HYPERCORN": {"PROXY_MODE": "legacy"},
        "CANAILLE": {"DATABASE": "memory"},
        "CANAILLE_OIDC": {},
        "CANAILLE_SCIM": {"ENABLE_SERVER": True},
    },
    wrap_asgi=False,
)

# Its SCIM API is open to any client that has a token: this is what an operator would register.
with app.app_context():
    now = datetime.datetime.now(datetime.timezone.utc)
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
    granted = models.Token(
        token_id="conformance",
        access_token=token,
        audience=[client],
        client=client,
        subject=None,
        type="access_token",
        scope=["openid"],
        issue_date=now,
        lifetime=86_400,
    )
    Backend.instance.save(granted)

settings = Config()
settings.bind = [f"127.0.0.1:{port}"]
asyncio.run(serve(WsgiToAsgi(app), settings))
