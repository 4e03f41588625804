/** Says what an answer of the provider means. Its words count, its status does not: errors come with 200 as well. */

import { Failure } from '../../../core/errors.ts'
import { nearest } from '../../../core/nearest.ts'
import type { Contract } from '../contracts.ts'
import { knownColumns } from '../scanner/columns.ts'
import { fits } from './shape.ts'

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
  const { status, headers, body } = answer
  const isPage =
    /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(body.slice(0, 100))
  if (isPage) return new Failure('upstream_refused', 'The provider answered with a page for people.')
  const complaint = complaintOf(json) ?? (json === undefined && status >= 400 ? body.trim() : undefined)
  if (complaint !== undefined && !complains(contract) && unknownSymbol.test(complaint)) {
    return toFailure(contract, complaint, status)
  }
  if (status === 404) return notThere(contract)
  if (complaint !== undefined && !complains(contract)) return toFailure(contract, complaint, status)
  if (json === undefined) {
    return new Failure('upstream_changed', 'The provider answered with something that is not JSON.')
  }
  if (status >= 400 && !complains(contract))
    return toFailure(contract, complaint ?? `status ${status}`, status)
  if (fits(contract.id, json)) return undefined
  return new Failure('upstream_changed', 'The provider answered in a form we do not know.')
}

/** For these a complaint is the answer: what is wrong with a script, or with the alert backend. */
function complains({ id }: Contract): boolean {
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
  return String(message ?? code ?? 'error')
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

const unknownSymbol = /symbol.*(not.exist|not.found|unknown|invalid)|(unknown|invalid|no such) symbol/i

/** What the provider says about the request is passed on; what it says about itself is not. */
function toFailure({ family, path }: Contract, complaint: string, status: number): Failure {
  const said = [...complaint.slice(0, 200)].filter((character) => character >= ' ').join('')
  if (path.includes('{scriptId}')) {
    return new Failure('not_found', 'The provider does not give out this script.', {
      details: { parameter: 'scriptId', provider_says: said },
    })
  }
  const column = /^unknown field:? "?([^"]{1,80})"?/i.exec(said)?.[1]
  if (column !== undefined) {
    const meant = nearest(
      column,
      knownColumns.filter((known) => known !== column),
    )
    return new Failure('invalid_request', `The provider knows no column ${JSON.stringify(column)} here.`, {
      details: { column, ...(meant ? { did_you_mean: meant } : {}) },
    })
  }
  if (unknownSymbol.test(said)) {
    return new Failure('unknown_symbol', 'The provider does not know this symbol.', {
      details: { parameter: 'symbol', provider_says: said },
    })
  }
  const isAboutRequest =
    status === 400 || status === 422 || /bad.request|argument|preset|filter|missing|range|field/i.test(said)
  if (isAboutRequest) {
    return new Failure('invalid_request', 'The provider does not accept this request.', {
      details: { provider_says: said },
    })
  }
  return new Failure(
    'upstream_unavailable',
    `The ${family} service of the provider reports an error of its own.`,
    {
      retryAfterSeconds: 5,
    },
  )
}
