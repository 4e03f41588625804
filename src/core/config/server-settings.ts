/** Settings of the HTTP server and its metrics. */

import { boolean, duration, integer, isAddressOrRange, list, text, url } from './setting.ts'

export const serverSections = {
  server: {
    host: text({
      env: 'HOST',
      flag: '--host',
      default: '127.0.0.1',
      pattern: /^[A-Za-z0-9.:_-]+$/,
      expects: 'a host name or an IP address',
      about: 'The address to listen on. 0.0.0.0 makes the server reachable from the network.',
    }),
    port: integer({
      env: 'PORT',
      flag: '--port',
      min: 0,
      max: 65535,
      default: 8000,
      about: 'The port to listen on. 0 picks a free one.',
    }),
    workers: integer({
      env: 'WORKERS',
      flag: '--workers',
      min: 1,
      max: 128,
      default: 1,
      about: 'The number of threads that answer requests. Use one per core to use the whole machine.',
    }),
    requestTimeoutMs: duration({
      env: 'REQUEST_TIMEOUT_MS',
      minMs: 100,
      maxMs: 600_000,
      default: 10_000,
      about: 'The time limit for a response. After it, the server returns 503 `deadline_exceeded`.',
    }),
    bodyBytesMax: integer({
      env: 'BODY_BYTES_MAX',
      min: 1024,
      max: 104_857_600,
      default: 1_048_576,
      about:
        'The maximum size of a request body in bytes. Most routes accept less; larger bodies are rejected with 413 `payload_too_large`.',
    }),
    drainMs: duration({
      env: 'DRAIN_MS',
      minMs: 0,
      maxMs: 600_000,
      default: 10_000,
      about: 'How long requests in progress may continue after a stop signal.',
    }),
    inFlightMax: integer({
      env: 'IN_FLIGHT_MAX',
      min: 1,
      max: 100_000,
      default: 1000,
      about:
        'The maximum number of concurrent requests per worker. The server rejects more with 503 `overloaded`.',
    }),
    streamsMax: integer({
      env: 'STREAMS_MAX',
      min: 0,
      max: 100_000,
      default: 10_000,
      about: 'The maximum number of open streams per worker. The server rejects more with 503 `overloaded`.',
    }),
    trustedProxies: list({
      env: 'TRUSTED_PROXIES',
      itemsMax: 100,
      default: [],
      example: '10.0.0.0/8,::1',
      expects: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
      isItem: isAddressOrRange,
      about: 'Proxies whose X-Forwarded-For header is trusted. From all other addresses it is ignored.',
    }),
    publicUrl: url({
      env: 'PUBLIC_URL',
      schemes: ['http', 'https'],
      default: undefined,
      example: 'https://data.example.org',
      about:
        'The URL under which clients reach the server, if it differs from host and port. It appears in pages, API documents and mail.',
    }),
  },
  metrics: {
    enabled: boolean({
      env: 'METRICS_ENABLED',
      default: true,
      about: 'Whether `/metrics` exists.',
    }),
    port: integer({
      env: 'METRICS_PORT',
      min: 0,
      max: 65535,
      default: undefined,
      example: '9464',
      about: 'The port of `/metrics`, if it should not be on the main one. 0 picks a free one.',
    }),
    host: text({
      env: 'METRICS_HOST',
      default: '127.0.0.1',
      pattern: /^[A-Za-z0-9.:_-]+$/,
      expects: 'a host name or an IP address',
      about: 'The address to listen on for METRICS_PORT.',
    }),
  },
} as const
