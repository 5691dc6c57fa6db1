"""``canarygate summaries``: what was published, and why the rest was not."""

from __future__ import annotations

from argparse import Namespace

from gateway.errors import NotFound
from streams.commands.access import Access
from streams.commands.details import detail
from streams.commands.listing import listing
from streams.commands.plain import encoded, of_all, of_one
from streams.commands.publications import TOPICS, Publications, publications


async def list_all(access: Access, options: Namespace) -> str:
    """Returns all clusters of which something is said."""
    found = await _publications(access)
    return encoded(of_all(found)) if options.json else listing(found, None)


async def show(access: Access, options: Namespace) -> str:
    """Returns what is said of one cluster; raises NotFound."""
    said = (await _publications(access)).said.get(options.key)
    if said is None:
        raise NotFound("nothing is said of a cluster with this key: canarygate summaries list shows the keys")
    return encoded(of_one(options.key, said)) if options.json else detail(options.key, said, None)


async def _publications(access: Access) -> Publications:
    return publications(await access.contents(*TOPICS))
