# syntax=docker/dockerfile:1

# Build: an environment from the hashed lock, with the package installed in it, its core compiled.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python -m venv /opt/build && python -m venv --without-pip /opt/meldwise
# With what signing verdicts and limiting clients need, or without: --build-arg REQUIREMENTS=runtime
ARG REQUIREMENTS=full
# The locks come first: while they stay the same, so does this layer.
COPY requirements/runtime.txt requirements/full.txt requirements/build.txt requirements/
RUN /opt/build/bin/pip install --require-hashes -r requirements/build.txt \
    && /opt/build/bin/pip --python /opt/meldwise/bin/python install --require-hashes -r "requirements/$REQUIREMENTS.txt"
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE openapi.yaml ./
COPY app app
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/build/bin/pip --python /opt/meldwise/bin/python install --no-deps --no-index dist/*.whl \
    && /opt/meldwise/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/meldwise/lib

# Run: no compiler, no pip, nobody's password, nothing that needs to be written.
FROM python:3.13-slim
LABEL org.opencontainers.image.title="Meldwise" \
      org.opencontainers.image.description="A REST service for Indian Rummy hands" \
      org.opencontainers.image.licenses="MIT"
# A read-only root is fine: bytecode is compiled already, and what gunicorn must write goes to memory. Only one thread of
# a process allocates at a time, so two arenas do; with more, what each frees is kept for it alone.
ENV PATH=/opt/meldwise/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TMPDIR=/dev/shm \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=8000
COPY --from=build /opt/meldwise /opt/meldwise
WORKDIR /srv
COPY gunicorn.conf.py ./
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s --retries=3 \
    CMD ["python", "-m", "app", "healthcheck"]
# Exec form: gunicorn is process 1 and receives the signals itself.
CMD ["gunicorn", "-c", "gunicorn.conf.py"]
