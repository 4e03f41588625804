/** Cleans values that platforms write in different ways: text, numbers, URLs, JSON. */

import { parseForeignJson } from '../../../core/parse/parse-json.ts'
import { toPlainText } from '../../../core/parse/plain-text.ts'
import type { ParsedResponse } from '../../../sync/source.ts'
import { foldText } from '../normalise/fold-text.ts'
import { isDay } from '../normalise/time.ts'

export type Text = string | null | undefined

/** Without markup; undefined if nothing remains. */
export function cleanText(text: Text): string | undefined {
  const plain = toPlainText(text ?? '')
  return plain === '' ? undefined : plain
}

export function slugify(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** An absolute http URL; `//host/x` and `/x` are resolved against `base`. */
export function absoluteUrl(text: Text, base = 'https://invalid.invalid'): string | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined
  const url = URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === 'invalid.invalid') return undefined
  return url.href
}

/** A non-negative integer, from a number or text; otherwise null. */
export function parseCount(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 100_000
    ? number
    : null
}

/** The id of a row that may be invalid otherwise, as a list of one or none. */
export function idsIn(row: unknown, field: string): string[] {
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined
  if (typeof id !== 'string' && typeof id !== 'number') return []
  const text = String(id)
  return text === '' || text.length > idLengthMax ? [] : [text]
}

const idLengthMax = 200

/** For deciding what to fetch next; the body is validated later. Undefined if it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: not validated yet
export function tryParseJson(body: string): any {
  try {
    return parseForeignJson(body)
  } catch {
    return undefined
  }
}

/** In order. A time after the day is cut off; `unread` counts the rows that are no days. */
export function daysIn(rows: unknown): { readonly days: readonly string[]; readonly unread: number } {
  const list: readonly unknown[] = Array.isArray(rows) ? rows : []
  const days = list.map((row) => (typeof row === 'string' ? row.slice(0, 10) : '')).filter(isDay)
  return { days: [...new Set(days)].sort(), unread: list.length - days.length }
}

/** The validated bodies of one kind. */
export function bodiesOf<Body = ParsedResponse['body']>(
  responses: readonly ParsedResponse[],
  kind: string,
): Body[] {
  return responses.filter((response) => response.kind === kind).map(({ body }) => body)
}

/** The first `count` sessions that start after `nowMs`; one that is listed twice counts once. */
export function soonest<Session extends { readonly id: string; readonly startsAt: number }>(
  sessions: readonly Session[],
  nowMs: number,
  count: number,
): Session[] {
  const unique = new Map(sessions.map((session) => [session.id, session]))
  return [...unique.values()]
    .filter(({ startsAt }) => startsAt > nowMs)
    .sort((one, other) => one.startsAt - other.startsAt)
    .slice(0, count)
}
