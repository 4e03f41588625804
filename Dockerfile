# The same Node that package.json pins; a test compares the two. The digest is that of the image for all platforms.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Without optional packages: those are Node, which the image already is.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM base
# An allocator that returns what a sync has freed: a third less memory at rest, see docs/explanation/performance.md.
RUN apt-get update && apt-get install --yes --no-install-recommends libjemalloc2 && rm -rf /var/lib/apt/lists/*
ENV LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=background_thread:true,dirty_decay_ms:1000
ENV DATA_DIR=/data
# As src/main.js would set it, which takes a moment at each start.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE NOTICE ./
COPY src ./src
COPY sandbox ./sandbox
COPY registry ./registry
# The guides.
COPY docs ./docs
COPY packages/client/README.md ./packages/client/README.md
COPY packages/client/docs ./packages/client/docs
# The server speaks the protocol of the market provider's socket with the client's modules.
COPY packages/client/src ./packages/client/src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/main.js"]
CMD ["serve", "--host", "0.0.0.0"]
