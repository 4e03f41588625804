/** Fills a store with job postings, with the writer that syncs use. A filled store is reused. */

import { cpSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Random, random } from '../../sandbox/random.ts'
import { systemClock } from '../../src/core/clock.ts'
import { createJobsWriter } from '../../src/services/jobs/publish/jobs-writer.ts'
import { slotsPerBlock } from '../../src/services/jobs/schema/block.ts'
import type { Posting } from '../../src/services/jobs/schema/records.ts'
import { openStore } from '../../src/store/open.ts'
import { databaseFiles } from '../../src/store/sqlite/files.ts'
import type { Store } from '../../src/store/store.ts'
import { filledFolder } from './filled-folder.ts'
import { jobText } from './job-texts.ts'

/** Increase it when the data or the tables change. */
const datasetVersion = 14
const postingsPerBoard = 5000
const nowMs = Date.UTC(2026, 10, 15, 6)

export const departments = Array.from({ length: 60 }, (_, at) => `Department ${at}`)
const countries = ['US', 'US', 'US', 'GB', 'DE', 'FR', 'CA', 'IN', 'NL', 'ES', 'BR', 'AU']
const cityNames = Array.from({ length: 600 }, (_, at) => `City ${at}`)
const adjectives =
  'senior junior lead principal staff night mobile field regional global technical clinical digital industrial creative'.split(
    ' ',
  )
const nouns =
  'welder engineer analyst nurse designer driver teacher baker planner operator writer auditor buyer chemist pilot clerk tailor roofer miller mason'.split(
    ' ',
  )
const things = Array.from({ length: 400 }, (_, at) => `topic${at}`)

/** Two words that occur in some postings. */
export function twoWordQuery(chance: Random): string {
  return `${chance.pick(nouns)} ${chance.pick(things)}`
}

/** Words of the titles of every three hundredth posting. */
export function frequentQuery(chance: Random): string {
  return `${chance.pick(adjectives)} ${chance.pick(nouns)}`
}

/** In the names of all companies. */
export const wordOfAll = 'company'
/** No store has that many boards. */
export const newBoard = 10_000

export function openJobsStore(dataDir: string, role: 'server' | 'worker'): Promise<Store> {
  return openStore({ dataDir, role, statementTimeoutMs: 120_000, poolMax: 2, clock: systemClock })
}

/** Returns the folder of a store with this many postings. */
export async function jobsStoreFolder(postings: number): Promise<string> {
  return await filledFolder(`jobs-${datasetVersion}-${postings}`, (folder) => fill(folder, postings))
}

/** This many go through the writer; the rest are copies made in SQL. */
const publishedMax = 100_000

async function fill(dataDir: string, postings: number): Promise<void> {
  if (postings <= publishedMax) return await publishBoards(dataDir, Math.ceil(postings / postingsPerBoard))
  cpSync(await jobsStoreFolder(publishedMax), dataDir, { recursive: true })
  multiplyRows(databaseFiles(dataDir).readModel.path, Math.round(postings / publishedMax))
}

async function publishBoards(dataDir: string, boards: number): Promise<void> {
  await using store = await openJobsStore(dataDir, 'worker')
  for (let board = 0; board < boards; board += 1) await publishBoard(store, board)
  await listTexts(store)
}

/**
 * Without the log, in which a read would have to search many gigabytes for each page. Indexes are rebuilt afterwards, because row by row they
 * take an hour for ten million postings.
 */
