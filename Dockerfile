# syntax=docker/dockerfile:1
# .github/workflows/image.yml builds and tries this image.

FROM python:3.14-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements-all.lock /build/requirements-all.lock
RUN python -m venv /venv && /venv/bin/python -m pip install --quiet --require-hashes --only-binary :all: -r /build/requirements-all.lock
COPY engine /app/engine
COPY render /app/render
COPY sandbox /app/sandbox
COPY bot /app/bot
RUN /venv/bin/python -m compileall -q /app

FROM python:3.14-slim
# Pillow loads fribidi to shape Arabic and Hebrew names and to kern.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 NIMBUS_DATA=/data
COPY --from=build /venv /venv
COPY --from=build /app /app
RUN install -d -o 10001 -g 10001 /data
WORKDIR /app
USER 10001:10001
# A new volume is filled with it. It is of use on this processor alone, so nothing is compiled for another.
ARG BUILDPLATFORM TARGETPLATFORM
RUN [ "$BUILDPLATFORM" != "$TARGETPLATFORM" ] || python -m bot compile
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "bot.host.health"]
CMD ["python", "-m", "bot"]
