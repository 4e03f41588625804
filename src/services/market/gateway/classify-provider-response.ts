/** Says what an answer of the provider means. Its words count, its status does not: errors come with 200 as well. */

import { closestMatch } from '../../../core/closest-match.ts'
import { type ErrorCode, Failure } from '../../../core/errors.ts'
import { suggestedColumns } from '../scanner/columns.ts'
import type { Contract } from './contracts.ts'
import { hasExpectedShape } from './expected-shape.ts'
import { idTextOrNull } from './json-guards.ts'
import { isPastLastPage } from './past-last-page.ts'

/** What a route that asks the provider can fail with, beside what is wrong with the request. */
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

/** Undefined means good. `json` is the parsed body, undefined where it is no JSON. */
export function classifyProviderResponse(
  contract: Contract,
  response: ProviderResponse,
  json: unknown = parseJson(response.body),
): Failure | undefined {
  const { status, body } = response
  if (isHtml(response))
    return new Failure('upstream_refused', 'The provider answered with a page for people.')
  if (isPastLastPage(contract, json)) return undefined
  const hasShape = hasExpectedShape(contract.id, json)
  const isExpectedComplaint = hasShape && status !== 404 && reportsFailuresInBody(contract)
  if (isExpectedComplaint) return undefined
  const complaint = findComplaint(json) ?? (json === undefined && status >= 400 ? body.trim() : undefined)
  if (complaint !== undefined || status >= 400) {
    return toFailure(contract, complaint ?? `status ${status}`, { status, json })
  }
  if (json === undefined) {
    return new Failure('upstream_changed', 'The provider answered with something that is not JSON.')
  }
  return hasShape
    ? undefined
    : new Failure('upstream_changed', 'The provider answered in a form we do not know.')
}

function isHtml({ headers, body }: ProviderResponse): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(body.slice(0, 100))
}

/** For these a complaint in their own form is the answer: what is wrong with a script, or with the alert backend. */
function reportsFailuresInBody({ id }: Contract): boolean {
  return id === 'PineFacade.ParseTitle' || id === 'PineFacade.TranslateSource' || id === 'PriceAlerts.IsAlive'
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) ?? null
  } catch {
    return undefined
  }
}

/** The forms in which the provider's services say that something went wrong. */
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
/** Counts for more: an outage may name a field as well. */
const outageComplaint = /internal|went wrong|unavailable|timed?.?out|overload|maintenance|try again/i

/** What the provider says about the request is passed on; what it says about itself is not. */
function toFailure(
  contract: Contract,
  complaint: string,
  { status, json }: { status: number; json: unknown },
): Failure {
  const providerMessage = [...complaint.slice(0, 200)].filter((character) => character >= ' ').join('')
  if (isScriptRefusal(contract, status, json)) {
    return new Failure('not_found', 'The provider does not give out this script.', {
      details: { parameter: 'scriptId', provider_says: providerMessage },
    })
  }
  if (unknownSymbol.test(providerMessage)) {
    return new Failure('unknown_symbol', 'The provider does not know this symbol.', {
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
    return new Failure('invalid_request', 'The provider does not accept this request.', {
      details: { provider_says: providerMessage },
    })
  }
  return new Failure(
    'upstream_unavailable',
    `The ${contract.family} service of the provider reports an error of its own.`,
    { retryAfterSeconds: 5 },
  )
}

/** Said with a status that blames the request, or in the form in which scripts are refused with 200. */
function isScriptRefusal({ path }: Contract, status: number, json: unknown): boolean {
  if (!path.includes('{scriptId}')) return false
  return status >= 400 || (json as { success?: unknown } | null | undefined)?.success === false
}

function notFoundFailure({ family, path }: Contract): Failure {
  if (path.includes('{symbol}')) {
    return new Failure('unknown_symbol', 'The provider does not know this symbol.', {
      details: { parameter: 'symbol' },
    })
  }
  const parameter = /\{(\w+)\}/.exec(path)?.[1]
  if (parameter === undefined) {
    return new Failure('upstream_changed', `The provider has nothing where its ${family} answers used to be.`)
  }
  return new Failure('not_found', `The provider knows no such ${parameter}.`, { details: { parameter } })
}

function unknownColumnFailure(column: string): Failure {
  const suggestion = closestMatch(
    column,
    suggestedColumns.filter((known) => known !== column),
  )
  return new Failure('invalid_request', `The provider knows no column ${JSON.stringify(column)} here.`, {
    details: { column, ...(suggestion ? { did_you_mean: suggestion } : {}) },
  })
}
