/** Keeps the fields that an item lacks until a second read agrees that they are gone. Pure. */

import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../schema/records.ts'
import { confirmAfterMs } from './find-doubt.ts'

type Facts = Item['facts']

/** When a read first lacked each field. */
export type LostFields = Readonly<Record<string, number>>

export interface KeptFacts {
  readonly facts: Facts
  readonly lost: LostFields
}

export function keepLostFields(facts: Facts, stored: KeptFacts, at: number): KeptFacts {
  const kept: Record<string, unknown> = {}
  const lost: Record<string, number> = {}
  for (const [name, value] of Object.entries(stored.facts)) {
    const since = stored.lost[name] ?? at
    if (!lacks(facts[name], value) || at - since >= confirmAfterMs) continue
    kept[name] = value
    lost[name] = since
  }
  return { facts: { ...facts, ...kept }, lost }
}

/** Whether the value says less than the stored one. Another value is a change, not a loss. */
function lacks(value: unknown, stored: unknown): boolean {
  if (isEmpty(stored)) return false
  if (isEmpty(value)) return true
  if (!Array.isArray(value) || !Array.isArray(stored) || value.length >= stored.length) return false
  return value.every((entry) => stored.some((other) => isDeepStrictEqual(entry, other)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 'unknown') return true
  return Array.isArray(value) && value.length === 0
}
