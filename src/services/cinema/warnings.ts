/** The warnings in `meta.warnings` and in seat maps. */

import { parseValues } from '../../core/text/filter-values.ts'
import { notYetCollected } from '../../http/response/not-yet-collected.ts'
import { unknownValue } from '../../http/response/unknown-value.ts'
import { accessibilityTags, formatTags } from './normalise/formats.ts'
import { languageCodes, toLanguage } from './normalise/languages.ts'
import type { ListExpansion, Warning } from './schema/index.ts'
import type { CinemaDb } from './schema/tables.ts'
import { cinemaScope } from './scopes.ts'

interface WarnedShowtime {
  readonly id: string
  readonly theater: { readonly sourceId: string } | undefined
}

function showtimeWarning(code: string, message: string, { id, theater }: WarnedShowtime): Warning {
  const source = theater === undefined ? {} : { source_id: theater.sourceId }
  return { code, message, ...source, showtime_id: id }
}

export function staleWarning(showtime: WarnedShowtime): Warning {
  return showtimeWarning('stale_availability', 'The data is older than requested.', showtime)
}

export function notRefreshedWarning(showtime: WarnedShowtime): Warning {
  const message = 'The source could not be refreshed; the stored data is returned.'
  return showtimeWarning('stale_availability', message, showtime)
}

/** `isLive`: its source can be asked for them. */
export function notCapturedWarning(showtime: WarnedShowtime, topic: string, isLive: boolean): Warning {
  const advice = isLive ? 'use source_mode=auto to fetch them' : 'its source cannot be asked for them'
  const message = `No ${topic} captured for this showtime yet; ${advice}.`
  return showtimeWarning('not_captured', message, showtime)
}

export function noPricesWarning(count: number): Warning {
  const message = `Prices of ${count} of these showtimes have not been fetched yet; /v1/showtimes/{showtime_id}/prices?source_mode=auto fetches them.`
  return { code: 'not_captured', message }
}

export function noGridWarning(showtime: WarnedShowtime): Warning {
  const message = 'Seats are not reserved, so there is no grid.'
  return showtimeWarning('general_admission_no_grid', message, showtime)
}

export function liveLimitWarning(max: number): Warning {
  return { code: 'live_limit', message: `At most ${max} showtimes are refreshed live.` }
}

interface TagQuery {
  readonly format?: string | undefined
  readonly accessibility?: string | undefined
  readonly language?: string | undefined
  readonly subtitle_language?: string | undefined
}

/** Values that no source has, though the others may have found something. */
export function tagWarnings(query: TagQuery): Warning[] {
  const isLanguage = (value: string) => toLanguage(value) !== undefined
  const isFormat = (value: string) => formatTags.has(value.toLowerCase())
  const isAccessibility = (value: string) => accessibilityTags.some((tag) => tag === value.toLowerCase())
  return [
    ...unknownIn('format', query.format, isFormat, formatTags),
    ...unknownIn('accessibility', query.accessibility, isAccessibility, accessibilityTags),
    ...unknownIn('language', query.language, isLanguage, languageCodes.keys()),
    ...unknownIn('subtitle_language', query.subtitle_language, isLanguage, languageCodes.keys()),
  ]
}

function unknownIn(
  parameter: string,
  text: string | undefined,
  isKnown: (value: string) => boolean,
  known: Iterable<string>,
): Warning[] {
  if (text === undefined) return []
  const { included, excluded } = parseValues(text)
  const unknown = [...included, ...excluded].filter((value) => !isKnown(value))
  const names = unknown.length === 0 ? [] : [...known]
  return unknown.map((value) => unknownValue(parameter, value, names, { isClosed: true }))
}

/** Movies have only one of the expansions that showtimes have. */
export function noEffectWarnings(include: ReadonlySet<ListExpansion>): Warning[] {
  const others = [...include].filter((name) => name !== 'aliases')
  if (others.length === 0) return []
  const message = `"include" has no effect on movies with ${others.join(', ')}; only aliases has.`
  return [{ code: 'no_effect', message }]
}

/** Explains an empty list before the first sync. */
export function notYetCollectedWarnings({ db }: { readonly db: CinemaDb }): Warning[] {
  if (db.publishedAt(cinemaScope) > 0) return []
  return [notYetCollected]
}

/**
 * `meta` has no `warnings` if there are none. A showtime has each warning once; if there are more than `max`, the last
 * one says how many are left out.
 */
export function warningsMeta(
  warnings: readonly Warning[],
  max = Number.POSITIVE_INFINITY,
): { readonly warnings?: readonly Warning[] } {
  if (warnings.length === 0) return {}
  const unique = new Map<string, Warning>()
  for (const warning of warnings) {
    const key = `${warning.code} ${warning.showtime_id ?? warning.message}`
    if (!unique.has(key)) unique.set(key, warning)
  }
  const all = [...unique.values()]
  if (all.length <= max) return { warnings: all }
  const omitted = all.length - (max - 1)
  const message = `${omitted} further warnings are left out.`
  return { warnings: [...all.slice(0, max - 1), { code: 'warnings_truncated', message }] }
}
