/** Completes what somebody types to titles, companies, cities, countries and departments of listed jobs. */

import { countryName } from '../../../core/places/countries.ts'
import { toWords } from '../normalise/words.ts'
import { cityLabel } from '../schema/place-keys.ts'
import { type SuggestionType, suggestionTypes } from '../schema/suggestion.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { jobSearchOf } from './search-engine.ts'
import { searchJobs } from './search-jobs.ts'
import { findQueryPlace } from './words/query-place.ts'

export interface Suggestion {
  readonly type: SuggestionType
  readonly value: string
  readonly count: number
  /** What was typed, with the value in place of its last words. */
  readonly q: string
}

interface Entry extends Omit<Suggestion, 'q'> {
  /** Its words, each after a space. */
  readonly text: string
}

/** The most frequent values of each type, about fifteen megabytes. */
const valuesMax = 20_000
/** Counts may be this old while jobs are published. */
const ageMaxMs = 10_000
/** The beginnings of words by which entries are found. */
const beginningLengthMax = 3
/** Every entry with this beginning of one or two letters matches, so few are enough. */
const shortListMax = 300

/** Of what is typed, at most this many of the last words are completed if all of them are not. */
const lastWordsMax = 3
/** A single letter after other words is the beginning of too much. */
const lastLengthMin = 2

export async function suggest(
  db: JobsDatabase,
  text: string,
  { types, limit, nowMs }: { types: ReadonlySet<SuggestionType>; limit: number; nowMs: number },
): Promise<Suggestion[]> {
  const parts = text.split(/\s+/).filter((part) => toWords(part).length > 0)
  if (parts.length === 0) return []
  const byBeginning = await loadEntries(db, nowMs)
  const firsts = [0, ...Array.from({ length: lastWordsMax }, (_, at) => parts.length - lastWordsMax + at)]
  for (const first of firsts.filter((at, index) => index === 0 || at > 0)) {
    const typed = parts.slice(first).join(' ')
    if (first > 0 && typed.length < lastLengthMin) continue
    const found = [...complete(byBeginning, typed, types, limit), ...placeNamed(byBeginning, typed, types)]
    if (found.length === 0) continue
    const before = parts.slice(0, first)
    return found
      .slice(0, limit)
      .map(({ type, value, count }) => ({ type, value, count, q: [...before, value].join(' ') }))
  }
  return []
}

function complete(
  byBeginning: EntriesByBeginning,
  typed: string,
  types: ReadonlySet<SuggestionType>,
  limit: number,
): Entry[] {
  const words = toWords(typed).join(' ')
  const atStart: Entry[] = []
  const atWord: Entry[] = []
  for (const entry of byBeginning.get(words.slice(0, beginningLengthMax).trim()) ?? []) {
    if (!types.has(entry.type)) continue
    const at = entry.text.indexOf(` ${words}`)
    if (at === 0) atStart.push(entry)
    else if (at > 0 && atWord.length < limit) atWord.push(entry)
    if (atStart.length === limit) break
  }
  return [...atStart, ...atWord]
}

/** A city or country by another of its names: `München`, `NYC`. */
function placeNamed(
  byBeginning: EntriesByBeginning,
  typed: string,
  types: ReadonlySet<SuggestionType>,
): Entry[] {
  const parts = typed.split(' ')
  const place = findQueryPlace(parts)
  if (place === undefined || place.end - place.start < parts.length) return []
  const { city, country = '' } = place
  const [type, value] =
    city === undefined
      ? (['country', countryName(country)] as const)
      : (['city', cityLabel({ city, country })] as const)
  if (value === undefined || !types.has(type) || isBeginning(typed, value)) return []
  const entries = byBeginning.get(toWords(value).join(' ').slice(0, beginningLengthMax)) ?? []
  return entries.filter((entry) => entry.type === type && entry.value === value).slice(0, 1)
}

/** Whether it was found by its beginning already. */
function isBeginning(typed: string, value: string): boolean {
  return toWords(value).join(' ').startsWith(toWords(typed).join(' '))
}

/** The most frequent first. */
type EntriesByBeginning = ReadonlyMap<string, readonly Entry[]>

interface Loaded {
  readonly stamp: string
  readonly at: number
  readonly entries: Promise<EntriesByBeginning>
}

const loaded = new WeakMap<JobsDatabase, Loaded>()

async function loadEntries(db: JobsDatabase, nowMs: number): Promise<EntriesByBeginning> {
  const stamp = db.stamp('jobs')
  const last = loaded.get(db)
  if (last !== undefined && (last.stamp === stamp || Math.abs(nowMs - last.at) < ageMaxMs))
    return await last.entries
  const entries = readEntries(db)
  loaded.set(db, { stamp, at: nowMs, entries })
  try {
    return await entries
  } catch (error) {
    loaded.delete(db)
    throw error
  }
}

async function readEntries(db: JobsDatabase): Promise<EntriesByBeginning> {
  const fields = ['company', 'city', 'country', 'department'] as const
  const { facets } = await searchJobs(
    db,
    { active: true },
    { limit: 0, facets: { fields, limit: valuesMax } },
  )
  const counts = new Map<SuggestionType, readonly { value: string; count: number }[]>(
    fields.map((field, at) => [field, facets[at]?.rows ?? []]),
  )
  const titles = await jobSearchOf(db).readTitles(valuesMax)
  counts.set(
    'title',
    titles.map(({ title, count }) => ({ value: title, count })),
  )
  const entries = suggestionTypes.flatMap((type) =>
    (counts.get(type) ?? []).map(
      ({ value, count }): Entry => ({ type, value, count, text: ` ${toWords(value).join(' ')}` }),
    ),
  )
  // Stable: equally frequent values stay in the order of their types and keys.
  return byBeginning(entries.sort((one, other) => other.count - one.count))
}

function byBeginning(entries: readonly Entry[]): EntriesByBeginning {
  const lists = new Map<string, Entry[]>()
  for (const entry of entries) {
    const beginnings = new Set<string>()
    for (const { index } of entry.text.matchAll(/ /g))
      for (let length = 1; length <= beginningLengthMax; length++)
        beginnings.add(entry.text.slice(index + 1, index + 1 + length).trim())
    for (const beginning of beginnings) {
      const list = lists.get(beginning)
      if (list === undefined) lists.set(beginning, [entry])
      else if (beginning.length === beginningLengthMax || list.length < shortListMax) list.push(entry)
    }
  }
  return lists
}
