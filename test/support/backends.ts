/** The external services that tests may use: only those named by the environment, never what happens to be running. */

const variables = {
  PostgreSQL: 'TEST_DATABASE_URL',
  Redis: 'TEST_REDIS_URL',
  Chromium: 'CHROMIUM_PATH',
  PgBouncer: 'PGBOUNCER_PATH',
  'PostgreSQL programs': 'POSTGRES_BIN',
  ClickHouse: 'CHDB_FOLDER',
} as const

type Backend = keyof typeof variables

export function postgresUrl(): string | undefined {
  return readBackend('PostgreSQL')
}

export function redisUrl(): string | undefined {
  return readBackend('Redis')
}

export function chromiumPath(): string | undefined {
  return readBackend('Chromium')
}

export function pgbouncerPath(): string | undefined {
  return readBackend('PgBouncer')
}

/** The folder of `initdb`, `pg_basebackup` and `postgres`. */
export function postgresPrograms(): string | undefined {
  return readBackend('PostgreSQL programs')
}

/** The folder in which the npm package `chdb` is installed: ClickHouse as a library. */
export function chdbFolder(): string | undefined {
  return readBackend('ClickHouse')
}

/** For `{ skip: … }`: false if it is available, otherwise the reason for the summary. CONTRIBUTING.md explains each. */
export function skipReason(name: string, value: unknown): false | string {
  if (value !== undefined) return false
  const variable = isBackend(name) ? variables[name] : undefined
  return variable ? `no ${name}: set ${variable}` : `no ${name}`
}

/** With BROADSHEET_REQUIRE_BACKENDS=1 a missing backend is an error, so that nothing is skipped silently. */
function readBackend(backend: Backend): string | undefined {
  const variable = variables[backend]
  const value = process.env[variable] || undefined
  if (value === undefined && process.env.BROADSHEET_REQUIRE_BACKENDS === '1') {
    throw new Error(`BROADSHEET_REQUIRE_BACKENDS=1, but ${variable} is not set`)
  }
  return value
}

function isBackend(name: string): name is Backend {
  return Object.hasOwn(variables, name)
}
