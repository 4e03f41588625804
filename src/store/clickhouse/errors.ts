/** Maps errors of ClickHouse and of the way to it to failures. */

import { Failure } from '../../core/errors.ts'
import { brokenSocket } from '../broken-socket.ts'

/** Codes that concern the server, not the statement. */
const unavailableCodes = new Set([
  '60', // a table is missing: it is being created, or was lost
  '74', // cannot read from the disk
  '75', // cannot write to it
  '81', // the database is missing
  '159', // took too long
  '160', // would take too long
  '164', // is read-only
  '194', // wants a password
  '202', // too many statements at once
  '209', // a connection between its servers timed out
  '210', // a connection between its servers was lost
  '236', // is shutting down
  '241', // out of memory
  '242', // the table is read-only: the keeper was lost
  '243', // the disk is full
  '252', // too many parts
  '279', // no replica can be reached
  '285', // too few replicas
  '286', // a quorum was not reached
  '319', // whether the rows were inserted is not known
  '394', // the statement was cancelled
  '497', // access is denied
  '516', // the password is wrong
  '519', // all replicas were lost
  '999', // the keeper cannot be reached
])

/** The client throws these without a code, or with one of its own. */
const brokenMessages = ['Timeout error.', 'socket hang up', 'Unexpected end', 'aborted']

/** A table or the whole database is missing. */
export function isMissingTable(error: unknown): boolean {
  return ['60', '81'].includes(clickHouseCode(error) ?? '')
}

export function toFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error
  const code = clickHouseCode(error)
  const isUnavailable =
    (code !== undefined && (unavailableCodes.has(code) || brokenSocket.has(code))) ||
    brokenMessages.some((text) => error.message.includes(text))
  if (!isUnavailable) return error
  return new Failure('store_unavailable', 'The search engine is unreachable or busy.', {
    retryAfterSeconds: 5,
    cause: error,
  })
}

/** The number of the error; undefined if the server did not say one. */
export function clickHouseCode(error: unknown): string | undefined {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (error instanceof Failure) return clickHouseCode(cause ?? {})
  return typeof code === 'string' ? code : undefined
}
