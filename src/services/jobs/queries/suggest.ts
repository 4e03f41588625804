/** Completes what somebody types to titles, companies, cities and departments of listed jobs. */

import { toWords } from '../normalise/words.ts'
import { type SuggestionType, suggestionTypes } from '../schema/suggestion.ts'
import { type JobsDatabase, jobStates, withJobTables } from '../schema/tables.ts'
import { searchJobs } from './search-jobs.ts'

export interface Suggestion {
  readonly type: SuggestionType
  readonly value: string
  readonly count: number
}

interface Entry extends Suggestion {
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

export async function suggest(
  db: JobsDatabase,
  text: string,
  { types, limit, nowMs }: { types: ReadonlySet<SuggestionType>; limit: number; nowMs: number },
): Promise<Suggestion[]> {
  const words = toWords(text).join(' ')
  if (words === '') return []
  const byBeginning = await loadEntries(db, nowMs)
  const atStart: Suggestion[] = []
  const atWord: Suggestion[] = []
  for (const entry of byBeginning.get(words.slice(0, beginningLengthMax).trim()) ?? []) {
    if (!types.has(entry.type)) continue
    const at = entry.text.indexOf(` ${words}`)
    if (at === 0) atStart.push(entry)
    else if (at > 0 && atWord.length < limit) atWord.push(entry)
    if (atStart.length === limit) break
  }
  return [...atStart, ...atWord].slice(0, limit).map(({ type, value, count }) => ({ type, value, count }))
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
  const fields = ['company', 'city', 'department'] as const
  const { facets } = await searchJobs(
    db,
    { active: true },
    { limit: 0, facets: { fields, limit: valuesMax } },
  )
  const counts = new Map<SuggestionType, readonly { value: string; count: number }[]>(
    fields.map((field, at) => [field, facets[at]?.rows ?? []]),
  )
  counts.set('title', await readTitles(db))
  const entries = suggestionTypes.flatMap((type) =>
    (counts.get(type) ?? []).map(
      ({ value, count }): Entry => ({ type, value, count, text: ` ${toWords(value).join(' ')}` }),
    ),
  )
  // Stable: equally frequent values stay in the order of their types and keys.
  return byBeginning(entries.sort((one, other) => other.count - one.count))
}

/** Most frequent first. */
async function readTitles(db: JobsDatabase): Promise<{ value: string; count: number }[]> {
  const rows = await withJobTables(db.heavy)
    .selectFrom('job')
    .select(({ fn }) => ['title as value', fn.countAll<number>().as('count')])
    .where('active', '=', jobStates.listed)
    .groupBy('title')
    .orderBy('count', 'desc')
    .orderBy('title')
    .limit(valuesMax)
    .execute()
  return rows.map(({ value, count }) => ({ value, count: Number(count) }))
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
