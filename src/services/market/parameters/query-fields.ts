/** Parameters that several products share. */

import { type TString, type TUnsafe, Type } from 'typebox'
import { withDefault } from '../../../http/openapi/fields.ts'
import { invalidParameter } from './invalid-parameter.ts'

export const lang = withDefault(
  Type.String({
    pattern: '^[a-z]{2}([_-][A-Za-z]{2,4})?$',
    description: 'Language of texts, where the provider has several.',
    examples: ['en'],
  }),
  'en',
)

export function offset(most: number): TUnsafe<number> {
  return withDefault(Type.Integer({ minimum: 0, maximum: most, description: 'Rows to skip.' }), 0)
}

export function searchText(description: string): TString {
  return Type.String({ minLength: 1, maxLength: 64, description })
}

export function dayOrInstant(description: string): TString {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
    description: `${description} A day (UTC) or an instant.`,
  })
}

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

const dayMs = 86_400_000
/** The years that are written with four digits, here and by the provider. */
const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * From the start of a day to the end of a day, unless instants are given. Where only the end is told, what is usual
 * before today is usual before that end.
 */
export function parseTimeSpan(
  { from, to }: { from?: string; to?: string },
  nowMs: number,
  defaults: { daysBack: number; daysAhead: number; daysMax: number },
): TimeSpan {
  const aroundMs = from === undefined && to !== undefined ? Math.min(nowMs, Date.parse(to)) : nowMs
  const day = Math.floor(aroundMs / dayMs) * dayMs
  const fromMs = from === undefined ? day - defaults.daysBack * dayMs : parseMoment(from, 'from', 0)
  const toMs =
    to === undefined
      ? Math.min(lastMs, Math.max(day, fromMs) + (defaults.daysAhead + 1) * dayMs - 1)
      : parseMoment(to, 'to', dayMs - 1)
  if (toMs < fromMs) throw invalidParameter('to', 'The range ends before it begins.', 'a moment after `from`')
  if (toMs - fromMs > defaults.daysMax * dayMs) {
    throw invalidParameter(
      'to',
      `The range is longer than ${defaults.daysMax} days.`,
      `at most ${defaults.daysMax} days`,
    )
  }
  return { fromMs, toMs }
}

function parseMoment(written: string, parameter: string, lateMs: number): number {
  const day = written.slice(0, 10)
  const startMs = Date.parse(`${day}T00:00:00Z`)
  const isDay = written === day
  const ms = isDay ? startMs + lateMs : Date.parse(written)
  // The parser takes the 30th of February for the 2nd of March.
  const isReal = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(day)
  if (isReal && ms >= firstMs && ms <= lastMs) return ms
  throw invalidParameter(parameter, `There is no such moment as ${JSON.stringify(written)}.`, '2026-11-15')
}
