/**
 * Searches postings in ClickHouse. All statements of a search read the same revision of the index, and find what a search of the
 * blocks finds.
 */

import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import type { DayField, DictionaryField } from '../../schema/block.ts'
import { countedKeys } from '../../schema/facets.ts'
import { type ReadableIndex, readServingIndex } from '../../schema/index-state.ts'
import { indexTables } from '../../schema/search-index.ts'
import { type JobsDatabase, withJobTables } from '../../schema/tables.ts'
import { isBegun, isNotEnded } from '../../schema/visible-versions.ts'
import { blockSearchOf } from '../blocks/block-search.ts'
import { sumByKey } from '../blocks/dictionary.ts'
import type {
  FoundPosting,
  FoundPostings,
  JobOrder,
  JobQuery,
  JobSearch,
  TitleCount,
  Wanted,
} from '../job-search.ts'
import type { TextQuery } from '../words/clauses.ts'
import { type UnderstoodQuery, understandQuery } from '../words/understand-query.ts'
import { isInState, toConditionSql, toRankSql } from './clickhouse-conditions.ts'
import { IndexValues } from './index-values.ts'
import { type RankedRow, readMostRelevant, selectFirst } from './most-relevant.ts'
import { WordFacts } from './word-facts.ts'
import { toMatchSql } from './word-matches.ts'

/** Until an index is complete, the blocks are searched. */
export function clickHouseSearchOf(db: JobsDatabase, clickHouse: ClickHouse): JobSearch {
  const blocks = blockSearchOf(db)
  let engine: Engine | undefined
  function engineOf({ name }: ReadableIndex): Engine {
    engine = engine?.name === name ? engine : new Engine(clickHouse, name)
    return engine
  }
  return {
    async find(read, query, wanted) {
      const index = await readServingIndex(read)
      return index === undefined
        ? await blocks.find(read, query, wanted)
        : await engineOf(index).find(index, query, wanted)
    },
    async readTitles(limit) {
      const index = await db.snapshot((read) => readServingIndex(withJobTables(read)))
      return index === undefined
        ? await blocks.readTitles(limit)
        : await engineOf(index).readTitles(index, limit)
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
  /** Undefined without words. */
  readonly text: TextQuery | undefined
}

class Engine {
  readonly name: string
  readonly #clickHouse: ClickHouse
  readonly #values: IndexValues
  #facts: { readonly of: string; readonly facts: WordFacts } | undefined

  /** `name`: that of the index. */
  constructor(clickHouse: ClickHouse, name: string) {
    this.#clickHouse = clickHouse
    this.name = name
    this.#values = new IndexValues(clickHouse, name)
  }

  async find(index: ReadableIndex, query: JobQuery, wanted: Wanted): Promise<FoundPostings> {
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
    const matching = { index, conditions: isInState(true), text: undefined }
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
    const [counted, rows, byField, countsByDay] = await Promise.all([
      // Those of a field add up to the total.
      fields.size === 0 ? this.#count(matching, signal) : undefined,
      order === undefined ? [] : this.#readRows(matching, query, order),
      Promise.all(
        [...fields].map(async (field) => [field, await this.#countTexts(matching, field, signal)] as const),
      ),
      Promise.all(days.map((day) => this.#countByDay(matching, day, signal))),
    ])
    const texts = new Map(byField)
    const total = counted ?? byField[0]?.[1].reduce((sum, { n }) => sum + n, 0) ?? 0
    return {
      total,
      rows,
      countsByDay,
      understood: understood?.understood,
      countByKey: (field, toKeys = (text) => countedKeys(field, text)) =>
        sumByKey(
          (texts.get(field) ?? []).flatMap(({ value, n }) =>
            value === '' ? [] : { keys: toKeys(value), n },
          ),
          total,
        ),
    }
  }

  async #toMatching(
    index: ReadableIndex,
    { active, conditions, signal }: JobQuery,
    understood: UnderstoodQuery | undefined,
  ): Promise<Matching> {
    const parts = [isInState(active)]
    for (const condition of [...conditions, ...(understood?.conditions ?? [])])
      parts.push(await toConditionSql(condition, this.#values, signal))
    if (understood !== undefined) parts.push(toMatchSql(understood.text))
    return { index, conditions: joinSql(parts, ' and '), text: understood?.text }
  }

  async #count(matching: Matching, signal: AbortSignal | undefined): Promise<number> {
    const [row] = await this.#clickHouse.query<{ n: number }>(sql`select count() as n ${from(matching)}`, {
      signal,
    })
    return row?.n ?? 0
  }

  async #countTexts(matching: Matching, field: DictionaryField, signal: AbortSignal | undefined) {
    return await this.#values.textsWithCounts(field, countBy(matching, field), signal)
  }

  async #countByDay(
    matching: Matching,
    field: DayField,
    signal: AbortSignal | undefined,
  ): Promise<Uint32Array> {
    const counts = new Uint32Array(dayNumbers)
    const rows = await this.#clickHouse.query<{ code: number; n: number }>(countBy(matching, field), {
      signal,
    })
    for (const { code, n } of rows) counts[code] = n
    return counts
  }

  async #readRows(
    matching: Matching,
    { conditions, signal }: JobQuery,
    order: JobOrder,
  ): Promise<FoundPosting[]> {
    const near = conditions.find((condition) => 'near' in condition)
    const miles = near && (await this.#values.milesWithin(near, signal))
    const rows =
      order.by === 'relevance' && matching.text !== undefined && matching.text.clauses.length > 0
        ? await readMostRelevant(this.#clickHouse, {
            text: matching.text,
            from: (condition) =>
              from({ ...matching, conditions: sql`${matching.conditions} and ${condition}` }),
            order,
            signal,
          })
        : await this.#clickHouse.query<RankedRow>(
            selectFirst(
              sql`select slot, id, city, region, ${await toRankSql(order, near, this.#values, signal)} as rank ${from(matching)}`,
              order,
            ),
            { signal },
          )
    return rows.map(({ slot, id, rank, city, region }) => ({
      slot,
      id,
      rank: Number(rank),
      miles: miles && Math.min(...[city, region].flatMap((code) => miles.get(code) ?? [])),
    }))
  }
}

function countBy(matching: Matching, field: DictionaryField | DayField): SqlText {
  return sql`select ${sqlName(field)} as code, count() as n ${from(matching)} group by code`
}

/** Whether versions have ended is looked up last: in `prewhere`, it would be looked up for every row. */
function from({ index, conditions }: Matching): SqlText {
  return sql`from ${indexTables(index.name).job} prewhere ${isBegun(index)} and ${conditions} where ${isNotEnded(index)}`
}
