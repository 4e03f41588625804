/**
 * Searches postings in ClickHouse. All statements of a search read the same revision of the index, and find what a search of the
 * blocks finds.
 */

import type { Kysely } from 'kysely'
import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import type { DayField, DictionaryField } from '../../schema/block.ts'
import { type ReadableIndex, readServingIndex } from '../../schema/index-state.ts'
import { indexTables } from '../../schema/search-index.ts'
import { type JobsDatabase, type JobsReadModelTables, withJobTables } from '../../schema/tables.ts'
import { isBegun, isNotEnded } from '../../schema/visible-versions.ts'
import { blockSearchOf } from '../blocks/block-search.ts'
import { Dictionary } from '../blocks/dictionary.ts'
import { PlacePoints } from '../blocks/place-points.ts'
import type {
  FoundPosting,
  FoundPostings,
  JobOrder,
  JobQuery,
  JobSearch,
  TitleCount,
  Wanted,
} from '../job-search.ts'
import { type UnderstoodQuery, understandQuery } from '../words/understand-query.ts'
import { isInState, toConditionSql, toRankSql } from './clickhouse-conditions.ts'
import { WordFacts } from './word-facts.ts'
import { toMatchSql } from './word-scores.ts'

/** Until an index is complete, the blocks are searched. */
export function clickHouseSearchOf(db: JobsDatabase, clickHouse: ClickHouse): JobSearch {
  const blocks = blockSearchOf(db)
  let engine: Engine | undefined
  /** Codes start again in a read model that was built anew. */
  function engineNow(): Engine {
    const epoch = db.epoch()
    engine = engine?.epoch === epoch ? engine : new Engine(clickHouse, epoch)
    return engine
  }
  return {
    async find(read, query, wanted) {
      const index = await readServingIndex(read)
      return index === undefined
        ? await blocks.find(read, query, wanted)
        : await engineNow().find(read, index, query, wanted)
    },
    async readTitles(limit) {
      const index = await db.snapshot((read) => readServingIndex(withJobTables(read)))
      return index === undefined ? await blocks.readTitles(limit) : await engineNow().readTitles(index, limit)
    },
  }
}

/** Facts about words; more would be kept for words that nobody asks for again. */
const factsMax = 20_000
/** A day is a number of 16 bits. */
const dayNumbers = 65_536

/** What is searched: the postings of a revision that meet the conditions. */
interface Matching {
  readonly index: ReadableIndex
  readonly conditions: SqlText
  readonly score: SqlText
  /** Begins each statement: names that conditions and score use. */
  readonly definitions: SqlText
}

class Engine {
  readonly epoch: number
  readonly #clickHouse: ClickHouse
  readonly #dictionary = new Dictionary()
  readonly #places = new PlacePoints()
  #facts: { readonly of: string; readonly facts: WordFacts } | undefined

  constructor(clickHouse: ClickHouse, epoch: number) {
    this.#clickHouse = clickHouse
    this.epoch = epoch
  }

  async find(
    read: Kysely<JobsReadModelTables>,
    index: ReadableIndex,
    query: JobQuery,
    wanted: Wanted,
  ): Promise<FoundPostings> {
    await this.#dictionary.refresh(read)
    if (query.text === undefined) return await this.#findMatching(index, query, wanted)
    const { text, signal } = query
    const facts = this.#factsOf(index)
    const understand = (reason?: 'no_jobs') =>
      facts.withCounts((counts) => understandQuery(text, counts, reason), signal)
    const understood = await understand()
    const found = await this.#findMatching(index, query, wanted, understood)
    // A guess never empties the result.
    if (found.total > 0 || understood.conditions.length === 0) return found
    return await this.#findMatching(index, query, wanted, await understand('no_jobs'))
  }

