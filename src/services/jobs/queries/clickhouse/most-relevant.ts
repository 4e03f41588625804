/**
 * Reads a page of postings by relevance, in two statements: the patterns of the words in the postings, then the postings that have
 * the most relevant ones. Whatever is not in a title is left out, unless that is too little for a page.
 */

import type { ClickHouse } from '../../../../store/clickhouse/clickhouse.ts'
import { type SqlText, sql } from '../../../../store/clickhouse/sql-text.ts'
import type { JobOrder } from '../job-search.ts'
import type { Clause, TextQuery } from '../words/clauses.ts'
import { matches, pointsOf, rankUnit } from '../words/points.ts'
import { mayHaveAll } from './word-matches.ts'
import { type FoundPattern, scorePatterns, selectPatterns } from './word-patterns.ts'

export interface RankedRow {
  readonly slot: number
  readonly id: string
  readonly rank: number
  readonly city: number
  readonly region: number
}

type Range = Pick<JobOrder, 'after' | 'limit'>

/** The first rows after the cursor. `ranked`: a statement. */
export function selectFirst(ranked: SqlText, { after, limit }: Range): SqlText {
  const rest =
    after === undefined
      ? sql``
      : sql`where rank < ${after.rank} or (rank = ${after.rank} and id < ${after.id})`
  return sql`select slot, id, city, region, rank from (${ranked}) ${rest} order by rank desc, id desc limit ${limit}`
}

interface RelevanceQuery {
  /** Has clauses. */
  readonly text: TextQuery
  /** Where the matching postings are that meet a further condition. */
  from(condition: SqlText): SqlText
  readonly order: Range
  readonly signal: AbortSignal | undefined
}

interface ScoredPattern extends FoundPattern {
  readonly points: number
}

export async function readMostRelevant(
  clickHouse: ClickHouse,
  { text, from, order, signal }: RelevanceQuery,
): Promise<RankedRow[]> {
  async function readPatterns(condition: SqlText): Promise<ScoredPattern[]> {
    const found = await clickHouse.query<FoundPattern>(
      sql`select pattern, count() as n, any(kinds) as kinds, any(places) as places, any(title_length) as title_length,
        any(is_whole_company) as is_whole_company from (${selectPatterns(text, from(condition))}) group by pattern`,
      { signal },
    )
    const points = scorePatterns(text, found)
    return found.map((pattern) => ({ ...pattern, points: points.get(pattern.pattern) ?? 0 }))
  }
  const isNamed = sql`(${mayHaveAll('title', text.clauses)} or ${mayHaveAll('company', text.clauses)})`
  let condition = isNamed
  let wanted = choosePatterns(await readPatterns(condition), order, pointsElsewhere(text.clauses))
  if (wanted === undefined) {
    condition = sql`1`
    wanted = choosePatterns(await readPatterns(condition), order, -1) ?? []
  }
  if (wanted.length === 0) return []
  const lengths = new Set(wanted.map(({ title_length }) => title_length))
  const numbers = wanted.map(({ pattern }) => pattern)
  const points = wanted.map(({ points: each }) => each)
  const ranked = sql`select slot, id, city, region, transform(pattern, ${numbers}, ${points}, 0) * ${rankUnit} + listed as rank
    from (${selectPatterns(text, from(sql`${condition} and title_length in ${[...lengths]}`))}) where pattern in ${numbers}`
  return await clickHouse.query<RankedRow>(selectFirst(ranked, order), { signal })
}

/**
 * Those that the rows after the cursor may have. Undefined if there may be others: those that were not read have at most `others`
 * points.
 */
function choosePatterns(
  patterns: readonly ScoredPattern[],
  { after, limit }: Range,
  others: number,
): ScoredPattern[] | undefined {
  const pointsMax = after === undefined ? Number.POSITIVE_INFINITY : Math.floor(after.rank / rankUnit)
  const rest = patterns
    .filter(({ points }) => points <= pointsMax)
    .sort((one, other) => other.points - one.points)
  let rows = 0
  let pointsMin = -1
  for (const { points, n } of rest) {
    // Of those with the points of the cursor, all may be before it.
    if (points === pointsMax) continue
    rows += n
    if (rows < limit) continue
    pointsMin = points
    break
  }
  return pointsMin <= others && others >= 0 ? undefined : rest.filter(({ points }) => points >= pointsMin)
}

/** The most points of a posting of which neither the title nor the company has all required clauses. */
function pointsElsewhere(clauses: readonly Clause[]): number {
  const [inTitle, inCompany] = [0, 1].map((field) => pointsOf(field, matches.same)) as [number, number]
  const all = clauses.reduce((sum, { weight }) => sum + inTitle * weight, 0)
  const lost = clauses.flatMap(({ weight, isOptional, isPlace }) =>
    isOptional ? [] : isPlace ? 0 : (inTitle - inCompany) * weight,
  )
  return all - Math.min(...lost)
}
