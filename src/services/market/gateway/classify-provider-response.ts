/** Says what an answer of the provider means. Its words count, its status does not: errors come with 200 as well. */

import { nearest } from '../../../core/closest-match.ts'
import { type ErrorCode, Failure } from '../../../core/errors.ts'
import { knownColumns } from '../scanner/columns.ts'
import type { Contract } from './contracts.ts'
import { fits } from './expected-shape.ts'
import { word } from './json-guards.ts'
import { isPastEnd } from './past-last-page.ts'

/** What a route that asks the provider can fail with, beside what is wrong with the request. */
export const upstreamErrors = [
  'upstream_refused',
  'upstream_changed',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Undefined means good. `json` is the parsed body, undefined where it is no JSON. */
export function judge(
  contract: Contract,
  answer: Answer,
  json: unknown = parseJson(answer.body),
): Failure | undefined {
  const { status, body } = answer
  if (isPage(answer)) return new Failure('upstream_refused', 'The provider answered with a page for people.')
  if (isPastEnd(contract, json)) return undefined
  const isFit = fits(contract.id, json)
  const isVerdict = isFit && status !== 404 && givesVerdicts(contract)
  if (isVerdict) return undefined
  const complaint = complaintOf(json) ?? (json === undefined && status >= 400 ? body.trim() : undefined)
  if (complaint !== undefined || status >= 400) {
    return toFailure(contract, complaint ?? `status ${status}`, { status, json })
  }
  if (json === undefined) {
    return new Failure('upstream_changed', 'The provider answered with something that is not JSON.')
  }
  return isFit
    ? undefined
    : new Failure('upstream_changed', 'The provider answered in a form we do not know.')
}

function isPage({ headers, body }: Answer): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(body.slice(0, 100))
}

/** For these a complaint in their own form is the answer: what is wrong with a script, or with the alert backend. */
function givesVerdicts({ id }: Contract): boolean {
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
function complaintOf(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const { error, errmsg, message, status, s, err, success, reason, detail } = json as Record<string, unknown>
  if (error !== undefined && error !== null && error !== '') return wordOf(error)
  if (status === 'error' || status === 'bad_request') return wordOf(errmsg ?? message ?? status)
  if (s === 'error') return wordOf(err ?? errmsg ?? 'error')
  if (err !== undefined && err !== null) return wordOf(err)
  if (success === false) return wordOf(reason ?? 'refused')
  if (typeof detail === 'string' && Object.keys(json).length === 1) return detail
  return undefined
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  const { message, code } = value as { message?: unknown; code?: unknown }
  return word(message) ?? word(code) ?? 'error'
}

const unknownSymbol = /symbol.*(not.exist|not.found|unknown|invalid)|(unknown|invalid|no such) symbol/i
const aboutRequest = /(?<![a-z])(bad.request|arguments?|presets?|filters?|missing|ranges?|fields?)(?![a-z])/i
/** Counts for more: an outage may name a field as well. */
const aboutItself = /internal|went wrong|unavailable|timed?.?out|overload|maintenance|try again/i

/** What the provider says about the request is passed on; what it says about itself is not. */
function toFailure(
  contract: Contract,
  complaint: string,
  { status, json }: { status: number; json: unknown },
): Failure {
  const said = [...complaint.slice(0, 200)].filter((character) => character >= ' ').join('')
  if (isAboutScript(contract, status, json)) {
    return new Failure('not_found', 'The provider does not give out this script.', {
      details: { parameter: 'scriptId', provider_says: said },
    })
  }
  if (unknownSymbol.test(said)) {
    return new Failure('unknown_symbol', 'The provider does not know this symbol.', {
      details: { parameter: 'symbol', provider_says: said },
    })
  }
  if (status === 404) return notThere(contract)
  const column = /^unknown field:? "?([^"]{1,80})"?/i.exec(said)?.[1]
  if (column !== undefined) return noSuchColumn(column)
  const isAboutRequest =
    status === 400 || status === 422 || (aboutRequest.test(said) && !aboutItself.test(said))
  if (isAboutRequest) {
    return new Failure('invalid_request', 'The provider does not accept this request.', {
      details: { provider_says: said },
    })
  }
  return new Failure(
    'upstream_unavailable',
    `The ${contract.family} service of the provider reports an error of its own.`,
    { retryAfterSeconds: 5 },
  )
}

/** Said with a status that blames the request, or in the form in which scripts are refused with 200. */
function isAboutScript({ path }: Contract, status: number, json: unknown): boolean {
  if (!path.includes('{scriptId}')) return false
  return status >= 400 || (json as { success?: unknown } | null | undefined)?.success === false
}

function notThere({ family, path }: Contract): Failure {
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

function noSuchColumn(column: string): Failure {
  const meant = nearest(
    column,
    knownColumns.filter((known) => known !== column),
  )
  return new Failure('invalid_request', `The provider knows no column ${JSON.stringify(column)} here.`, {
    details: { column, ...(meant ? { did_you_mean: meant } : {}) },
  })
}
