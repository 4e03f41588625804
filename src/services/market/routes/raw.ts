/** The raw route: any contract in the provider's own terms, through the same cache, limits and breaker. */

import { Type } from 'typebox'
import { closestMatch } from '../../../core/closest-match.ts'
import { Failure } from '../../../core/errors.ts'
import { ResponseTooLarge } from '../../../core/outbound/send-once.ts'
import { bodyReply, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../http/route.ts'
import { parseJson, upstreamErrors } from '../gateway/classify-provider-response.ts'
import { type Contract, contracts, findContract } from '../gateway/contracts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { isPastLastPage } from '../gateway/past-last-page.ts'
import { costLimits } from '../gateway/upstream-client.ts'
import type { UpstreamRequest } from '../gateway/upstream-request.ts'
import { parseSymbol } from '../parameters/symbol.ts'
import { parseMarket, parseScannedMarket } from '../scanner/markets.ts'
import { toHandlerCache } from './product-reply.ts'

const bodyBytesMax = 262_144
const parametersMax = 100

const params = Type.Object({
  endpointId: Type.String({
    maxLength: 100,
    description: 'The id of a contract in the catalogue.',
    examples: ['symbol.search'],
  }),
})

/** Clients of the provider label JSON in several ways; it is passed on as it came. */
export function createRawRoutes(gateway: Gateway): AnyRoute[] {
  const shared = {
    path: '/v1/raw/:endpointId',
    tag: 'Raw',
    params,
    response: { body: Type.Unknown({ description: 'The provider’s own answer, untouched.' }) },
    access: 'optional',
    cache: 'own',
    passthrough: true,
    errors: ['unknown_symbol', 'no_data', 'method_not_allowed', ...upstreamErrors],
  } as const satisfies Partial<AnyRoute>
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      id: 'getRaw',
      summary: 'A contract of the provider, untouched',
      description:
        'Query parameters go to the provider as they are; those the contract’s path needs (`market`, `symbol`, `scriptId`, `version`, `pineVersion`) are taken out of them.',
      handle: (ask) => handleRaw(ask as never, 'GET', gateway),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      id: 'postRaw',
      summary: 'A contract of the provider that takes a body, untouched',
      description: 'The body goes to the provider as it is, whatever its type is called.',
      body: Type.Unknown(),
      bodyBytesMax,
      handle: (ask) => handleRaw(ask as never, 'POST', gateway),
    }),
  ]
}

async function handleRaw(
  context: RequestContext<never, { endpointId: string }, string | undefined>,
  method: 'GET' | 'POST',
  gateway: Gateway,
): Promise<Reply> {
  const contract = requireContract(context.params.endpointId, method)
  const upstreamRequest = toRawRequest(contract, context.rawQuery, context.body, context.contentType)
  const lookup = await gateway.lookUp(upstreamRequest, context.signal).catch((thrown) => {
    throw thrown instanceof ResponseTooLarge ? tooLargeFailure(contract, thrown) : thrown
  })
  requirePageExists(contract, lookup.entry.body)
  const cache = toHandlerCache(lookup, contract, 'raw', context.nowMs)
  return { ...bodyReply(safeContentType(lookup.entry.contentType), lookup.entry.body), cache }
}

/** How large the answer to a scan becomes is up to who asks; that of any other contract is up to the provider. */
function tooLargeFailure({ host, method, cost_class }: Contract, thrown: ResponseTooLarge): Failure {
  if (host !== 'scanner' || method !== 'POST') return thrown
  const { bytesMax } = costLimits[cost_class]
  return new Failure(
    'invalid_request',
    `The answer is larger than the ${bytesMax} bytes that are passed on.`,
    {
      details: { expected: 'fewer rows (range) or fewer columns', answer_bytes_max: bytesMax },
      cause: thrown,
    },
  )
}

const errorBodyBytesMax = 200

