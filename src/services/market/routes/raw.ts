/** The raw route: any contract in the provider's format, through the same cache, limits and host states. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { ResponseTooLarge } from '../../../core/outbound/send-once.ts'
import { bodyReply, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../http/route.ts'
import { parseJson, upstreamErrors } from '../gateway/classify-provider-response.ts'
import { type Contract, catalogueContracts, isPastLastPage } from '../gateway/contracts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { costLimits } from '../gateway/upstream-client.ts'
import type { UpstreamRequest } from '../gateway/upstream-request.ts'
import { didYouMean, invalidParameter } from '../parameters/invalid-parameter.ts'
import { parseSymbol } from '../parameters/symbol.ts'
import { parseMarket, parseScannedMarket } from '../scanner/markets.ts'
import { toHandlerCache } from './product-reply.ts'

const bodyBytesMax = 262_144
const parametersMax = 100

const toParams = (example: string) =>
  Type.Object({
    endpointId: Type.String({
      maxLength: 100,
      description: 'Contract id from the catalogue.',
      examples: [example],
    }),
  })

export function createRawRoutes(gateway: Gateway): AnyRoute[] {
  const shared = {
    path: '/v1/raw/:endpointId',
    tag: 'Raw',
    response: { body: Type.Unknown({ description: 'The provider’s response, unmodified.' }) },
    access: 'optional',
    cache: 'handler',
    passthrough: true,
    errors: ['unknown_symbol', 'no_data', 'method_not_allowed', ...upstreamErrors],
  } as const satisfies Partial<AnyRoute>
  const routes = [
    defineRoute({
      ...shared,
      method: 'GET',
      params: toParams('symbol.search'),
      id: 'getRaw',
      summary: 'Call a provider contract',
      description:
        'Query parameters are sent to the provider unchanged, except those that the contract’s path needs (`market`, `symbol`, `scriptId`, `version`, `pineVersion`).',
      handle: (context) => handleRaw(context as never, 'GET', gateway),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      params: toParams('scanner.scan.global'),
      id: 'postRaw',
      summary: 'Call a provider contract with a request body',
      description: 'The body is sent to the provider unchanged, whatever its content type.',
      body: Type.Unknown({ examples: [{ columns: ['name', 'close'], markets: ['america'], range: [0, 5] }] }),
      bodyBytesMax,
      handle: (context) => handleRaw(context as never, 'POST', gateway),
    }),
  ]
  // Clients of paths that end with a slash keep it.
  const withSlash = routes.map((route) => ({ ...route, path: `${route.path}/`, hidden: true }))
  return [...routes, ...withSlash]
}

async function handleRaw(
  context: RequestContext<never, { endpointId: string }, string | undefined>,
  method: 'GET' | 'POST',
  gateway: Gateway,
): Promise<Reply> {
  const contract = requireContract(context.params.endpointId, method)
  const upstreamRequest = toRawRequest(contract, context.rawQuery, {
    method,
    text: context.body,
    contentType: context.header('content-type'),
  })
  const asker = { caller: context.admission.principal, signal: context.signal }
  const lookup = await context
    .outsideTurn(() => gateway.lookUp(upstreamRequest, asker))
    .catch((thrown) => {
      throw thrown instanceof ResponseTooLarge ? tooLargeFailure(contract, thrown) : thrown
    })
  requirePageExists(contract, lookup.entry.body)
  const cache = toHandlerCache(lookup, contract, 'raw', context.nowMs)
  const { contentType, body, bytes } = lookup.entry
  return { ...bodyReply(safeContentType(contentType, bytes !== undefined), bytes ?? body), cache }
}

/** Only the size of a scan depends on the request. */
function tooLargeFailure({ host, method, cost_class }: Contract, thrown: ResponseTooLarge): Failure {
  if (host !== 'scanner' || method !== 'POST') return thrown
  const { bytesMax } = costLimits[cost_class]
  return new Failure('invalid_request', `The response is larger than the ${bytesMax} bytes allowed.`, {
    details: { expected: 'fewer rows (range) or fewer columns', answer_bytes_max: bytesMax },
    cause: thrown,
  })
}