function multiplyRows(path: string, times: number): void {
  using db = new DatabaseSync(path)
  const run = (text: string) => db.exec(text)
  run('pragma wal_checkpoint(truncate); pragma journal_mode = delete; pragma synchronous = off; begin')
  const made = db
    .prepare(
      `select type, name, sql from sqlite_schema where tbl_name = 'job' and type in ('index', 'trigger') and sql is not null`,
    )
    .all()
  for (const { type, name } of made) run(`drop ${type} ${name}`)
  const columns = db
    .prepare(`select name from pragma_table_info('job')`)
    .all()
    .map(({ name }) => String(name))
  const copies = `with recursive copy (k) as (select 1 union all select k + 1 from copy where k < ${times - 1})`
  const oneCopy = (k: number) => `with copy (k) as (select ${k})`
  const letter = (k: string) => `substr('abcdefghijklmnopqrstuvwxyz234567', 1 + ${k}, 1)`
  const id = (column: string) =>
    `'jp_' || ${letter('k / 32')} || ${letter('k % 32')} || substr(${column}, 4, 18)`
  run(`create temp table last as select max(slot) as at, max(block) + 1 as blocks from job, job_block`)
  const blocks = '(select blocks from last)'
  const copied: Record<string, string> = {
    slot: `slot + k * ${slotsPerBlock} * ${blocks}`,
    id: id('id'),
    member_id: `member_id || '-' || k`,
  }
  // One after the other: what is read from a table to be written to it is held in memory.
  for (let k = 1; k < times; k += 1) {
    run(
      `${oneCopy(k)} insert into job (${columns.join(', ')}) select ${columns.map((name) => copied[name] ?? name).join(', ')} from copy cross join job where job.slot <= (select at from last)`,
    )
  }
  run(
    `${copies} insert into job_block select block + k * ${blocks}, revision, data from copy cross join job_block where block < ${blocks}`,
  )
  run(
    `${copies} insert into job_words select block + k * ${blocks}, revision, data from copy cross join job_words where block < ${blocks}`,
  )
  run(
    `${copies} insert into job_description select hash || k, uses, data from copy cross join job_description where length(hash) = 14`,
  )
  run(
    `${copies} insert into job_description_version select slot + k * ${slotsPerBlock} * ${blocks}, version, since, hash || k from copy cross join job_description_version where slot <= (select at from last)`,
  )
  run(
    `${copies} insert into job_word_list select id + k * ${blocks}, data from job_word_list cross join copy where id % ${2 ** 20} < ${blocks} order by 1`,
  )
  run(`update job_total set n = n * ${times}`)
  for (const { sql: text } of made) run(text as string)
  run('commit; pragma journal_mode = wal')
}

/** Until all words of descriptions are listed. */
async function listTexts({ readModel }: Store): Promise<void> {
  const { dialect } = readModel
  const run = { sourceId: 'bench', now: nowMs, outcomes: new Map() }
  while (
    (await readModel.transaction(async (tx) => await writer.finalizeRun?.({ tx, dialect, ...run }))) ===
    'more'
  );
}

const writer = createJobsWriter([{ id: 'bench', atsName: 'Bench', zeroDaysMin: 1 }])

export async function publishBoard(store: Store, board: number): Promise<void> {
  const { dialect } = store.readModel
  await store.readModel.transaction(async (tx) => {
    await writer.write({
      tx,
      dialect,
      sourceId: 'bench',
      memberId: `board-${board}`,
      artifactId: 1,
      capturedAt: nowMs,
      records: Array.from({ length: postingsPerBoard }, (_, at) => posting(board, at)),
    })
    await dialect.bumpVersion(tx, 'jobs', nowMs)
  })
}

function posting(board: number, at: number): Posting {
  const chance = random('bench job', board, at)
  const places = Array.from({ length: chance.chance(0.08) ? 2 : 1 }, () => {
    const index = Math.floor(chance.float() ** 2 * cityNames.length)
    const country = countries[index % countries.length] as string
    return {
      city: cityNames[index] as string,
      ...(country === 'US' ? { region: `R${index % 50}` } : {}),
      country,
    }
  })
  const company = `Company ${board * 50 + (at % 50)}`
  const body = jobText(company, board, at)
  return {
    type: 'posting',
    nativeId: String(at),
    url: `https://board.example/${board}/${at}`,
    title: `${chance.pick(adjectives)} ${chance.pick(nouns)} ${chance.pick(things)}`,
    company,
    department: departments[Math.floor(chance.float() ** 1.5 * departments.length)] as string,
    places,
    body,
    bodyHash: `${board} ${at}`,
    workplace: chance.pick(['On Site', 'On Site', 'On Site', 'Hybrid', 'Remote']),
    employment: chance.chance(0.9) ? ['Full Time'] : [chance.pick(['Part Time', 'Contract', 'Internship'])],
    posted: new Date(nowMs - chance.int(0, 300) * 86_400_000).toISOString().slice(0, 10),
    ...(chance.chance(0.4)
      ? { pay: { min: 50_000, max: chance.int(60, 200) * 1000, currency: 'USD', period: 'year' } }
      : {}),
  }
}
