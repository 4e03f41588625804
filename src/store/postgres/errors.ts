/** What PostgreSQL's states and the driver's messages mean to us. */

import { Failure } from '../../core/errors.ts'

/** SQLSTATE classes and states that say something about the server, not about the statement. */
const unavailableStates = [
  '08', // connection
  '53', // out of connections, disk or memory
  '57P', // shut down, crashed, starting up
  '58', // input and output
  '25006', // a standby took the connection
  '25P03', // idle for too long inside a transaction
  '40', // deadlock, serialisation
  '55P03', // a lock was not to be had in time
]
const tooSlow = '57014'

const brokenSocket = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** The driver throws these without a code. */
const brokenMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'not queryable',
  'Client was closed',
  'Cannot use a pool after calling end',
]

export function toFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error
  const code = errorCode(error)
  if (code === tooSlow) {
    return new Failure('deadline_exceeded', 'The database needed too long.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  if (isConnectionError(error) || unavailableStates.some((state) => code?.startsWith(state))) {
    return new Failure('store_unavailable', 'The database cannot be reached or is busy.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  return error
}

/** Whether the connection itself is of no more use. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isConnectionError)) return true
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== undefined && (brokenSocket.has(code) || code.startsWith('08') || code.startsWith('57P')))
    return true
  return brokenMessages.some((message) => error.message.includes(message))
}

/** Why the server cannot be used at all, for the person who started the program; undefined when it is something else. */
export function openingProblem(
  error: unknown,
  connection: { host: string; database: string; user: string },
): string | undefined {
  const code = error instanceof Error ? errorCode(error) : undefined
  const { host, database, user } = connection
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${host} refused the user "${user}": check name, password and access rules`
  if (code === '3D000') return `PostgreSQL at ${host} has no database "${database}": create it first`
  if (code === '42501')
    return `the user "${user}" may not create schemas or tables in database "${database}" at ${host}`
  if (isConnectionError(error) || toFailure(error) !== error)
    return `PostgreSQL at ${host} cannot be reached: check that it runs and that the address is right`
  return undefined
}

function errorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
