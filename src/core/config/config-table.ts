/** Every setting there is, once: the parser, `--help`, `.env.example` and the reference page are made from this table. */

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

/** Known to everyone who reads this file, so the live profile refuses it. */
export const sandboxSecret = 'sandbox-secret-known-to-everyone-do-not-use'

export const configTable = {
  run: {
    profile: oneOf({
      env: 'BROADSHEET_PROFILE',
      flag: '--profile',
      choices: ['sandbox', 'live'],
      default: 'sandbox',
      about: 'Where data comes from: the built-in pretend internet, or the real upstream hosts.',
    }),
  },
  server: {
    host: text({
      env: 'HOST',
      flag: '--host',
      default: '127.0.0.1',
      pattern: /^[A-Za-z0-9.:_-]+$/,
      expects: 'a host name or an IP address',
      about: 'The address to listen on; 0.0.0.0 opens the server to the network.',
    }),
    port: integer({
      env: 'PORT',
      flag: '--port',
      min: 0,
      max: 65535,
      default: 8000,
      about: 'The port to listen on; 0 takes a free one.',
    }),
    workers: integer({
      env: 'WORKERS',
      flag: '--workers',
      min: 1,
      max: 128,
      default: 1,
      about: 'How many processes answer requests; one per core uses the whole machine.',
    }),
    requestTimeoutMs: duration({
      env: 'REQUEST_TIMEOUT_MS',
      minMs: 100,
      maxMs: 600_000,
      default: 10_000,
      about: 'How long an answer may take before it is given up with 503 deadline_exceeded.',
    }),
    bodyBytesMax: integer({
      env: 'BODY_BYTES_MAX',
      min: 1024,
      max: 104_857_600,
      default: 1_048_576,
      about: 'The largest request body in bytes; a larger one is 413.',
    }),
    drainMs: duration({
      env: 'DRAIN_MS',
      minMs: 0,
      maxMs: 600_000,
      default: 10_000,
      about: 'How long requests in flight may go on after a stop signal.',
    }),
    inFlightMax: integer({
      env: 'IN_FLIGHT_MAX',
      min: 1,
      max: 100_000,
      default: 1000,
      about: 'Requests answered at once per process; those beyond are shed with 503 overloaded.',
    }),
    trustedProxies: list({
      env: 'TRUSTED_PROXIES',
      itemsMax: 100,
      default: [],
      example: '10.0.0.0/8,::1',
      expects: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
      isItem: isAddressOrRange,
      about: 'Proxies whose X-Forwarded-For is believed; without them it is ignored.',
    }),
    publicUrl: url({
      env: 'PUBLIC_URL',
      schemes: ['http', 'https'],
      default: undefined,
      example: 'https://data.example.org',
      about:
        'The address callers use, where it differs from host and port; it stands in pages, documents and mail.',
    }),
  },
  store: {
    dataDir: path({
      env: 'DATA_DIR',
      flag: '--data-dir',
      default: './data',
      about: 'The folder for the embedded databases and for saved upstream answers.',
    }),
    databaseUrl: secret(
      url({
        env: 'DATABASE_URL',
        schemes: ['postgres', 'postgresql'],
        mayHoldPassword: true,
        default: undefined,
        example: 'postgres://broadsheet:password@127.0.0.1:5432/broadsheet',
        about: 'A PostgreSQL database; without it the embedded SQLite in the data folder is used.',
      }),
    ),
    schemaPrefix: text({
      env: 'DATABASE_SCHEMA_PREFIX',
      default: 'broadsheet',
      pattern: /^[a-z][a-z0-9_]{0,39}$/,
      expects: 'lower-case letters, digits and underscores, starting with a letter, at most 40',
      about: 'How the PostgreSQL schemas begin, so that several installations can share a database.',
    }),
    statementTimeoutMs: duration({
      env: 'DATABASE_STATEMENT_TIMEOUT_MS',
      minMs: 100,
      maxMs: 3_600_000,
      default: 15_000,
      about: 'How long one PostgreSQL statement may run.',
    }),
    poolMax: integer({
      env: 'DATABASE_POOL_MAX',
      min: 2,
      max: 500,
      default: 10,
      about: 'PostgreSQL connections per process.',
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
        about: 'A Redis or Valkey server for what several nodes share; one node needs none.',
      }),
    ),
  },
  artifacts: {
    s3Url: url({
      env: 'S3_URL',
      schemes: ['http', 'https'],
      default: undefined,
      example: 'https://s3.example.org',
      about: 'S3-compatible storage for saved upstream answers; without it they stay in the data folder.',
    }),
    bucket: text({
      env: 'S3_BUCKET',
      default: undefined,
      example: 'broadsheet',
      pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      expects: 'a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
      about: 'The bucket for saved upstream answers; it must exist.',
    }),
    region: text({
      env: 'S3_REGION',
      default: 'auto',
      pattern: /^[a-z0-9-]{1,40}$/,
      expects: 'a region name such as eu-central-1, or auto',
      about: 'The region the requests are signed for.',
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
          'Signs cursors and keys the hashes of codes and tokens. The live profile needs one of its own, of 32 characters or more (`openssl rand -hex 32`).',
      }),
    ),
  },
  sync: {
    enabled: boolean({
      env: 'SYNC_ENABLED',
      default: true,
      about: 'Whether `serve` runs the sources that are due.',
    }),
    atOnce: integer({
      env: 'SYNC_AT_ONCE',
      min: 1,
      max: 64,
      default: 4,
      about: 'Members of a source fetched at once; a source may ask for fewer.',
    }),
    memberTimeoutMs: duration({
      env: 'SYNC_MEMBER_TIMEOUT_MS',
      minMs: 1000,
      maxMs: 7_200_000,
      default: 120_000,
      about: 'How long fetching one member of a source may take.',
    }),
  },
  outbound: {
    contact: text({
      env: 'OUTBOUND_CONTACT',
      default: undefined,
      example: 'https://data.example.org/about',
      charactersMax: 200,
      pattern: /^[\x21-\x7e]+$/,
      expects: 'an address or e-mail address in printable ASCII without spaces',
      about: 'Who runs this server; it stands in the User-Agent of every request to an upstream.',
    }),
    allowPrivateHosts: boolean({
      env: 'OUTBOUND_ALLOW_PRIVATE_HOSTS',
      default: false,
      about: 'Whether upstreams may resolve to private or loopback addresses.',
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
        about: 'Tokens that cinema chains issued to you, by the names that sources.yaml gives them.',
      }),
    ),
    keepDays: integer({
      env: 'CINEMA_KEEP_DAYS',
      min: 1,
      max: 3650,
      default: 120,
      about: 'How many days showtimes stay readable after they are over.',
    }),
  },
  market: {
    upstreams: list({
      env: 'MARKET_UPSTREAMS',
      itemsMax: 30,
      default: [],
      example: 'news.headlines.latest=https://news.example.org/latest',
      expects:
        'contracts and their addresses such as scanner.scan=https://host/{market}/scan, separated by commas',
      isItem: (item) => /^[\w.-]{1,60}=https?:\/\/[\w.:-]+\/[^\s]{0,300}$/.test(item),
      about: 'Addresses of market contracts in place of their usual ones.',
    }),
    origin: url({
      env: 'MARKET_ORIGIN',
      schemes: ['https'],
      default: undefined,
      example: 'https://www.example.org',
      about:
        'The Origin sent to the market hosts that answer only pages of certain sites; without it they refuse. The sandbox needs none.',
    }),
    cacheBytesMax: integer({
      env: 'MARKET_CACHE_BYTES_MAX',
      min: 1_048_576,
      max: 17_179_869_184,
      default: 67_108_864,
      about: 'Memory for kept market answers, per process.',
    }),
  },
  sandbox: {
    port: integer({
      env: 'SANDBOX_PORT',
      min: 0,
      max: 65535,
      default: 0,
      about: 'The loopback port of the pretend internet; 0 takes a free one.',
    }),
    seed: text({
      env: 'SANDBOX_SEED',
      default: 'broadsheet',
      pattern: /^[\w.-]{1,64}$/,
      expects: 'at most 64 letters, digits, dots, hyphens and underscores',
      about: 'The seed of the pretend world; the same seed and day give the same data.',
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
      about: 'Faults the pretend internet shows from the start.',
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
        about: 'The mail server that sends sign-in codes; the sandbox has a mailbox of its own.',
      }),
    ),
    from: text({
      env: 'MAIL_FROM',
      default: undefined,
      example: 'broadsheet@example.org',
      pattern: /^[^\s@<>]+@[^\s@<>]+$/,
      expects: 'an e-mail address',
      about: 'The sender of the mail.',
    }),
  },
  limits: {
    anonymousPerSecond: integer({
      env: 'LIMIT_ANONYMOUS_PER_SECOND',
      min: 1,
      max: 1_000_000,
      default: 40,
      about: 'Requests an address without a key may send in one second.',
    }),
    anonymousPerMinute: integer({
      env: 'LIMIT_ANONYMOUS_PER_MINUTE',
      min: 1,
      max: 60_000_000,
      default: 1200,
      about: 'Requests an address without a key may send in one minute.',
    }),
    keyPerSecond: integer({
      env: 'LIMIT_KEY_PER_SECOND',
      min: 1,
      max: 1_000_000,
      default: 2000,
      about: 'Requests an identity may send in one second, with all its keys together.',
    }),
    keyPerMinute: integer({
      env: 'LIMIT_KEY_PER_MINUTE',
      min: 1,
      max: 60_000_000,
      default: 30_000,
      about: 'Requests an identity may send in one minute, with all its keys together.',
    }),
    livePerSecond: integer({
      env: 'LIMIT_LIVE_PER_SECOND',
      min: 1,
      max: 100_000,
      default: 10,
      about: 'Reads that ask an upstream at once (source_mode=live) in one second, per identity or address.',
    }),
  },
  credits: {
    anonymousPerDay: integer({
      env: 'CREDITS_ANONYMOUS_PER_DAY',
      min: 0,
      max: 1_000_000_000,
      default: 50,
      about: 'Credits an address without a key has each day (UTC).',
    }),
    perMonth: integer({
      env: 'CREDITS_PER_MONTH',
      min: 0,
      max: 1_000_000_000,
      default: 1000,
      about: 'Credits an identity has each month (UTC).',
    }),
  },
  keys: {
    days: integer({
      env: 'KEY_DAYS',
      min: 1,
      max: 3650,
      default: undefined,
      example: '365',
      about: 'Days after which a new API key expires; without it keys last until they are revoked.',
    }),
  },
  log: {
    level: oneOf({
      env: 'LOG_LEVEL',
      choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      default: 'info',
      about: 'The least important line that is logged; debug also shows stacks on the command line.',
    }),
    format: oneOf({
      env: 'LOG_FORMAT',
      choices: ['json', 'pretty'],
      default: 'json',
      about: 'One JSON object per line for machines, or short lines for people.',
    }),
    requests: oneOf({
      env: 'LOG_REQUESTS',
      choices: ['all', 'errors', 'none'],
      default: 'errors',
      about: 'Which requests leave a line in the log.',
    }),
  },
} as const satisfies Record<string, Record<string, Setting>>

export type ConfigTable = typeof configTable

/** `section.key` of every setting. */
export type SettingName = {
  [Section in keyof ConfigTable]: `${Section}.${keyof ConfigTable[Section] & string}`
}[keyof ConfigTable]

/** The table as a flat list, in its own order. */
export const settings: readonly { readonly name: SettingName; readonly setting: Setting }[] = Object.entries(
  configTable,
).flatMap(([section, keys]) =>
  Object.entries(keys).map(([key, setting]) => ({ name: `${section}.${key}` as SettingName, setting })),
)
