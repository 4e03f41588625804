/** One request to the provider, and the key under which its answer is kept. */

import { hash } from 'node:crypto'
import { canonicalJson } from '../../../core/content-hash.ts'
import type { Contract } from './contracts.ts'

export interface UpstreamAsk {
  readonly contract: Contract
  /** Values for the placeholders of the contract's path. */
  readonly path: Readonly<Record<string, string>>
  /** In the order they are sent. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: AskBody
}

export interface AskBody {
  readonly type: string
  readonly text: string
  /** The same text for the same content; found by parsing where it is left out. */
  readonly canonical?: string
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** An ask of a contract: its fixed parameters, then the given ones; what is undefined is left out. */
export function askOf(
  contract: Contract,
  { path = {}, query = {}, body }: { path?: Parameters; query?: Parameters; body?: UpstreamAsk['body'] },
): UpstreamAsk {
  const named = { ...contract.query, ...query }
  return {
    contract,
    path: texts(path),
    query: Object.entries(texts(named)),
    ...(body ? { body } : {}),
  }
}

const jsonType = 'application/json'

/** The body of a contract that takes JSON. */
export function jsonBody(value: unknown): AskBody {
  const text = canonicalJson(value)
  return { type: jsonType, text, canonical: text }
}

/** The body of a contract that takes a form. */
export function formBody(values: Readonly<Record<string, string>>): AskBody {
  const text = new URLSearchParams(values).toString()
  return { type: 'application/x-www-form-urlencoded', text, canonical: text }
}

/** The address; `template` has the contract's placeholders. Values are encoded, so none reaches beyond its place. */
export function urlOf({ path, query, contract }: UpstreamAsk, template: string): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? contract.defaults[name] ?? ''),
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
export function keyOf({ contract, path, query, body }: UpstreamAsk): string {
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const places = Object.keys({ ...contract.defaults, ...path })
    .sort()
    .map((name) => [name, path[name] ?? contract.defaults[name]])
  const content = body && [essenceOf(body.type), body.canonical ?? canonicalText(body.text)]
  const parts = [contract.id, places, sorted, content]
  return `${contract.id}:${hash('sha256', JSON.stringify(parts), 'base64url')}`
}

/** One form for every way of writing a type: case and blanks do not count, nor does saying that JSON is UTF-8. */
function essenceOf(type: string): string {
  if (type === jsonType) return type
  return type
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/^(application\/json);charset=utf-8$/, '$1')
}

/** The text itself where parsing may have lost something, such as digits of a long number or a member named twice. */
function canonicalText(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === withoutBlanks(text) ? canonicalJson(value) : text
  } catch {
    return text
  }
}

/** Blanks within strings stay. */
function withoutBlanks(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

function texts(values: Parameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
