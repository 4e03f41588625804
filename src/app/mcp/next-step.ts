/** What an agent can do about an error: the remedies of the API, where they speak of requests, in the words of tools. */

import { type ErrorCode, errorKinds, Failure } from '../../core/errors.ts'

const findSymbol = 'Find the symbol with market_search_symbols and send it as EXCHANGE:TICKER.'

const steps: Partial<Record<ErrorCode, string>> = {
  invalid_cursor:
    'Start again without a cursor, and send `next_cursor` of a result as `cursor` with the same arguments.',
  not_found: 'Send what an earlier result or `details` names, or search for it first.',
  unknown_symbol: findSymbol,
  changes_expired:
    'Call again without a cursor for the changes that are still stored. Those before are lost, so search again for what you follow.',
  unsupported_capability: 'Ask for less of this record, or take another one.',
}

export function nextStep({ code, details, retryAfterSeconds }: Failure): string {
  if (code === 'invalid_request' && details?.parameter === 'symbol') return findSymbol
  const { retry, remedy } = errorKinds[code]
  if (retry === undefined) return steps[code] ?? remedy
  return retryAfterSeconds === undefined
    ? 'Try again later.'
    : `Try again in ${Math.ceil(retryAfterSeconds)} s.`
}

/** Parameters of routes that are `cursor` of a tool. */
const cursorParameters: readonly unknown[] = ['after', 'offset']

/** For a value that is none of this tool. */
export function invalidCursor(): Failure {
  return new Failure('invalid_cursor', 'The cursor is not from a result of this tool.', {
    details: { parameter: 'cursor' },
  })
}

/** The failure of a route, with the names that tools have. */
export function ofTool(failure: Failure): Failure {
  const { code, message, details, retryAfterSeconds } = failure
  if (!cursorParameters.includes(details?.parameter)) return failure
  return code === 'invalid_request'
    ? invalidCursor()
    : new Failure(code, message, { details: { ...details, parameter: 'cursor' }, retryAfterSeconds })
}
