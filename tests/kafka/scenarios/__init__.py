"""Scenarios on a real broker with real processes: what clients see while something is slow, leaves or dies.

Each is a coroutine function that puts its loads on a fleet and returns a ``Report``. The tests beside run them in
seconds; ``python -m tests.kafka.scenarios NAME`` at length.
"""
