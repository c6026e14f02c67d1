# The app's image. The literal base is on purpose: what the Supervisor hands in as BUILD_FROM may be Alpine's, where sqlite-vec does not load.
FROM node:24.21.0-trixie-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends binutils \
  && rm -rf /var/lib/apt/lists/* \
  && strip -o /usr/local/bin/node-stripped /usr/local/bin/node
WORKDIR /build
COPY package.json package-lock.json tsconfig.json LICENSE ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts ./scripts
COPY src ./src
RUN node scripts/build.mjs && node scripts/pack.mjs /app \
  && find /app/node_modules -name '*.node' -o -name '*.so' | xargs strip --strip-unneeded

FROM ghcr.io/home-assistant/base-debian:trixie-2026.06.1
# glibc has eight arenas a core and keeps what was freed in them: two arenas save 15 MB, giving freed memory back at once another 3 MB.
ENV MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=65536 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    CONSOLE_PORT=8099 \
  # an init step that fails ends the container, instead of a service that runs on half of it
  S6_BEHAVIOUR_IF_STAGE2_FAILS=2 \
  # the service takes up to 8 s to end, and what is kept for a backup a little more; config.yaml has more than both
  S6_SERVICES_GRACETIME=20000
RUN useradd --system --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin assistant
COPY --from=build /usr/local/bin/node-stripped /usr/local/bin/node
COPY --from=build /app /app
COPY addon/rootfs /
# both native modules load on this system, or the image is not built
RUN node -e 'const db = new (require("/app/node_modules/better-sqlite3"))(":memory:"); require("/app/node_modules/sqlite-vec").load(db); console.log(db.prepare("SELECT sqlite_version(), vec_version()").get())'

# of the event loop and the database alone; the start may bring a large database up to date
HEALTHCHECK --interval=60s --timeout=5s --start-period=10m CMD curl -fsS "http://127.0.0.1:${CONSOLE_PORT:-8099}/healthz"

ARG BUILD_VERSION=0.1.0
LABEL \
  io.hass.type="app" \
  io.hass.arch="aarch64|amd64" \
  io.hass.version="${BUILD_VERSION}" \
  io.hass.name="HA Personal Assistant" \
  io.hass.description="Chat with your home on Telegram, using your own language model" \
  org.opencontainers.image.title="HA Personal Assistant" \
  org.opencontainers.image.description="Chat with your home on Telegram, using your own language model" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${BUILD_VERSION}"
