/** A request to the provider, and the key under which its response is cached. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import type { Contract } from './contracts.ts'

export interface UpstreamRequest {
  readonly contract: Contract
  /** Default: that of the contract. */
  readonly method?: 'GET' | 'POST'
  /** Values for the placeholders of the contract's path. */
  readonly path: Readonly<Record<string, string>>
  /** In the order they are sent. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: UpstreamBody
}

export interface UpstreamBody {
  readonly contentType: string
  readonly text: string
  /** Equal text for equal content. Default: derived by parsing `text`. */
  readonly canonical?: string
}

type ParameterValue = string | number | boolean | undefined

/** The parts of a request that depend on the caller. Undefined values are omitted; a list repeats its parameter. */
export interface UpstreamParts {
  readonly path?: Readonly<Record<string, ParameterValue>>
  readonly query?: Readonly<Record<string, ParameterValue | readonly string[]>>
  readonly body?: UpstreamBody
}

/** The contract's fixed parameters come first. */
export function buildUpstreamRequest(
  contract: Contract,
  { path = {}, query = {}, body }: UpstreamParts,
): UpstreamRequest {
  return {
    contract,
    path: Object.fromEntries(toTextPairs(path)),
    query: toTextPairs({ ...contract.fixedQuery, ...query }),
    ...(body ? { body } : {}),
  }
}

const jsonType = 'application/json'

export function jsonBody(value: unknown): UpstreamBody {
  const text = canonicalJson(value)
  return { contentType: jsonType, text, canonical: text }
}

export function formBody(values: Readonly<Record<string, string>>): UpstreamBody {
  const text = new URLSearchParams(values).toString()
  return { contentType: 'application/x-www-form-urlencoded', text, canonical: text }
}

/** `template` has the contract's placeholders. Values are encoded, so that none can change the path. */
export function requestUrl({ path, query, contract }: UpstreamRequest, template: string): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? contract.pathDefaults[name] ?? ''),
  )
  if (query.length === 0) return filled
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return `${filled}${filled.includes('?') ? '&' : '?'}${search.join('&')}`
}

/**
 * Requests with the same response have the same key: the order of parameters and of JSON members is ignored.
 * The media type of the body is not, because the provider may parse the same text differently.
 * Values of one parameter keep their order, which matters to some contracts.
 */
export function cacheKey({ contract, method, path, query, body }: UpstreamRequest): string {
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const pathValues = Object.keys({ ...contract.pathDefaults, ...path })
    .sort()
    .map((name) => [name, path[name] ?? contract.pathDefaults[name]])
  const content = body && [normaliseContentType(body.contentType), body.canonical ?? canonicalBody(body.text)]
  const otherMethod = method === undefined || method === contract.method ? [] : [method]
  const parts = [contract.id, pathValues, sorted, content, ...otherMethod]
  return `${contract.id}:${hash('sha256', JSON.stringify(parts), 'base64url')}`
}

/** Ignores case, whitespace and a UTF-8 charset of JSON. */
function normaliseContentType(type: string): string {
  if (type === jsonType) return type
  return type
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^(application\/json);charset=utf-8$/, '$1')
}

/** The text itself if parsing may lose something, such as digits of a long number or a duplicate member. */
function canonicalBody(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === stripWhitespace(text) ? canonicalJson(value) : text
  } catch {
    return text
  }
}

/** Keeps whitespace within strings. */
function stripWhitespace(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

function toTextPairs(
  values: Readonly<Record<string, ParameterValue | readonly string[]>>,
): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((item): [string, string] => [name, String(item)]),
  )
}
