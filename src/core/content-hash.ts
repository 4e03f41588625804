/** Detects changed records by a hash of their canonical JSON and the version of their mapping. */

import { hash } from 'node:crypto'

/** Raise `version` when the mapping changes, so that every stored record counts as changed once. */
export function contentHash(version: number, value: unknown): string {
  return `${version}.${hash('sha256', canonicalJson(value), 'base64url').slice(0, 22)}`
}

/** JSON with sorted keys and no spaces. Throws for values that JSON would alter: dates, NaN, bigints, functions. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortMembers(value))
}

/** Integer-like names come first, as in every JavaScript object. */
function sortMembers(value: unknown): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isPlainObject(value)) {
    throw new TypeError(`not plain JSON: ${Object.prototype.toString.call(value)} ${String(value)}`)
  }
  const members: [string, unknown][] = []
  for (const name of Object.keys(value).sort()) {
    const member = value[name]
    if (member !== undefined) members.push([name, sortMembers(member)])
  }
  return Object.fromEntries(members)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
