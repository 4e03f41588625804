/** Maps PostgreSQL error codes and driver messages to failures and to problems for the operator. */

import { ConfigurationError, Failure } from '../../core/errors.ts'
import { brokenSocket } from '../broken-socket.ts'

/** SQLSTATE classes and states that concern the server, not the statement. */
const unavailableStates = [
  '08', // connection
  '53', // out of connections, disk or memory
  '57P', // shut down, crashed, starting up
  '58', // input and output
  '25006', // a standby took the connection
  '25P03', // idle for too long inside a transaction
  '40', // deadlock, serialisation
  '55P03', // a lock was not available in time
]
const queryCanceled = '57014'
const protocolViolation = '08P01'

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
  if (code === queryCanceled) {
    return new Failure('deadline_exceeded', 'The database took too long.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  if (isConnectionError(error) || unavailableStates.some((state) => code?.startsWith(state))) {
    return new Failure('store_unavailable', 'The database is unreachable or busy.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  return error
}

/** Whether the connection can no longer be used. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isConnectionError)) return true
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== undefined && (brokenSocket.has(code) || code.startsWith('08') || code.startsWith('57P')))
    return true
  return brokenMessages.some((message) => error.message.includes(message))
}

/** Whether the values of a statement have the wrong form, or do not fit the table. */
export function isInvalidData(error: unknown): boolean {
  return error instanceof Error && /^2[23]/.test(errorCode(error) ?? '')
}

/** An error while a schema is opened, with a remedy for the operator if it concerns the server. */
export function toOpeningError(error: unknown, url: string): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const problem = openingProblem(cause, connectionInfo(url))
  return problem === undefined ? error : new ConfigurationError([problem])
}

/** Why the server cannot be used, for the operator; undefined for other errors. */
function openingProblem(
  error: unknown,
  connection: { host: string; database: string; user: string },
): string | undefined {
  const code = error instanceof Error ? errorCode(error) : undefined
  const { host, database, user } = connection
  if (code === protocolViolation && error instanceof Error && error.message.includes('startup parameter'))
    return settingsIgnored
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${host} rejected the user "${user}": check the user name, the password and the access rules`
  if (code === '3D000') return `PostgreSQL at ${host} has no database "${database}": create it first`
  if (code === '42501')
    return `the user "${user}" has no permission to create schemas or tables in the database "${database}" at ${host}: grant it`
  if (isConnectionError(error) || toFailure(error) !== error)
    return `PostgreSQL at ${host} cannot be reached: check that it is running and that the URL is correct`
  return undefined
}

export const settingsIgnored =
  'DATABASE_URL is a connection pooler, which refuses or ignores the settings of a connection: set DATABASE_DIRECT_URL to the database itself'

/** Parts of the URL for messages; the URL itself may contain the password. */
function connectionInfo(url: string): { host: string; database: string; user: string } {
  const { hostname, port, pathname, username } = new URL(url)
  return {
    host: `${hostname}:${port || 5432}`,
    database: pathname.slice(1),
    user: decodeURIComponent(username),
  }
}

function errorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
