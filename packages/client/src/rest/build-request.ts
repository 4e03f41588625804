/** Turns an operation and its parameters into a request; pure. */

import { randomId } from '../random-id.ts'
import type { CallOptions, OperationInfo, QueryValue } from './operation.ts'

export interface Credentials {
  /** An API key: reads with higher limits, and the operations routes. */
  readonly key?: string | undefined
  /** A management token from signing in, for managing keys. */
  readonly token?: string | undefined
}

export interface PreparedRequest {
  readonly url: string
  readonly method: OperationInfo['method']
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether sending it twice has the same effect as once. */
  readonly isRepeatable: boolean
  /** Whether the response may be any JSON value instead of an object. */
  readonly takesAnyBody: boolean
}

export type Params = Readonly<Record<string, unknown>>

export function buildRequest(
  base: string,
  facts: OperationInfo,
  params: Params,
  options: CallOptions,
  credentials: Credentials,
): PreparedRequest {
  const { body, idempotency_key: key, ...rest } = params
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...credentialsFor(facts, credentials),
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (facts.keyed) headers['idempotency-key'] = typeof key === 'string' ? key : randomId(32)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
  return {
    url: base + fillPath(facts.path, rest) + toQuery(facts, rest, options.query),
    method: facts.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    isRepeatable: facts.method !== 'POST' || facts.keyed === true,
    takesAnyBody: facts.anyBody === true,
  }
}

function credentialsFor({ takes }: OperationInfo, { key, token }: Credentials): Record<string, string> {
  if (takes === 'token' || key === undefined)
    return token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { 'x-api-key': key }
}

function fillPath(path: string, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`${name} is missing`)
    // The URL parser would resolve a dot segment to another path.
    if (/^\.{0,2}$/.test(String(value))) throw new TypeError(`${name} cannot be '${value}'`)
    return encodeURIComponent(value)
  })
}

function toQuery(facts: OperationInfo, params: Params, more: CallOptions['query'] = {}): string {
  const knownNames = new Set([
    ...(facts.query ?? []),
    ...[...facts.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  ])
  const unknownName = Object.keys(params).find((name) => !knownNames.has(name) && params[name] !== undefined)
  if (unknownName !== undefined) throw new TypeError(`there is no parameter called ${unknownName}`)
  const query = new URLSearchParams()
  for (const name of facts.query ?? []) appendParam(query, name, params[name] as QueryValue)
  for (const [name, value] of Object.entries(more)) appendParam(query, name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function appendParam(query: URLSearchParams, name: string, value: QueryValue): void {
  if (value === undefined || value === null) return
  query.append(name, Array.isArray(value) ? value.join(',') : String(value))
}
