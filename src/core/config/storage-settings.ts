/** Settings of the database, Redis and the artifacts. */

import { duration, integer, path, secret, text, url } from './setting.ts'

export const storageSections = {
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
    databaseDirectUrl: secret(
      url({
        env: 'DATABASE_DIRECT_URL',
        schemes: ['postgres', 'postgresql'],
        mayHoldPassword: true,
        default: undefined,
        example: 'postgres://broadsheet:password@127.0.0.1:5432/broadsheet',
        about:
          'The database itself, if `DATABASE_URL` is a connection pooler in transaction mode, such as PgBouncer. Each thread keeps two connections to it, which hear of publications.',
      }),
    ),
    databaseReplicaUrl: secret(
      url({
        env: 'DATABASE_REPLICA_URL',
        schemes: ['postgres', 'postgresql'],
        mayHoldPassword: true,
        default: undefined,
        example: 'postgres://broadsheet:password@127.0.0.1:5433/broadsheet',
        about:
          'A standby of the database, with streaming replication. Requests read published data there while it has everything that was published.',
      }),
    ),
    analyticsUrl: secret(
      url({
        env: 'ANALYTICS_URL',
        schemes: ['https', 'http'],
        mayHoldPassword: true,
        default: undefined,
        example: 'https://broadsheet:password@127.0.0.1:8443/broadsheet',
        about:
          'A database of ClickHouse 26.2 or later, which searches jobs for all nodes, and keeps changes and past showtimes that the database lets go; `?cluster=name` for a cluster. Without it, each node searches its own columns in memory.',
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
      about:
        'The maximum number of PostgreSQL connections to each of the two schemas, of each worker and of a sync.',
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
        'S3-compatible storage for saved upstream responses and dumps. Without it, they are stored in the data folder.',
    }),
    bucket: text({
      env: 'S3_BUCKET',
      default: undefined,
      example: 'broadsheet',
      pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      expects: 'a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
      about: 'The bucket for saved upstream responses and dumps. It must exist.',
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
} as const
