/** The raw route: any contract in the provider's own terms, through the same cache, limits and breaker. */

import { Type } from 'typebox'
import { nearest } from '../../../core/closest-match.ts'
import { Failure } from '../../../core/errors.ts'
import { TooMuch } from '../../../core/outbound/send-once.ts'
import { document, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, type Ask, defineRoute } from '../../../http/route.ts'
import { parseJson, upstreamErrors } from '../gateway/classify-provider-response.ts'
import { type Contract, contracts, findContract } from '../gateway/contracts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { isPastEnd } from '../gateway/past-last-page.ts'
import { costs } from '../gateway/upstream-client.ts'
import type { UpstreamAsk } from '../gateway/upstream-request.ts'
import { parseSymbol } from '../parameters/symbol.ts'
import { parseMarket, parseScannedMarket } from '../scanner/markets.ts'
import { ownCache } from './product-reply.ts'

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
export function rawRoutes(gateway: Gateway): AnyRoute[] {
  const shared = {
    path: '/v1/raw/:endpointId',
    tag: 'Raw',
    params,
    answer: { whole: Type.Unknown({ description: 'The provider’s own answer, untouched.' }) },
    access: 'optional',
    cache: 'own',
    passesOn: true,
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
      handle: (ask) => answer(ask as never, 'GET', gateway),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      id: 'postRaw',
      summary: 'A contract of the provider that takes a body, untouched',
      description: 'The body goes to the provider as it is, whatever its type is called.',
      body: Type.Unknown(),
      bodyBytesMax,
      handle: (ask) => answer(ask as never, 'POST', gateway),
    }),
  ]
}

async function answer(
  ask: Ask<never, { endpointId: string }, string | undefined>,
  method: 'GET' | 'POST',
  gateway: Gateway,
): Promise<Reply> {
  const contract = contractFor(ask.params.endpointId, method)
  const upstreamAsk = toAsk(contract, ask.search, ask.body, ask.contentType)
  const found = await gateway.find(upstreamAsk, ask.signal).catch((thrown) => {
    throw thrown instanceof TooMuch ? tooMuchFor(contract, thrown) : thrown
  })
  refusePastEnd(contract, found.entry.body)
  const cache = ownCache(found, contract, 'raw', ask.nowMs)
  return { ...document(typeOf(found.entry.type), found.entry.body), cache }
}

/** How large the answer to a scan becomes is up to who asks; that of any other contract is up to the provider. */
function tooMuchFor({ host, method, cost_class }: Contract, thrown: TooMuch): Failure {
  if (host !== 'scanner' || method !== 'POST') return thrown
  const { bytesMax } = costs[cost_class]
  return new Failure(
    'invalid_request',
    `The answer is larger than the ${bytesMax} bytes that are passed on.`,
    {
      details: { expected: 'fewer rows (range) or fewer columns', answer_bytes_max: bytesMax },
      cause: thrown,
    },
  )
}

const refusalBytesMax = 200

function refusePastEnd(contract: Contract, body: string): void {
  // Only what may be so short a refusal is worth parsing.
  if (body.length > refusalBytesMax || !isPastEnd(contract, parseJson(body))) return
  throw new Failure('no_data', 'The provider has no such page.', { details: { parameter: 'page' } })
}

function contractFor(id: string, method: 'GET' | 'POST'): Contract {
  const contract = findContract(id)
  if (!contract) {
    const ids = contracts.map((known) => known.id)
    const meant = nearest(id, ids)
    throw new Failure('not_found', `There is no contract ${JSON.stringify(id.slice(0, 60))}.`, {
      details: { parameter: 'endpointId', ...(meant ? { did_you_mean: meant } : {}), known: ids },
    })
  }
  if (contract.method === method) return contract
  throw new Failure('method_not_allowed', `The contract ${contract.id} takes ${contract.method}.`, {
    details: { allowed: [contract.method] },
    headers: { allow: contract.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS' },
  })
}

/** What the provider is asked. Parameters of the path are taken out of the query; what the contract always sends is added. */
export function toAsk(
  contract: Contract,
  search: string,
  body: string | undefined,
  contentType: string | undefined,
): UpstreamAsk {
  const given = [...new URLSearchParams(search)]
  if (given.length > parametersMax) {
    throw new Failure('invalid_request', `At most ${parametersMax} parameters.`, {
      details: { expected: `at most ${parametersMax}` },
    })
  }
  const places = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const path = Object.fromEntries(places.flatMap((name) => placeOf(contract, name, given)))
  const query = given.filter(([name]) => !places.includes(name))
  const usual = Object.entries(contract.query).filter(([name]) => !query.some(([own]) => own === name))
  return {
    contract,
    path,
    query: [...usual, ...query],
    ...(contract.method === 'POST' && body !== undefined && body !== ''
      ? { body: { type: bodyTypeOf(contract, contentType), text: body } }
      : {}),
  }
}

function placeOf(
  contract: Contract,
  name: string,
  given: readonly (readonly [string, string])[],
): [string, string][] {
  const [first, ...more] = given.filter(([own]) => own === name)
  if (more.length > 0) {
    throw new Failure('invalid_request', `The contract ${contract.id} takes one ${JSON.stringify(name)}.`, {
      details: { parameter: name, expected: 'one value', given: more.length + 1 },
    })
  }
  const written = first?.[1] ?? contract.defaults[name]
  if (written === undefined || written === '') {
    throw new Failure('invalid_request', `The contract ${contract.id} needs ${JSON.stringify(name)}.`, {
      details: { parameter: name, expected: name === 'symbol' ? 'EXCHANGE:TICKER' : 'a value' },
    })
  }
  if (name === 'symbol') return [[name, parseSymbol(written)]]
  if (name === 'market') {
    return [[name, contract.id === 'scanner.scan' ? parseScannedMarket(written) : parseMarket(written)]]
  }
  // A part of a path that names its neighbours would lead elsewhere.
  if (/^\.{1,2}$/.test(written) || written.length > 200) {
    throw new Failure('invalid_request', `${JSON.stringify(written.slice(0, 60))} cannot be a ${name}.`, {
      details: { parameter: name },
    })
  }
  return [[name, written]]
}

/** A body without a type, or with the one `curl` guesses, is what the contract takes. */
function bodyTypeOf({ bodyType }: Contract, contentType: string | undefined): string {
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') ?? false
  if (contentType === undefined || contentType.length > 200) return bodyType
  return isForm && bodyType === 'application/json' ? bodyType : contentType
}

/** Data in a form no browser runs; whatever characters it came in, it goes out in UTF-8. */
function typeOf(type: string): string {
  return /^text\/plain\b/i.test(type) ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
}
