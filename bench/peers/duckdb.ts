import { DatabaseSync } from 'node:sqlite'
import { random } from '../../sandbox/random.ts'
import { readFacets } from '../../src/services/jobs/queries/read-facets.ts'
import { databaseFiles } from '../../src/store/sqlite/files.ts'
import { type Case, compareTimes, measureMs } from '../case.ts'
import { jobsStoreFolder, openJobsStore } from '../data/jobs-store.ts'
import { interleave } from '../interleave.ts'
import { installPackage } from './install.ts'

/** What is used of `@duckdb/node-api`. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Record<string, string>): Promise<{ connect(): Promise<Connection> }>
  }
}

interface Connection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<unknown>
  createAppender(table: string): Promise<Appender>
  closeSync(): void
}

interface Appender {
  appendVarchar(text: string): void
  endRow(): void
  closeSync(): void
}

const columns = ['countries', 'workplace_key', 'employment_key', 'cities'] as const
const postings = 1_000_000
const threads = 2
/** The newest that has its binary for every platform. */
const version = '1.5.5-r.5'

/** The same postings in a table of columns in memory; ours has one thread. */
export const peer: Case = {
  name: 'duckdb',
  description: 'a facet under three filters at 1,000,000 postings, against DuckDB with two threads',
  async measure({ rounds }) {
    const { DuckDBInstance } = await installPackage<DuckDb>('@duckdb/node-api', version)
    const folder = await jobsStoreFolder(postings)
    const duck = await (await DuckDBInstance.create(':memory:', { threads: String(threads) })).connect()
    await copyPostings(folder, duck)
    await using store = await openJobsStore(folder, 'server')
    const chance = random('filters')
    let filter = { active: true, country: '', workplace_type: '', employment_type: 'Full Time' }
    const seen = await interleave(rounds * 5, {
      duckdb: () => {
        const country = chance.pick(['United States', 'Germany', 'India'])
        filter = { ...filter, country, workplace_type: chance.pick(['Remote', 'On Site']) }
        return measureMs(() => duck.runAndReadAll(facetSql(filter.country, filter.workplace_type)))
      },
      ours: () => measureMs(() => readFacets(store.readModel, 'city', filter, 25)),
    })
    duck.closeSync()
    return compareTimes(
      seen.map(({ ours }) => ours),
      seen.map((one) => one.duckdb),
    )
  },
}

function facetSql(country: string, workplace: string): string {
  return `select cities, count(*) as n from job where countries like '%|${country.toLowerCase()}|%'
    and workplace_key = '${workplace.toLowerCase()}' and employment_key = 'full time'
    group by cities order by n desc limit 25`
}

async function copyPostings(folder: string, duck: Connection): Promise<void> {
  await duck.run(`create table job (${columns.map((name) => `${name} varchar`).join(', ')})`)
  const appender = await duck.createAppender('job')
  const db = new DatabaseSync(databaseFiles(folder).readModel.path, { readOnly: true })
  for (const row of db.prepare(`select ${columns.join(', ')} from job where active = 1`).iterate()) {
    for (const name of columns) appender.appendVarchar(String(row[name] ?? ''))
    appender.endRow()
  }
  appender.closeSync()
  db.close()
}
