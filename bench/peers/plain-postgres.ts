/** The same postings in a plain table of PostgreSQL: facets by `GROUP BY`, words by its full-text search, without descriptions. */

import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'
import { random } from '../../sandbox/random.ts'
import { databaseFiles } from '../../src/store/sqlite/files.ts'
import { measureMs, median } from '../case.ts'
import { indexedMax } from '../data/jobs-index.ts'
import { departments, frequentQuery, jobsStoreFolder, twoWordQuery, wordOfAll } from '../data/jobs-store.ts'
import { postgresUrl } from '../data/store-place.ts'
import type { JobsSize } from '../programs/jobs/jobs-size.ts'

const columns = [
  'title',
  'company',
  'department',
  'place',
  'cities',
  'countries',
  'workplace_key',
  'employment_key',
  'department_key',
  'listed_on',
] as const
const rowsPerInsert = 2000
const calls = 20

export async function measurePlainPostgres(postings: number): Promise<Partial<JobsSize>> {
  const pool = new Pool({ connectionString: postgresUrl(), max: 1 })
  try {
    await fill(pool, postings)
    return await measure(pool)
  } finally {
    await pool.query('drop table if exists bench_posting')
    await pool.end()
  }
}

async function fill(pool: Pool, postings: number): Promise<void> {
  const published = Math.min(postings, indexedMax)
  using file = new DatabaseSync(databaseFiles(await jobsStoreFolder(published)).readModel.path, {
    readOnly: true,
  })
  const rows = file.prepare(`select ${columns.join(', ')} from job`).all() as Record<string, string>[]
  await pool.query('drop table if exists bench_posting')
  await pool.query(
    `create unlogged table bench_posting (${columns.map((name) => `${name} text`).join(', ')})`,
  )
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const some = rows.slice(at, at + rowsPerInsert)
    const lists = columns.map((name) => some.map((row) => row[name]))
    const texts = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
    await pool.query(`insert into bench_posting select * from unnest(${texts})`, lists)
  }
  const copies = Math.round(postings / published) - 1
  await pool.query(
    `insert into bench_posting select p.* from bench_posting p cross join generate_series(1, ${copies})`,
  )
  await pool.query(
    `alter table bench_posting add words tsvector generated always as
      (to_tsvector('english', title || ' ' || company || ' ' || department || ' ' || place)) stored`,
  )
  await pool.query('create index on bench_posting using gin (words)')
  await pool.query('create index on bench_posting (department_key, listed_on desc)')
  await pool.query('vacuum analyze bench_posting')
}

async function measure(pool: Pool): Promise<Partial<JobsSize>> {
  const chance = random('sizes')
  const facet = () =>
    pool.query(
      `select city, count(*) as n from bench_posting cross join unnest(string_to_array(trim(cities, '|'), '|')) as city
        where countries like $1 and workplace_key = $2 and employment_key = 'full time' group by city order by n desc limit 25`,
      [`%|${chance.pick(['united states', 'germany', 'india'])}|%`, chance.pick(['remote', 'on site'])],
    )
  const search = (q: string) =>
    pool.query(
      `select title from bench_posting, plainto_tsquery('english', $1) as query
        where words @@ query order by ts_rank(words, query) desc, listed_on desc limit 25`,
      [q],
    )
  const collection = () => {
    const department = chance.pick(departments).toLowerCase()
    const counts = ['cities', 'countries', 'workplace_key', 'company'].map((column) =>
      pool.query(
        `select ${column}, count(*) as n from bench_posting where department_key = $1 group by 1 order by n desc limit 12`,
        [department],
      ),
    )
    const list = 'select title from bench_posting where department_key = $1 order by listed_on desc limit 25'
    return Promise.all([...counts, pool.query(list, [department])])
  }
  return {
    firstFacetMs: await measureMs(facet),
    facetMs: await medianMs(facet),
    searchMs: await medianMs(() => search(twoWordQuery(chance))),
    frequentMs: await medianMs(() => search(frequentQuery(chance))),
    everywhereMs: await medianMs(() => search(wordOfAll)),
    collectionMs: await medianMs(collection),
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const seen: number[] = []
  for (let call = 0; call < calls; call += 1) seen.push(await measureMs(work))
  return median(seen)
}
