# syntax=docker/dockerfile:1
# .github/workflows/image.yml builds and tries this image.

FROM python:3.14-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_PYTHON=/venv/bin/python
RUN python -m venv --without-pip /venv
WORKDIR /build
COPY requirements-all.lock ./
RUN pip install --quiet --require-hashes --only-binary :all: -r requirements-all.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY render render
COPY sandbox sandbox
COPY bot bot
RUN pip install --quiet --no-deps .

FROM python:3.14-slim
# Pillow loads fribidi to shape Arabic and Hebrew names and to kern.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 NIMBUS_DATA=/data
COPY --from=build /venv /venv
RUN install -d -o 10001 -g 10001 /data
USER 10001:10001
# A new volume is filled with it. It is of use on this processor alone, so nothing is compiled for another.
ARG BUILDPLATFORM TARGETPLATFORM
RUN [ "$BUILDPLATFORM" != "$TARGETPLATFORM" ] || nimbus compile
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "bot.host.health"]
CMD ["nimbus"]
