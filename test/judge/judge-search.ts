/** Judges the order of searches by nDCG@10, beside bm25 of SQLite's FTS5 on the same rows. */

import { DatabaseSync } from 'node:sqlite'
import { readDescriptions } from '../../src/services/jobs/queries/read-descriptions.ts'
import { searchJobs } from '../../src/services/jobs/queries/search-jobs.ts'
import { withJobTables } from '../../src/services/jobs/schema/tables.ts'
import { chunks } from '../../src/store/chunks.ts'
import type { Store } from '../../src/store/store.ts'
import type { Facts } from './search-corpus.ts'
import { gradeOf, type JudgedQuery, queryGroups } from './search-queries.ts'

export interface GroupResult {
  readonly group: string
  readonly queries: number
  /** nDCG@10, the mean of the queries. */
  readonly ours: number
  readonly bm25: number
}

interface QueryResult extends JudgedQuery {
  readonly ours: number
  readonly bm25: number
}

export interface Judgement {
  readonly groups: readonly GroupResult[]
  /** Of all queries. */
  readonly mean: GroupResult
  readonly queries: readonly QueryResult[]
}

const depth = 10

/** `facts` are those of the corpus in `store`. */
export async function judgeSearch(store: Store, facts: ReadonlyMap<string, Facts>): Promise<Judgement> {
  using index = await indexRows(store)
  const all = [...facts.values()]
  const byGroup: [string, QueryResult[]][] = []
  for (const [group, queries] of Object.entries(queryGroups)) {
    const results: QueryResult[] = []
    for (const query of queries) {
      const ideal = idealGain(all.map((one) => gradeOf(query.means, one)))
      const judge = (ids: readonly string[]) =>
        gain(ids.map((id) => gradeOf(query.means, facts.get(id) as Facts))) / ideal
      results.push({
        ...query,
        ours: judge(await searchOurs(store, query.q)),
        bm25: judge(index.search(query.q)),
      })
    }
    byGroup.push([group, results])
  }
  const queries = byGroup.flatMap(([, results]) => results)
  return {
    groups: byGroup.map(([group, results]) => toResult(group, results)),
    mean: toResult('all', queries),
    queries,
  }
}

function toResult(group: string, results: readonly QueryResult[]): GroupResult {
  const mean = (which: 'ours' | 'bm25') =>
    results.reduce((sum, result) => sum + result[which], 0) / results.length
  return { group, queries: results.length, ours: mean('ours'), bm25: mean('bm25') }
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
}

function idealGain(grades: readonly number[]): number {
  const ideal = gain(grades.toSorted((one, other) => other - one))
  if (ideal === 0) throw new Error('No posting is what a query means.')
  return ideal
}

/** The ids of the first jobs. */
export async function searchOurs({ readModel }: Store, q: string): Promise<string[]> {
  const { rows } = await searchJobs(readModel, { active: true, q }, { sort: 'relevance', limit: depth })
  return rows.slice(0, depth).map(({ id }) => id)
}

interface Bm25Index extends Disposable {
  search(q: string): string[]
}

/** The same fields in a full-text index, with weights in the order of ours. */
async function indexRows({ readModel }: Store): Promise<Bm25Index> {
  const index = new DatabaseSync(':memory:')
  index.exec(
    `create virtual table posting using fts5(id unindexed, title, company, department, place, description, tokenize = 'porter unicode61 remove_diacritics 2')`,
  )
  const insert = index.prepare('insert into posting values (?, ?, ?, ?, ?, ?)')
  const rows = await withJobTables(readModel.read)
    .selectFrom('job')
    .select(['id', 'title', 'company', 'department', 'place'])
    .orderBy('listed_on', 'desc')
    .orderBy('id')
    .execute()
  for (const part of chunks(rows)) {
    const texts = await readDescriptions(
      readModel,
      part.map(({ id }) => id),
    )
    for (const { id, title, company, department, place } of part)
      insert.run(id, title, company, department, place, texts.get(id)?.text ?? '')
  }
  const best = index.prepare(
    `select id from posting where posting match ? order by bm25(posting, 0, 12, 9, 6, 5, 2) limit ${depth}`,
  )
  return {
    search: (q) => best.all(toMatch(q)).map(({ id }) => String(id)),
    [Symbol.dispose]: () => index.close(),
  }
}

/** The same query in the language of FTS5: all words, phrases, and what is excluded. */
function toMatch(q: string): string {
  const included: string[] = []
  const excluded: string[] = []
  for (const [, not, sign, quoted, word = ''] of q.matchAll(/(NOT )?([-!])?(?:"([^"]*)"|([^\s"]+))/g)) {
    const text = (quoted ?? word).replaceAll('"', '')
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    ;((not ?? sign) ? excluded : included).push(`"${text}"`)
  }
  return `(${included.join(' AND ')})${excluded.map((text) => ` NOT ${text}`).join('')}`
}
