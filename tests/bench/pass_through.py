"""A bare pass-through of aiohttp: what any proxy in Python costs at least.

``python -m tests.bench.pass_through PORT UPSTREAM``
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator

import aiohttp
import uvloop
from aiohttp import web


async def _serve(port: int, upstream: str) -> web.Application:
    app = web.Application()

    async def session(app: web.Application) -> AsyncIterator[None]:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:
            app["client"] = client
            yield

    async def forward(request: web.Request) -> web.StreamResponse:
        body = await request.read()
        headers = {"content-type": "application/json"}
        async with request.app["client"].post(upstream + request.path, data=body, headers=headers) as answer:
            if answer.content_type == "application/json":
                return web.Response(body=await answer.read(), content_type=answer.content_type)
            response = web.StreamResponse(headers={"content-type": answer.headers["content-type"]})
            await response.prepare(request)
            async for data in answer.content.iter_any():
                await response.write(data)
            return response

    async def ready(request: web.Request) -> web.Response:
        return web.Response()

    app.cleanup_ctx.append(session)
    app.add_routes([web.post("/v1/chat/completions", forward), web.get("/health/ready", ready)])
    return app


if __name__ == "__main__":
    port = int(sys.argv[1])
    web.run_app(
        _serve(port, sys.argv[2]),
        host="127.0.0.1",
        port=port,
        access_log=None,
        print=None,
        loop=uvloop.new_event_loop(),
    )
