/** One request to the provider, and the key under which its answer is kept. */

import { createHash } from 'node:crypto'
import type { Contract } from '../contracts.ts'

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
  /** The same text for the same content; found by parsing unless told. */
  readonly canonical?: string
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** An ask of a contract: its fixed parameters, then the given ones; what is undefined or empty is left out. */
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

/** The body of a contract that takes JSON. */
export function jsonBody(value: unknown): AskBody {
  const text = JSON.stringify(sortedMembers(value))
  return { type: 'application/json', text, canonical: text }
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
  return `${filled}?${search.join('&')}`
}

/**
 * Asks that get the same answer have the same key: neither the order of parameters nor that of JSON members counts.
 * Values of one parameter keep their order, which some contracts care about.
 */
export function keyOf({ contract, path, query, body }: UpstreamAsk): string {
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const places = Object.keys({ ...contract.defaults, ...path })
    .sort()
    .map((name) => [name, path[name] ?? contract.defaults[name]])
  const parts = [contract.id, places, sorted, body && (body.canonical ?? canonicalText(body.text))]
  return `${contract.id}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
}

function canonicalText(text: string): string {
  try {
    return JSON.stringify(sortedMembers(JSON.parse(text)))
  } catch {
    return text
  }
}

function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortedMembers(member)]),
  )
}

function texts(values: Parameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
