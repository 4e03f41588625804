/** Searches by word, compared with a plain model that reads every posting. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Random, random } from '../../../../../sandbox/random.ts'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import { isOneEditApart, isTwoEditsApart } from '../../../../core/text/search-words.ts'
import { chunks } from '../../../../store/chunks.ts'
import type { Store } from '../../../../store/store.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import { toWords } from '../../normalise/words.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { Posting } from '../../schema/records.ts'
import { withJobTables } from '../../schema/tables.ts'
import { readDescriptions } from '../read-descriptions.ts'
import { readFacets } from '../read-facets.ts'
import { searchJobs } from '../search-jobs.ts'
import type { Clause, QueryWord, TextQuery } from './clauses.ts'
import { parseQuery } from './parse-query.ts'
import { type UnderstoodQuery, understandQuery, type WordCounts } from './understand-query.ts'

const now = Date.UTC(2026, 10, 1, 6)
const dayMs = 86_400_000
/** More than one block. */
const postingsPerBoard = 1100

const titleWords =
  'Engineer Engineers Engineering Senior Data Nurse Nursing Node.js NodeJS C++ C# .NET C Ingenieur Ingenieure Verkäuferin Verkäufer Full-stack Fullstack Welder Écologie Złota Straße Berlin'.split(
    ' ',
  )
const companies = ['Acme', 'Nordwind Data GmbH', 'Engineers United', 'Żabka', 'Data Engineer']
const departments = ['Engineering', 'Sales', 'Data', undefined]
const cities = [
  { city: 'Berlin', region: 'BE', country: 'DE' },
  { city: 'São Paulo', country: 'BR' },
  { city: 'Data', country: 'US' },
]
const textWords = [
  ...'Python Pythons Kubernetes communicate communication Entwickler Entwicklerin Node.js full-stack C++ .NET Welder'.split(
    ' ',
  ),
  ...Array.from({ length: 40 }, (_, at) => `rare${at}`),
]
const queryWords = [
  ...textWords.slice(0, 16),
  ...titleWords,
  'enginer',
  'ingeneur',
  'weldr',
  'nordwnd',
  'berln',
  'eng*',
  'full-st*',
  'nor*',
  'zlota',
  '"data engineer"',
  '"engineer data"',
  '"senior c++"',
  '"python and"',
  '"communications and welder"',
  '"and kubernetes"',
  '"join our teams"',
  '"our team python"',
  '"node js and"',
  '"and and"',
  'berlin',
  '"são paulo"',
  '"berlin"',
  'germany',
  'united',
  'nothing',
  'nodejs',
  'in',
  'of',
  'sr',
  '-senior',
  '!engineers',
  'NOT nurse',
  '-"data engineer"',
  '-fullstack',
  '-eng*',
]

function anyText(chance: Random): Pick<Posting, 'body' | 'bodyHash'> {
  if (chance.chance(0.3)) return {}
  const items = Array.from({ length: chance.int(1, 6) }, () => `<li>${chance.pick(textWords)}, and</li>`)
  const body = `${chance.chance(0.5) ? '<p>Join our team</p>' : ''}<ul>${items.join('')}</ul>`
  return { body, bodyHash: body }
}

function anyPosting(id: number, chance: Random): Posting {
  const department = chance.pick(departments)
  return testPosting(String(id), {
    title: Array.from({ length: chance.int(1, 4) }, () => chance.pick(titleWords)).join(' '),
    company: chance.pick(companies),
    places: chance.chance(0.8) ? [chance.pick(cities)] : [],
    ...(department === undefined ? {} : { department }),
    posted: `2026-10-${String(chance.int(10, 14))}`,
    ...anyText(chance),
  })
}

/** Of each day, before the random ones. */
const fixedQueries = [
  'enginer',
  'weldr',
  'sr nodejs',
  'data -eng*',
  '-senior',
  'data in berlin',
  'nothing germany',
]

function anyQuery(chance: Random): string {
  return Array.from({ length: chance.int(1, 3) }, () => chance.pick(queryWords)).join(' ')
}

interface ModelRow {
  readonly id: string
  readonly active: number
  readonly listed_on: string
  readonly countries: string
  readonly cities: string
  readonly fields: readonly (readonly string[])[]
  /** The tokens of the description. */
  readonly text: ReadonlySet<string>
}

const points = [
  { same: 12, stem: 10, ending: 9, prefix: 8, variant: 12 },
  { same: 9, stem: 8, ending: 7, prefix: 6, variant: 9 },
  { same: 6, stem: 5, ending: 4, prefix: 4, variant: 6 },
  { same: 5, stem: 4, ending: 3, prefix: 3, variant: 0 },
]

