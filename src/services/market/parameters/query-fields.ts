/** Parameters that several products share, and time spans. */

import { type TString, type TUnsafe, Type } from 'typebox'
import { withDefault } from '../../../http/openapi/fields.ts'
import { invalidParameter } from './invalid-parameter.ts'

export const lang = withDefault(
  Type.String({
    pattern: '^[a-z]{2}([_-][A-Za-z]{2,4})?$',
    description: 'Language of texts, if the provider has several.',
    examples: ['en'],
  }),
  'en',
)

export function offset(max: number): TUnsafe<number> {
  return withDefault(Type.Integer({ minimum: 0, maximum: max, description: 'Rows to skip.' }), 0)
}

export function searchText(description: string): TString {
  return Type.String({ minLength: 1, maxLength: 64, description })
}

export function dayOrInstant(description: string): TString {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
    description: `${description} A day (UTC) or a timestamp.`,
    examples: ['2026-11-17', '2026-11-17T18:00:00Z'],
  })
}

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

const dayMs = 86_400_000
/** Years have four digits, here and at the provider. */
const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** A day starts or ends at midnight UTC. If only `to` is present and in the past, the default `from` is relative to it. */
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
  if (toMs < fromMs)
    throw invalidParameter('to', 'The end of the range is before its start.', 'a time after `from`')
  if (toMs - fromMs > defaults.daysMax * dayMs) {
    throw invalidParameter(
      'to',
      `The range is longer than ${defaults.daysMax} days.`,
      `at most ${defaults.daysMax} days`,
    )
  }
  return { fromMs, toMs }
}

export function parseMoment(text: string, parameter: string, dayOffsetMs: number): number {
  const day = text.slice(0, 10)
  const startMs = Date.parse(`${day}T00:00:00Z`)
  const isDay = text === day
  const ms = isDay ? startMs + dayOffsetMs : Date.parse(text)
  // The parser turns February 30 into March 2.
  const isReal = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(day)
  if (isReal && ms >= firstMs && ms <= lastMs) return ms
  throw invalidParameter(parameter, `${JSON.stringify(text)} is not a valid date or time.`, '2026-11-15')
}
