/** The table of all settings, from which the parser, `--help`, `.env.example` and the reference page are derived. */

import { retentionSettings } from './retention-settings.ts'
import {
  boolean,
  duration,
  integer,
  isAddressOrRange,
  list,
  oneOf,
  path,
  type Setting,
  secret,
  text,
  url,
} from './setting.ts'

/** Public, because it is in this file: the live profile rejects it. */
export const sandboxSecret = 'sandbox-secret-known-to-everyone-do-not-use'

export const configTable = {
  run: {
    profile: oneOf({
      env: 'BROADSHEET_PROFILE',
      flag: '--profile',
      choices: ['sandbox', 'live'],
      default: 'sandbox',
      about:
        'Where data comes from: `sandbox` uses built-in simulated sources, `live` the real upstream hosts.',
    }),
  },
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
      about: 'The number of processes that serve requests. Use one per core to use the whole machine.',
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
        'The maximum number of concurrent requests per process. The server rejects more with 503 `overloaded`.',
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
  store: {
    dataDir: path({
      env: 'DATA_DIR',
      flag: '--data-dir',
      default: './data',
      about: 'The folder for the embedded databases and for saved upstream responses.',
    }),
    registryDir: path({
      env: 'REGISTRY_DIR',
      default: undefined,
      about:
        "The folder of the operator's own members and decisions about members. Default: `registry` in the data folder. Nodes that share a database must share it too.",
    }),
    freeBytesMin: integer({
      env: 'DISK_FREE_BYTES_MIN',
      min: 0,
      max: 1_125_899_906_842_624,
      default: 67_108_864,
      about:
        'The free space that the disk of the data folder must have. Below it, `/healthz` reports 503 `store_unavailable`.',
    }),
    databaseUrl: secret(
      url({
        env: 'DATABASE_URL',
        schemes: ['postgres', 'postgresql'],
        mayHoldPassword: true,
        default: undefined,
        example: 'postgres://broadsheet:password@127.0.0.1:5432/broadsheet',
        about:
          'A PostgreSQL database. Without it, the server uses embedded SQLite databases in the data folder.',
      }),
    ),
    schemaPrefix: text({
      env: 'DATABASE_SCHEMA_PREFIX',
      default: 'broadsheet',
      pattern: /^[a-z][a-z0-9_]{0,39}$/,
      expects: 'at most 40 lower-case letters, digits and underscores, starting with a letter',
      about: 'The prefix of the PostgreSQL schema names, so that several installations can share a database.',
    }),
    statementTimeoutMs: duration({
      env: 'DATABASE_STATEMENT_TIMEOUT_MS',
      minMs: 100,
      maxMs: 3_600_000,
      default: 15_000,
      about: 'The time limit for a PostgreSQL statement.',
    }),
    poolMax: integer({
      env: 'DATABASE_POOL_MAX',
      min: 2,
      max: 500,
      default: 10,
      about: 'The maximum number of PostgreSQL connections per process.',
    }),
  },
  redis: {
    url: secret(
      url({
        env: 'REDIS_URL',
        schemes: ['redis', 'rediss'],
        mayHoldPassword: true,
        default: undefined,
        example: 'redis://127.0.0.1:6379',
        about:
          'A Redis or Valkey server for quotas and caches that several nodes share. A single node does not need one.',
      }),
    ),
  },
  artifacts: {
    s3Url: url({
      env: 'S3_URL',
      schemes: ['http', 'https'],
      default: undefined,
      example: 'https://s3.example.org',
      about:
        'S3-compatible storage for saved upstream responses. Without it, they are stored in the data folder.',
    }),
    bucket: text({
      env: 'S3_BUCKET',
      default: undefined,
      example: 'broadsheet',
      pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      expects: 'a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
      about: 'The bucket for saved upstream responses. It must exist.',
    }),
    region: text({
      env: 'S3_REGION',
      default: 'auto',
      pattern: /^[a-z0-9-]{1,40}$/,
      expects: 'a region name such as eu-central-1, or auto',
      about: 'The region for which requests to the bucket are signed.',
    }),
    accessKey: secret(
      text({
        env: 'S3_ACCESS_KEY',
        default: undefined,
        about: 'The access key for the bucket.',
      }),
    ),
    secretKey: secret(
      text({
        env: 'S3_SECRET_KEY',
        default: undefined,
        about: 'The secret key for the bucket.',
      }),
    ),
  },
  security: {
    secret: secret(
      text({
        env: 'BROADSHEET_SECRET',
        default: sandboxSecret,
        about:
          'The secret that signs cursors and protects the hashes of codes and tokens. The live profile requires one of at least 32 characters (`openssl rand -hex 32`).',
      }),
    ),
  },
  sync: {
    enabled: boolean({
      env: 'SYNC_ENABLED',
      default: true,
      about: 'Whether `serve` also runs the sources that are due.',
    }),
    atOnce: integer({
      env: 'SYNC_AT_ONCE',
      min: 1,
      max: 64,
      default: 4,
      about:
        'The maximum number of members of a source to fetch concurrently. A source may set a lower limit.',
    }),
    memberTimeoutMs: duration({
      env: 'SYNC_MEMBER_TIMEOUT_MS',
      minMs: 1000,
      maxMs: 7_200_000,
      default: 120_000,
      about: 'The time limit for fetching one member of a source.',
    }),
    stallMs: duration({
      env: 'SYNC_STALL_MS',
      minMs: 12_000,
      maxMs: 3_600_000,
      default: 60_000,
      about:
        'How long the sync thread may work without a pause before it is killed and restarted, and the member that it worked on is quarantined.',
    }),
  },
  retention: retentionSettings,
  outbound: {
    contact: text({
      env: 'OUTBOUND_CONTACT',
      default: undefined,
      example: 'https://data.example.org/about',
      charactersMax: 200,
      pattern: /^[\x21-\x7e]+$/,
      expects: 'a URL or an e-mail address in printable ASCII without spaces',
      about:
        'Who operates this server. It appears in the User-Agent header of every request to an upstream host.',
    }),
    allowPrivateHosts: boolean({
      env: 'OUTBOUND_ALLOW_PRIVATE_HOSTS',
      default: false,
      about: 'Whether upstream hosts may resolve to private or loopback addresses.',
    }),
  },
  cinema: {
    tokens: secret(
      text({
        env: 'CINEMA_TOKENS',
        default: undefined,
        example: 'ODEON_UK_TOKEN=secret,CURZON_TOKEN=secret',
        pattern: /^[A-Z][A-Z0-9_]{0,63}=[^\s,]+(,[A-Z][A-Z0-9_]{0,63}=[^\s,]+)*$/,
        expects: 'names and tokens such as ODEON_UK_TOKEN=secret, separated by commas',
        about: 'Access tokens that cinema chains issued to you, by the names used in sources.yaml.',
      }),
    ),
    keepDays: integer({
      env: 'CINEMA_KEEP_DAYS',
      min: 1,
      max: 3650,
      default: 120,
      about: 'How many days past showtimes stay available.',
    }),
  },
  jobs: {
    robotsExceptions: list({
      env: 'JOBS_ROBOTS_EXCEPTIONS',
      itemsMax: 100,
      default: [],
      example: 'api.smartrecruiters.com',
      expects: 'host names, separated by commas',
      isItem: (item) => /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/.test(item),
      about:
        'Hosts of job boards to read although their robots.txt forbids it, because their interface is documented for everybody.',
    }),
  },
  market: {
    upstreams: list({
      env: 'MARKET_UPSTREAMS',
      itemsMax: 30,
      default: [],
      example: 'news.headlines.latest=https://news.example.org/latest',
      expects:
        'contracts and their URLs such as scanner.scan=https://host/{market}/scan, separated by commas',
      isItem: (item) => /^[\w.-]{1,60}=https?:\/\/[\w.:-]+\/[^\s]{0,300}$/.test(item),
      about: 'URLs of market contracts that replace the default ones.',
    }),
    origin: url({
      env: 'MARKET_ORIGIN',
      schemes: ['https'],
      default: undefined,
      example: 'https://www.example.org',
      about:
        'The Origin header for market hosts that accept requests only from certain sites. Without it, they deny access. The sandbox does not need it.',
    }),
    cacheBytesMax: integer({
      env: 'MARKET_CACHE_BYTES_MAX',
      min: 1_048_576,
      max: 17_179_869_184,
      default: 67_108_864,
      about: 'The maximum memory for cached market responses in bytes, per process.',
    }),
    missesPerMinute: integer({
      env: 'MARKET_MISSES_PER_MINUTE',
      min: 1,
      max: 1_000_000_000,
      default: 600,
      about:
        'How many market requests per minute that the cache cannot answer each identity or anonymous address may send, per process.',
    }),
  },
  sandbox: {
    port: integer({
      env: 'SANDBOX_PORT',
      min: 0,
      max: 65535,
      default: 0,
      about: 'The loopback port of the simulated sources. 0 picks a free one.',
    }),
    seed: text({
      env: 'SANDBOX_SEED',
      default: 'broadsheet',
      pattern: /^[\w.-]{1,64}$/,
      expects: 'at most 64 letters, digits, dots, hyphens and underscores',
      about: 'The seed of the simulated data. The same seed and day produce the same data.',
    }),
    faults: list({
      env: 'SANDBOX_FAULTS',
      flag: '--fault',
      itemsMax: 50,
      default: [],
      separator: /;/,
      example: 'gazette.sandbox/api=status:503,times:3',
      expects: 'faults such as HOST/PATH=status:503,times:3, separated by semicolons',
      isItem: (item) => item.length <= 300,
      about: 'Faults that the simulated sources show from the start.',
    }),
  },
  mail: {
    smtpUrl: secret(
      url({
        env: 'SMTP_URL',
        schemes: ['smtp', 'smtps'],
        mayHoldPassword: true,
        default: undefined,
        example: 'smtp://user:password@mail.example.org:587',
        about:
          'The mail server that sends sign-in codes. The sandbox has its own mailbox and does not need one.',
      }),
    ),
    requireTls: boolean({
      env: 'SMTP_REQUIRE_TLS',
      default: true,
      about:
        'Whether mail is sent only over TLS (`smtps`, or STARTTLS). A mail server on this machine never needs it.',
    }),
    from: text({
      env: 'MAIL_FROM',
      default: undefined,
      example: 'broadsheet@example.org',
      pattern: /^[^\s@<>]+@[^\s@<>]+$/,
      expects: 'an e-mail address',
      about: 'The sender address of the mail.',
    }),
  },
  limits: {
    anonymousPerSecond: integer({
      env: 'LIMIT_ANONYMOUS_PER_SECOND',
      min: 1,
      max: 1_000_000,
      default: 40,
      about: 'Requests per second for a client address without an API key.',
    }),
    anonymousPerMinute: integer({
      env: 'LIMIT_ANONYMOUS_PER_MINUTE',
      min: 1,
      max: 60_000_000,
      default: 1200,
      about: 'Requests per minute for a client address without an API key.',
    }),
    keyPerSecond: integer({
      env: 'LIMIT_KEY_PER_SECOND',
      min: 1,
      max: 1_000_000,
      default: 2000,
      about: 'Requests per second for an identity, across all its API keys.',
    }),
    keyPerMinute: integer({
      env: 'LIMIT_KEY_PER_MINUTE',
      min: 1,
      max: 60_000_000,
      default: 30_000,
      about: 'Requests per minute for an identity, across all its API keys.',
    }),
    livePerSecond: integer({
      env: 'LIMIT_LIVE_PER_SECOND',
      min: 1,
      max: 100_000,
      default: 10,
      about: 'Live requests (`source_mode=live`) per second, for each identity or client address.',
    }),
  },
  credits: {
    anonymousPerDay: integer({
      env: 'CREDITS_ANONYMOUS_PER_DAY',
      min: 0,
      max: 1_000_000_000,
      default: 50,
      about: 'Credits per day (UTC) for a client address without an API key.',
    }),
    perMonth: integer({
      env: 'CREDITS_PER_MONTH',
      min: 0,
      max: 1_000_000_000,
      default: 1000,
      about: 'Credits per month (UTC) for an identity.',
    }),
  },
  keys: {
    days: integer({
      env: 'KEY_DAYS',
      min: 1,
      max: 3650,
      default: undefined,
      example: '365',
      about:
        'The number of days after which a new API key expires. Without it, keys are valid until they are revoked.',
    }),
  },
  log: {
    level: oneOf({
      env: 'LOG_LEVEL',
      choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      default: 'info',
      about: 'The minimum level of log entries. `debug` also prints stack traces on the command line.',
    }),
    format: oneOf({
      env: 'LOG_FORMAT',
      choices: ['auto', 'json', 'pretty'],
      default: 'auto',
      about:
        '`json` writes one JSON object per line, `pretty` short lines for people. `auto` is `pretty` on a terminal and `json` elsewhere.',
    }),
    requests: oneOf({
      env: 'LOG_REQUESTS',
      choices: ['all', 'errors', 'none'],
      default: 'errors',
      about: 'Which requests to log.',
    }),
  },
} as const satisfies Record<string, Record<string, Setting>>

export type ConfigTable = typeof configTable

/** `section.key` of every setting. */
export type SettingName = {
  [Section in keyof ConfigTable]: `${Section}.${keyof ConfigTable[Section] & string}`
}[keyof ConfigTable]

/** The table as a flat list, in the same order. */
export const settings: readonly { readonly name: SettingName; readonly setting: Setting }[] = Object.entries(
  configTable,
).flatMap(([section, keys]) =>
  Object.entries(keys).map(([key, setting]) => ({ name: `${section}.${key}` as SettingName, setting })),
)
