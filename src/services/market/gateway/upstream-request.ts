/** One request to the provider, and the key under which its answer is kept. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import type { Contract } from './contracts.ts'

export interface UpstreamRequest {
  readonly contract: Contract
  /** Values for the placeholders of the contract's path. */
  readonly path: Readonly<Record<string, string>>
  /** In the order they are sent. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: UpstreamBody
}

export interface UpstreamBody {
  readonly contentType: string
  readonly text: string
  /** The same text for the same content; found by parsing where it is left out. */
  readonly canonical?: string
}

type ParameterValues = Readonly<Record<string, string | number | boolean | undefined>>

/** An ask of a contract: its fixed parameters, then the given ones; what is undefined is left out. */
export function buildUpstreamRequest(
  contract: Contract,
  {
    path = {},
    query = {},
    body,
  }: { path?: ParameterValues; query?: ParameterValues; body?: UpstreamRequest['body'] },
): UpstreamRequest {
  const allParameters = { ...contract.fixedQuery, ...query }
  return {
    contract,
    path: toTextValues(path),
    query: Object.entries(toTextValues(allParameters)),
    ...(body ? { body } : {}),
  }
}

const jsonType = 'application/json'

/** The body of a contract that takes JSON. */
export function jsonBody(value: unknown): UpstreamBody {
  const text = canonicalJson(value)
  return { contentType: jsonType, text, canonical: text }
}

/** The body of a contract that takes a form. */
export function formBody(values: Readonly<Record<string, string>>): UpstreamBody {
  const text = new URLSearchParams(values).toString()
  return { contentType: 'application/x-www-form-urlencoded', text, canonical: text }
}

/** The address; `template` has the contract's placeholders. Values are encoded, so none reaches beyond its place. */
export function requestUrl({ path, query, contract }: UpstreamRequest, template: string): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? contract.pathDefaults[name] ?? ''),
  )
  if (query.length === 0) return filled
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return `${filled}${filled.includes('?') ? '&' : '?'}${search.join('&')}`
}

/**
 * Asks that get the same answer have the same key: neither the order of parameters nor that of JSON members counts.
 * The type of the body does: the provider may read the same text in another way.
 * Values of one parameter keep their order, which some contracts care about.
 */
export function cacheKey({ contract, path, query, body }: UpstreamRequest): string {
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const pathValues = Object.keys({ ...contract.pathDefaults, ...path })
    .sort()
    .map((name) => [name, path[name] ?? contract.pathDefaults[name]])
  const content = body && [normaliseContentType(body.contentType), body.canonical ?? canonicalBody(body.text)]
  const parts = [contract.id, pathValues, sorted, content]
  return `${contract.id}:${hash('sha256', JSON.stringify(parts), 'base64url')}`
}

/** One form for every way of writing a type: case and blanks do not count, nor does saying that JSON is UTF-8. */
function normaliseContentType(type: string): string {
  if (type === jsonType) return type
  return type
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^(application\/json);charset=utf-8$/, '$1')
}

/** The text itself where parsing may have lost something, such as digits of a long number or a member named twice. */
function canonicalBody(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === stripWhitespace(text) ? canonicalJson(value) : text
  } catch {
    return text
  }
}

/** Blanks within strings stay. */
function stripWhitespace(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

function toTextValues(values: ParameterValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