// The model asks for few words and queries, of each posting again.
const stemsOf = remembered((word) => ({ english: stemEnglish(word), light: stemLight(word) }))
const tokenOf = remembered(toTextToken)

function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const result = known.get(text) ?? compute(text)
    if (!known.has(text)) known.set(text, result)
    return result
  }
}

/** The words of all postings, as `understandQuery` asks for them. */
function countsOf(all: readonly ModelRow[]): WordCounts {
  const counts = new Map<string, number>()
  for (const { fields } of all)
    for (const word of fields.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isForm = (one: string, other: string) =>
    stemsOf(one).english === stemsOf(other).english || stemsOf(one).light === stemsOf(other).light
  return {
    has: (word) => counts.has(word),
    count: (word, max) => {
      const forms = [...counts].filter(([other]) => isForm(word, other))
      return Math.min(
        max,
        forms.reduce((sum, [, count]) => sum + count, 0),
      )
    },
    similarTo: (word) => [...counts.keys()].filter((other) => isOneEditApart(word, other)),
    lessSimilarTo: (word) =>
      [...counts.keys()].filter((other) => other[0] === word[0] && isTwoEditsApart(word, other)),
    countInTexts: async (word) => all.filter(({ text }) => text.has(tokenOf(word))).length,
    isInCompany: (words) =>
      all.some(({ fields }) => ` ${fields[1]?.join(' ')} `.includes(` ${words.join(' ')} `)),
  }
}

function pointsOf(word: string, { text, isPrefix, isVariant }: QueryWord, field: number): number {
  const table = points[field] as (typeof points)[number]
  if (isPrefix && word !== text) return word.startsWith(text) ? table.prefix : 0
  const isStem = stemsOf(word).english === stemsOf(text).english
  const isEnding = stemsOf(word).light === stemsOf(text).light
  if (isVariant) return isStem || isEnding ? table.variant : 0
  if (word === text) return table.same
  if (isStem) return table.stem
  return isEnding ? table.ending : 0
}

interface Occurrence {
  readonly field: number
  readonly start: number
  readonly length: number
  readonly points: number
}

/** All places where a phrase of the clause occurs. */
function occurrencesOf({ phrases, weight, isPlace }: Clause, { fields }: ModelRow): Occurrence[] {
  return phrases.flatMap((phrase) =>
    fields.flatMap((words, field) =>
      words.flatMap((_, start) => {
        if (start + phrase.length > words.length) return []
        const each = phrase.map((word, at) => pointsOf(words[start + at] as string, word, field))
        if (each.includes(0)) return []
        const sum = each.reduce((all, one) => all + one, 0)
        const points = Math.floor((sum * weight) / phrase.length)
        return [
          { field, start, length: phrase.length, points: isPlace ? Math.min(points, 5 * weight) : points },
        ]
      }),
    ),
  )
}

/** Undefined if the posting does not match. */
function scoreOf(row: ModelRow, { clauses, excluded }: TextQuery): number | undefined {
  if (excluded.some((clause) => occurrencesOf(clause, row).length > 0)) return undefined
  let score = 0
  const found: { readonly clause: Clause; readonly all: readonly Occurrence[] }[] = []
  for (const clause of clauses) {
    const all = occurrencesOf(clause, row)
    const best = all.length > 0 ? Math.max(...all.map((one) => one.points)) : textPointsOf(clause, row)
    if (best === 0 && !clause.isOptional) return undefined
    score += best
    found.push({ clause, all })
  }
  if (clauses.length === 0) return 0
  const wordCount = clauses.reduce((sum, { weight }) => sum + weight, 0)
  const isCompany = found.every(({ clause, all }) =>
    all.some(({ field, start }) => field === 1 && start === clause.offset),
  )
  if (isCompany && wordCount === (row.fields[1] ?? []).filter((word) => word !== 'gmbh').length)
    return score + 24
  return score + titlePointsOf(found, row.fields[0]?.length ?? 0)
}

function titlePointsOf(
  found: readonly { readonly clause: Clause; readonly all: readonly Occurrence[] }[],
  length: number,
): number {
  const inTitle = found.map(({ clause, all }) => {
    const titles = all
      .filter(({ field }) => field === 0)
      .sort((one, other) => one.start - other.start || other.length - one.length)
    return titles.find(({ start }) => start === clause.offset) ?? titles[0]
  })
  if (inTitle.some((one, at) => one === undefined && !found[at]?.clause.isOptional)) return 0
  const ones = inTitle.filter((one) => one !== undefined)
  const isNext = (one: Occurrence, at: number) => {
    const before = ones[at - 1]
    return before === undefined || one.start === before.start || one.start === before.start + before.length
  }
  const isPhrase = ones.every(isNext)
  const isStart = isPhrase && ones[0]?.start === 0
  const covered = ones
    .filter((one, at) => one.start !== ones[at - 1]?.start)
    .reduce((sum, one) => sum + one.length, 0)
  if (isStart && covered >= length) return 24
  return (isPhrase ? 6 : 0) + (isStart ? 4 : 0) + Math.floor((8 * Math.min(covered, length)) / length)
}

/** Words, and all words of a phrase in any order; no prefixes. */
function textPointsOf({ phrases, textWords, isQuoted }: Clause, row: ModelRow): number {
  const tokens = isQuoted ? (phrases[0] ?? []).map(({ text }) => tokenOf(text)) : []
  if (tokens.length > 1) return tokens.every((token) => row.text.has(token)) ? 2 * tokens.length : 0
  return textWords.some((word) => row.text.has(tokenOf(word))) ? 2 : 0
}

/** The newest first. */
function byDate(one: ModelRow, other: ModelRow): number {
  return `${one.listed_on} ${one.id}` < `${other.listed_on} ${other.id}` ? 1 : -1
}

/** Words that punctuation joins are found one by one and joined. */
function textTokens(text: string): Set<string> {
  const parts = text.split(/\s+/).map(toWords)
  return new Set(parts.flatMap((words) => [...words, words.join('')]).map(tokenOf))
}

interface Expected {
  readonly rows: readonly ModelRow[]
  readonly byRelevance: readonly string[]
  readonly byDate: readonly string[]
  readonly corrections: number
}

function isIn({ cities, countries }: ModelRow, label: string): boolean {
  return `${cities}${countries}`.includes(`|${label.toLowerCase()}|`)
}

async function expect(
  all: readonly ModelRow[],
  q: string,
  active: number,
  country?: string,
): Promise<Expected> {
  const query = parseQuery(q)
  assert.ok(query)
  const counts = countsOf(all)
  const find = ({ text, understood: { place } }: UnderstoodQuery) =>
    all
      .filter(
        (row) => row.active === active && (country === undefined || row.countries.includes(`|${country}|`)),
      )
      .filter((row) => place?.applied !== true || isIn(row, place.label))
      .flatMap((row) => {
        const score = scoreOf(row, text)
        return score === undefined ? [] : [{ row, score }]
      })
  const understood = await understandQuery(query, counts)
  const inPlace = find(understood)
  const found =
    inPlace.length === 0 && understood.understood.place?.applied === true
      ? find(await understandQuery(query, counts, 'no_jobs'))
      : inPlace
  return {
    corrections: understood.understood.corrections.length,
    rows: found.map(({ row }) => row),
    byRelevance: found
      .toSorted((one, other) => other.score - one.score || byDate(one.row, other.row))
      .map(({ row }) => row.id),
    byDate: found
      .map(({ row }) => row)
      .sort(byDate)
      .map(({ id }) => id),
  }
}

async function readModelRows(store: Store): Promise<ModelRow[]> {
  const rows = await withJobTables(store.readModel.read)
    .selectFrom('job')
    .select(['id', 'active', 'listed_on', 'countries', 'cities', 'title', 'company', 'department', 'place'])
    .execute()
  const descriptions = new Map<string, string>()
  for (const ids of chunks(rows.map(({ id }) => id)))
    for (const [id, { text }] of await readDescriptions(store.readModel, ids)) descriptions.set(id, text)
  return rows.map(({ id, active, listed_on, countries, cities, ...texts }) => ({
    text: textTokens(descriptions.get(id) ?? ''),
    id,
    active,
    listed_on,
    countries,
    cities,
    fields: [texts.title, texts.company, texts.department, texts.place].map(toWords),
  }))
}

async function pageThrough(store: Store, q: string, active: boolean, country?: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: (string | number)[] | undefined
  do {
    const { rows } = await searchJobs(
      store.readModel,
      { active, q, country },
      { sort: 'relevance', after: cursor, limit: 200 },
    )
    ids.push(...rows.slice(0, 200).map(({ id }) => id))
    const last = rows[199]
    cursor = rows.length > 200 && last ? [last.sort, last.id] : undefined
  } while (cursor !== undefined)
  return ids
}

for (const engine of testEngines) {
  describe(`search by word on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    async function compare(seed: string, queries: number): Promise<void> {
      const all = await readModelRows(store)
      const chance = random('queries', seed)
      let misspelled = 0
      for (let turn = 0; turn < queries; turn++) {
        const q = fixedQueries[turn] ?? anyQuery(chance)
        const active = chance.chance(0.8)
        const country = chance.chance(0.3) ? 'germany' : undefined
        const expected = await expect(all, q, active ? 1 : 0, country)
        const question = JSON.stringify({ seed, q, active, country })
        assert.deepEqual(await pageThrough(store, q, active, country), expected.byRelevance, question)
        const { rows, total, understood } = await searchJobs(
          store.readModel,
          { active, q, country },
          { sort: 'posted', limit: 20 },
        )
        assert.equal(understood?.corrections.length, expected.corrections, question)
        assert.equal(total, expected.rows.length, question)
        assert.deepEqual(
          rows.slice(0, 20).map(({ id }) => id),
          expected.byDate.slice(0, 20),
          question,
        )
        const facets = await readFacets(store.readModel, 'country', { active, q, country }, 10)
        assert.equal(facets.total, expected.rows.length, question)
        const germany = expected.rows.filter((row) => row.countries.includes('|germany|')).length
        assert.equal(facets.rows.find(({ value }) => value === 'Germany')?.count ?? 0, germany, question)
        if (expected.rows.length > 0) misspelled += expected.corrections
      }
      assert.ok(misspelled > 0, 'some queries have to find something only because a letter may differ')
    }

    it('agrees with a plain model over several syncs', async () => {
      let postings = new Map<string, Posting>()
      let serial = 0
      for (let day = 0; day < 3; day++) {
        const chance = random('postings', day)
        const kept = [...postings.values()].filter(() => chance.chance(0.97))
        postings = new Map(kept.map((posting) => [posting.nativeId, posting]))
        for (const [id, posting] of postings)
          if (chance.chance(0.04))
            postings.set(id, { ...posting, title: anyPosting(0, chance).title, ...anyText(chance) })
        while (postings.size < 2 * postingsPerBoard) {
          serial += 1
          const posting = anyPosting(serial, chance)
          postings.set(posting.nativeId, posting)
        }
        const records = [...postings.values()]
        await publishBoards(store, now + day * dayMs, [
          { board: 'one', records: records.slice(0, postingsPerBoard) },
          { board: 'two', records: records.slice(postingsPerBoard) },
        ])
        await compare(`day ${day}`, 20)
      }
      assert.ok(serial > slotsPerBlock)
    })

    it('finds a phrase in other fields by its order, and in descriptions by its words', async () => {
      const all = await readModelRows(store)
      for (const q of [
        '"join our team" engineer',
        '"team our" weldr',
        '"our join" python berln',
        '"join our" "our team" "and python" "and welder" "and kubernetes"',
      ])
        assert.deepEqual(await pageThrough(store, q, true), (await expect(all, q, 1)).byRelevance, q)
      const found = new Set(await pageThrough(store, '"team our"', true))
      assert.ok(found.size > 300)
      assert.deepEqual(new Set(await pageThrough(store, '"our team"', true)), found)
      const inOrder = await pageThrough(store, '"data engineer"', true)
      const inOtherOrder = await pageThrough(store, '"engineer data"', true)
      assert.ok(new Set(inOrder).difference(new Set(inOtherOrder)).size > 0)
    })

    it('finds each posting once, also if several words of the query say nothing', async () => {
      const titles = ['Zincographer', 'Zincographer of the', 'Zincographer the of', 'the Zincographer']
      const records = titles.map((title, at) => testPosting(`zinc${at}`, { title }))
      await publishBoards(store, now + 9 * dayMs, [{ board: 'four', records }])
      const all = await readModelRows(store)
      const { byRelevance } = await expect(all, 'zincographer of the', 1)
      assert.equal(byRelevance.length, titles.length)
      assert.deepEqual(await pageThrough(store, 'zincographer of the', true), byRelevance)
    })

    it('finds a new posting by its words', async () => {
      const extra = testPosting('extra', { title: 'Zymurgist' })
      await publishBoards(store, now + 10 * dayMs, [{ board: 'three', records: [extra] }])
      const all = await readModelRows(store)
      const { byRelevance } = await expect(all, 'zymurgist', 1)
      assert.deepEqual(await pageThrough(store, 'zymurgists', true), byRelevance)
    })
  })
}
