/** Decides what a provider response means by its body: the provider also sends errors with status 200. */

import { type ErrorCode, Failure } from '../../../core/errors.ts'
import { parseForeignJson } from '../../../core/parse/parse-json.ts'
import { suggestedColumns } from '../parameters/columns.ts'
import { didYouMean } from '../parameters/invalid-parameter.ts'
import { type Contract, isPastLastPage } from './contracts.ts'
import { idTextOrNull } from './json-guards.ts'

/** Errors of every route that calls the provider. */
export const upstreamErrors = [
  'upstream_refused',
  'upstream_changed',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]

interface ProviderResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Undefined for a valid response. `json` is the parsed body, undefined if it is not JSON. */
export function classifyProviderResponse(
  contract: Contract,
  response: ProviderResponse,
  json: unknown = parseJson(response.body),
): Failure | undefined {
  const { status, body } = response
  if (isHtml(response)) return new Failure('upstream_refused', 'The provider returned an HTML page.')
  if (isPastLastPage(contract, json)) return undefined
  const hasShape = contract.hasShape(json)
  const isExpectedFailure = hasShape && status !== 404 && contract.failuresInBody
  if (isExpectedFailure) return undefined
  const complaint = findComplaint(json) ?? (json === undefined && status >= 400 ? body.trim() : undefined)
  if (complaint !== undefined || status >= 400) {
    return toFailure(contract, complaint ?? `status ${status}`, { status, json })
  }
  if (json === undefined) {
    return new Failure('upstream_changed', 'The provider returned something other than JSON.')
  }
  return hasShape ? undefined : new Failure('upstream_changed', 'The provider returned an unexpected format.')
}

function isHtml({ headers, body }: ProviderResponse): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(body.slice(0, 100))
}

export function parseJson(body: string): unknown {
  try {
    return parseForeignJson(body) ?? null
  } catch {
    return undefined
  }
}

/** The error formats of the provider's services. */
function findComplaint(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const { error, errmsg, message, status, s, err, success, reason, detail } = json as Record<string, unknown>
  if (error !== undefined && error !== null && error !== '') return complaintText(error)
  if (status === 'error' || status === 'bad_request') return complaintText(errmsg ?? message ?? status)
  if (s === 'error') return complaintText(err ?? errmsg ?? 'error')
  if (err !== undefined && err !== null) return complaintText(err)
  if (success === false) return complaintText(reason ?? 'refused')
  if (typeof detail === 'string' && Object.keys(json).length === 1) return detail
  return undefined
}

function complaintText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  const { message, code } = value as { message?: unknown; code?: unknown }
  return idTextOrNull(message) ?? idTextOrNull(code) ?? 'error'
}

const unknownSymbol = /symbol.*(not.exist|not.found|unknown|invalid)|(unknown|invalid|no such) symbol/i
const requestComplaint =
  /(?<![a-z])(bad.request|arguments?|presets?|filters?|missing|ranges?|fields?)(?![a-z])/i
/** Takes precedence: an outage message may mention a field as well. */
const outageComplaint = /internal|went wrong|unavailable|timed?.?out|overload|maintenance|try again/i

/** A message about the request is passed on; a message about the provider itself is not. */
function toFailure(
  contract: Contract,
  complaint: string,
  { status, json }: { status: number; json: unknown },
): Failure {
  const providerMessage = [...complaint.slice(0, 200)].filter((character) => character >= ' ').join('')
  if (isScriptRefusal(contract, status, json)) {
    return new Failure('not_found', 'The provider refused access to this script.', {
      details: { parameter: 'scriptId', provider_says: providerMessage },
    })
  }
  if (unknownSymbol.test(providerMessage)) {
    return new Failure('unknown_symbol', 'Unknown symbol.', {
      details: { parameter: 'symbol', provider_says: providerMessage },
    })
  }
  if (status === 404) return notFoundFailure(contract)
  const column = /^unknown field:? "?([^"]{1,80})"?/i.exec(providerMessage)?.[1]
  if (column !== undefined) return unknownColumnFailure(column)
  const isAboutRequest =
    status === 400 ||
    status === 422 ||
    (requestComplaint.test(providerMessage) && !outageComplaint.test(providerMessage))
  if (isAboutRequest) {
    return new Failure('invalid_request', 'The provider rejected this request.', {
      details: { provider_says: providerMessage },
    })
  }
  return new Failure(
    'upstream_unavailable',
    `The provider's ${contract.family} service reported an internal error.`,
    { retryAfterSeconds: 5 },
  )
}

/** A client error, or the body with which the provider refuses scripts with status 200. */
function isScriptRefusal({ path }: Contract, status: number, json: unknown): boolean {
  if (!path.includes('{scriptId}')) return false
  return status >= 400 || (json as { success?: unknown } | null | undefined)?.success === false
}

function notFoundFailure({ family, path, itemParameter }: Contract): Failure {
  if (path.includes('{symbol}')) {
    return new Failure('unknown_symbol', 'Unknown symbol.', {
      details: { parameter: 'symbol' },
    })
  }
  if (itemParameter !== undefined) {
    return new Failure('not_found', `The provider has nothing with this ${itemParameter}.`, {
      details: { parameter: itemParameter },
    })
  }
  const parameter = /\{(\w+)\}/.exec(path)?.[1]
  if (parameter === undefined) {
    return new Failure('upstream_changed', `The provider's ${family} endpoint no longer exists.`)
  }
  return new Failure('not_found', `The provider has no such ${parameter}.`, { details: { parameter } })
}

const whereColumns = '/market/v1/screeners/{market}/metadata lists the columns of a market.'

function unknownColumnFailure(column: string): Failure {
  const otherColumns = suggestedColumns.filter((name) => name !== column)
  return new Failure('invalid_request', `Unknown column ${JSON.stringify(column)}.`, {
    details: { column, ...didYouMean(column, otherColumns), hint: whereColumns },
  })
}