  async readTitles(index: ReadableIndex, limit: number): Promise<TitleCount[]> {
    const matching = { index, conditions: isInState(true), score: sql`0`, definitions: sql`` }
    return await this.#clickHouse.query<TitleCount>(
      sql`select title, count() as count ${from(matching)} group by title order by count desc, title limit ${limit}`,
    )
  }

  #factsOf(index: ReadableIndex): WordFacts {
    const of = `${index.name} ${index.counted}`
    if (this.#facts?.of !== of || this.#facts.facts.size > factsMax)
      this.#facts = { of, facts: new WordFacts(this.#clickHouse, index) }
    return this.#facts.facts
  }

  async #findMatching(
    index: ReadableIndex,
    query: JobQuery,
    wanted: Wanted,
    understood?: UnderstoodQuery,
  ): Promise<FoundPostings> {
    const { signal } = query
    const matching = await this.#toMatching(index, query, understood)
    const { order, fields, days = [] } = wanted
    const [total, rows, byField, countsByDay] = await Promise.all([
      this.#count(matching, signal),
      order === undefined ? [] : this.#readRows(matching, query, order),
      Promise.all([...fields].map((field) => this.#countBy(matching, field, signal))),
      Promise.all(days.map((day) => this.#countByDay(matching, day, signal))),
    ])
    const counts = new Uint32Array(this.#dictionary.size)
    // Fields have no code in common but that of the empty text.
    for (const { code, n } of byField.flat()) counts[code] = n
    return {
      total,
      rows,
      countsByDay,
      understood: understood?.understood,
      countByKey: (field, toKeys) => this.#dictionary.countByKey(field, counts, total, toKeys),
    }
  }

  async #toMatching(
    index: ReadableIndex,
    { active, conditions }: JobQuery,
    understood: UnderstoodQuery | undefined,
  ): Promise<Matching> {
    const parts = [isInState(active)]
    for (const condition of [...conditions, ...(understood?.conditions ?? [])])
      parts.push(await toConditionSql(condition, this.#dictionary, this.#places))
    const match = understood && toMatchSql(understood.text)
    if (match !== undefined) parts.push(match.condition)
    const definitions = match?.definitions ?? []
    return {
      index,
      conditions: joinSql(parts, ' and '),
      score: match?.score ?? sql`0`,
      definitions: definitions.length === 0 ? sql`` : sql`with ${joinSql(definitions, ', ')} `,
    }
  }

  async #count(matching: Matching, signal: AbortSignal | undefined): Promise<number> {
    const [row] = await this.#clickHouse.query<{ n: number }>(
      sql`${matching.definitions}select count() as n ${from(matching)}`,
      {
        signal,
      },
    )
    return row?.n ?? 0
  }

  async #countBy(
    matching: Matching,
    field: DictionaryField | DayField,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly code: number; readonly n: number }[]> {
    return await this.#clickHouse.query(
      sql`${matching.definitions}select ${sqlName(field)} as code, count() as n ${from(matching)} group by code`,
      { signal },
    )
  }

  async #countByDay(
    matching: Matching,
    field: DayField,
    signal: AbortSignal | undefined,
  ): Promise<Uint32Array> {
    const counts = new Uint32Array(dayNumbers)
    for (const { code, n } of await this.#countBy(matching, field, signal)) counts[code] = n
    return counts
  }

  async #readRows(
    matching: Matching,
    { conditions, signal }: JobQuery,
    order: JobOrder,
  ): Promise<FoundPosting[]> {
    const near = conditions.find((condition) => 'near' in condition)
    const rank = await toRankSql(order, near, matching.score, this.#dictionary, this.#places)
    const { after, limit } = order
    const rest =
      after === undefined
        ? sql``
        : sql` and (rank < ${after.rank} or (rank = ${after.rank} and id < ${after.id}))`
    const miles = near && (await this.#places.milesWithin(this.#dictionary, near.near, near.radiusMiles))
    const rows = await this.#clickHouse.query<FoundRow>(
      sql`${matching.definitions}select slot, id, city, region, ${rank} as rank ${from(matching)}${rest} order by rank desc, id desc limit ${limit}`,
      { signal },
    )
    return rows.map(({ slot, id, rank, city, region }) => ({
      slot,
      id,
      rank: Number(rank),
      miles: miles && Math.min(miles[city] as number, miles[region] as number),
    }))
  }
}

interface FoundRow {
  readonly slot: number
  readonly id: string
  readonly rank: number
  readonly city: number
  readonly region: number
}

/** Whether versions have ended is looked up last: in `prewhere`, it would be looked up for every row. */
function from({ index, conditions }: Matching): SqlText {
  return sql`from ${indexTables(index.name).job} prewhere ${isBegun(index)} and ${conditions} where ${isNotEnded(index)}`
}
