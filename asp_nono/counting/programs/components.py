"""Strongly connected components (R. Tarjan, 1972), without recursion: graphs may be deep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def components(graph: Mapping[int, Sequence[int]]) -> Iterable[list[int]]:
    """The strongly connected components of a graph, successors before predecessors.

    Args:
        graph: For each node its successors, all of them nodes of the graph.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    waiting: set[int] = set()
    for root in graph:
        if root in order:
            continue
        work = [(root, iter(graph[root]))]
        while work:
            node, rest = work[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                path.append(node)
                waiting.add(node)
            for after in rest:
                if after not in order:
                    work.append((after, iter(graph[after])))
                    break
                if after in waiting:
                    low[node] = min(low[node], order[after])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == order[node]:
                    yield _taken(path, waiting, node)


def _taken(path: list[int], waiting: set[int], node: int) -> list[int]:
    """The end of the path from a node on, taken away."""
    found: list[int] = []
    while not found or found[-1] != node:
        found.append(path.pop())
    waiting.difference_update(found)
    return found