function requirePageExists(contract: Contract, body: string): void {
  // Only what may be so short a refusal is worth parsing.
  if (body.length > errorBodyBytesMax || !isPastLastPage(contract, parseJson(body))) return
  throw new Failure('no_data', 'The provider has no such page.', { details: { parameter: 'page' } })
}

function requireContract(id: string, method: 'GET' | 'POST'): Contract {
  const contract = findContract(id)
  if (!contract) {
    const ids = contracts.map((known) => known.id)
    const suggestion = closestMatch(id, ids)
    throw new Failure('not_found', `There is no contract ${JSON.stringify(id.slice(0, 60))}.`, {
      details: { parameter: 'endpointId', ...(suggestion ? { did_you_mean: suggestion } : {}), known: ids },
    })
  }
  if (contract.method === method) return contract
  throw new Failure('method_not_allowed', `The contract ${contract.id} takes ${contract.method}.`, {
    details: { allowed: [contract.method] },
    headers: { allow: contract.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS' },
  })
}

/** What the provider is asked. Parameters of the path are taken out of the query; what the contract always sends is added. */
export function toRawRequest(
  contract: Contract,
  search: string,
  body: string | undefined,
  contentType: string | undefined,
): UpstreamRequest {
  const parameters = [...new URLSearchParams(search)]
  if (parameters.length > parametersMax) {
    throw new Failure('invalid_request', `At most ${parametersMax} parameters.`, {
      details: { expected: `at most ${parametersMax}` },
    })
  }
  const pathNames = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const path = Object.fromEntries(pathNames.flatMap((name) => pathParameter(contract, name, parameters)))
  const query = parameters.filter(([name]) => !pathNames.includes(name))
  const fixedParameters = Object.entries(contract.fixedQuery).filter(
    ([name]) => !query.some(([own]) => own === name),
  )
  return {
    contract,
    path,
    query: [...fixedParameters, ...query],
    ...(contract.method === 'POST' && body !== undefined && body !== ''
      ? { body: { contentType: requestContentType(contract, contentType), text: body } }
      : {}),
  }
}

function pathParameter(
  contract: Contract,
  name: string,
  parameters: readonly (readonly [string, string])[],
): [string, string][] {
  const [first, ...more] = parameters.filter(([own]) => own === name)
  if (more.length > 0) {
    throw new Failure('invalid_request', `The contract ${contract.id} takes one ${JSON.stringify(name)}.`, {
      details: { parameter: name, expected: 'one value', parameters: more.length + 1 },
    })
  }
  const value = first?.[1] ?? contract.pathDefaults[name]
  if (value === undefined || value === '') {
    throw new Failure('invalid_request', `The contract ${contract.id} needs ${JSON.stringify(name)}.`, {
      details: { parameter: name, expected: name === 'symbol' ? 'EXCHANGE:TICKER' : 'a value' },
    })
  }
  if (name === 'symbol') return [[name, parseSymbol(value)]]
  if (name === 'market') {
    return [[name, contract.id === 'scanner.scan' ? parseScannedMarket(value) : parseMarket(value)]]
  }
  // A part of a path that names its neighbours would lead elsewhere.
  if (/^\.{1,2}$/.test(value) || value.length > 200) {
    throw new Failure('invalid_request', `${JSON.stringify(value.slice(0, 60))} cannot be a ${name}.`, {
      details: { parameter: name },
    })
  }
  return [[name, value]]
}

/** A body without a type, or with the one `curl` guesses, is what the contract takes. */
function requestContentType({ bodyType }: Contract, contentType: string | undefined): string {
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') ?? false
  if (contentType === undefined || contentType.length > 200) return bodyType
  return isForm && bodyType === 'application/json' ? bodyType : contentType
}

/** Data in a form no browser runs; whatever characters it came in, it goes out in UTF-8. */
function safeContentType(type: string): string {
  return /^text\/plain\b/i.test(type) ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
}