const errorBodyBytesMax = 200

function requirePageExists(contract: Contract, body: string): void {
  // Longer bodies are no error and need no parsing.
  if (body.length > errorBodyBytesMax || !isPastLastPage(contract, parseJson(body))) return
  throw new Failure('no_data', 'The page does not exist.', { details: { parameter: 'page' } })
}

function requireContract(id: string, method: 'GET' | 'POST'): Contract {
  const contract = catalogueContracts.find((candidate) => candidate.id === id)
  if (!contract) {
    const known = catalogueContracts.map((candidate) => candidate.id)
    throw new Failure('not_found', `Unknown contract ${JSON.stringify(id.slice(0, 60))}.`, {
      details: { parameter: 'endpointId', ...didYouMean(id, known), known },
    })
  }
  if (contract.method === method || contract.otherMethod === method) return contract
  throw new Failure('method_not_allowed', `The contract ${contract.id} requires ${contract.method}.`, {
    details: { allowed: [contract.method] },
    headers: { allow: contract.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS' },
  })
}

interface RawBody {
  readonly method: 'GET' | 'POST'
  readonly text: string | undefined
  readonly contentType: string | undefined
}

/** Moves path parameters out of the query and adds the contract's fixed parameters. */
function toRawRequest(
  contract: Contract,
  search: string,
  { method, text, contentType }: RawBody,
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
    ([fixed]) => !query.some(([name]) => name === fixed),
  )
  return {
    contract,
    path,
    query: [...fixedParameters, ...query],
    ...(method === contract.method ? {} : { method }),
    ...(method === 'POST' && text !== undefined && text !== ''
      ? { body: { contentType: requestContentType(contract, contentType), text } }
      : {}),
  }
}

function pathParameter(
  contract: Contract,
  name: string,
  parameters: readonly (readonly [string, string])[],
): [string, string][] {
  const [first, ...more] = parameters.filter(([parameter]) => parameter === name)
  if (more.length > 0) {
    throw invalidParameter(
      name,
      `The contract ${contract.id} takes one ${JSON.stringify(name)}.`,
      'one value',
      {
        parameters: more.length + 1,
      },
    )
  }
  const value = first?.[1] ?? contract.pathDefaults[name]
  if (value === undefined || value === '') {
    const expected = name === 'symbol' ? 'EXCHANGE:TICKER' : 'a value'
    throw invalidParameter(name, `The contract ${contract.id} requires ${JSON.stringify(name)}.`, expected)
  }
  if (name === 'symbol') return [[name, parseSymbol(value)]]
  if (name === 'market') {
    return [[name, contract.id === 'scanner.scan' ? parseScannedMarket(value) : parseMarket(value)]]
  }
  // Dot segments would change the path.
  if (/^\.{1,2}$/.test(value) || value.length > 200) {
    throw new Failure('invalid_request', `${JSON.stringify(value.slice(0, 60))} is not a valid ${name}.`, {
      details: { parameter: name },
    })
  }
  return [[name, value]]
}

/** Replaces a missing type, and the one that `curl` sends by default, by the contract's. */
function requestContentType({ bodyType }: Contract, contentType: string | undefined): string {
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') ?? false
  if (contentType === undefined || contentType.length > 200) return bodyType
  return isForm && bodyType === 'application/json' ? bodyType : contentType
}

/** A type that no browser executes. The charset is UTF-8, or what the provider says about its original bytes. */
function safeContentType(type: string, isOriginal: boolean): string {
  const mediaType = /^text\/plain\b/i.test(type) ? 'text/plain' : 'application/json'
  const [, charset] = /;\s?charset=["']?([\w-]{1,40})/i.exec(type.slice(0, 200)) ?? []
  const shown = isOriginal ? charset : 'utf-8'
  return shown === undefined ? mediaType : `${mediaType}; charset=${shown}`
}
