"""All metrics as Prometheus reads them: the text is the kept library's, the numbers are ours."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.utils import floatToGoString

from app.metrics.families import BOUNDS, Book, Counter, Histogram

_LIMITS: Final = [*map(floatToGoString, BOUNDS), "+Inf"]


class Exposition:
    """A book of metrics, told to Prometheus."""

    def __init__(self, book: Book) -> None:
        """What ``book`` holds whenever it is asked for."""
        self._book = book
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def told(self, accept: str) -> tuple[bytes, str]:
        """The text in the newest form that ``accept`` asks for, and its media type."""
        encode, media_type = choose_encoder(accept)
        return encode(self._registry), media_type

    def collect(self) -> Iterator[Metric]:
        """Every metric; the library's own protocol."""
        totals = self._book.cells.totals()
        for family in self._book.families:
            name, meaning, labels = family.name, family.meaning, family.labels
            if isinstance(family, Histogram):
                histogram = HistogramMetricFamily(name, meaning, labels=labels)
                for values, counts, seconds in family.buckets(totals):
                    histogram.add_metric(values, list(zip(_LIMITS, counts, strict=True)), seconds)
                yield histogram
                continue
            kind = CounterMetricFamily if isinstance(family, Counter) else GaugeMetricFamily
            metric = kind(name, meaning, labels=labels)
            for values, number in family.values(totals):
                metric.add_metric(values, number)
            yield metric

    def describe(self) -> list[Metric]:
        """Nothing is worked out only to be registered."""
        return []
