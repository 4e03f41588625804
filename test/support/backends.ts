/** Which outside services the tests may use: only what the environment names, never what happens to be running. */

const variables = {
  PostgreSQL: 'TEST_DATABASE_URL',
  Redis: 'TEST_REDIS_URL',
  Chromium: 'CHROMIUM_PATH',
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

/** For `{ skip: … }`: false when the thing is there, otherwise the sentence that the summary prints. */
export function skipReason(name: string, value: unknown): false | string {
  if (value !== undefined) return false
  const variable = isBackend(name) ? variables[name] : undefined
  return variable ? `no ${name}: set ${variable}` : `no ${name}`
}

/** Throws where BROADSHEET_REQUIRE_BACKENDS=1 promises the thing and it is missing, so that nothing is skipped quietly. */
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
