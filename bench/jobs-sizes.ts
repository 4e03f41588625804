/** `npm run bench -- 'ten million'`: the jobs queries at several numbers of postings, in the columns of a node and elsewhere. */

import { cpSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouse } from '../src/store/clickhouse/clickhouse.ts'
import { ClickHouseServer, clickHouseSkip } from '../test/support/store/clickhouse-server.ts'
import { Child } from './child.ts'
import { growIndex, indexedMax, publishAll, waitForMerges, withWordsMax } from './data/jobs-index.ts'
import { jobsStoreFolder, openJobsStore } from './data/jobs-store.ts'
import { measurePlainPostgres } from './peers/plain-postgres.ts'
import type { JobsSize } from './programs/jobs/jobs-size.ts'

const rows: Readonly<Record<keyof JobsSize, string>> = {
  openMs: 'to open the store, ms',
  firstFacetMs: 'the first facet under three filters, ms',
  facetMs: 'a facet under three filters, ms',
  searchMs: 'a search for two words, ms',
  frequentMs: 'for two frequent words, ms',
  everywhereMs: 'for a word that all have, ms',
  collectionMs: 'the page of a department, ms',
  writeMs: 'to write a new board of 5,000, ms',
  visibleMs: 'until searches find it, ms',
  rssMegabytes: 'memory of the process, MB',
  diskMegabytes: 'read model on disk, MB',
}

/** Where postings are searched. */
const ways = {
  blocks: measureBlocks,
  clickhouse: measureInClickHouse,
  postgres: measurePlainPostgres,
} as const
type Way = keyof typeof ways

/** Ten million postings in blocks take about 25 GB of disk; the stores stay in the temporary folder. */
export async function measureJobsSizes(
  sizes: readonly number[],
  wanted: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const results: { readonly name: string; readonly size: Partial<JobsSize> }[] = []
  for (const way of Object.keys(ways).filter((name) => wanted.includes(name)) as Way[])
    for (const size of sizes)
      results.push({ name: `${way}, ${size.toLocaleString('en')}`, size: await ways[way](size) })
  print(`| | ${results.map(({ name }) => name).join(' | ')} |\n`)
  print(`|---${'|---'.repeat(results.length)}|\n`)
  for (const [name, label] of Object.entries(rows) as [keyof JobsSize, string][]) {
    const cells = results.map(({ size }) => size[name]?.toLocaleString('en', { maximumSignificantDigits: 3 }))
    print(`| ${label} | ${cells.map((cell) => cell ?? '').join(' | ')} |\n`)
  }
}

async function measureBlocks(postings: number): Promise<JobsSize> {
  // Not by the program, whose responses have a time limit: the largest store takes an hour.
  return await withCopy(await jobsStoreFolder(postings), (folder) => measure(folder, 'true'))
}

/** The index has all postings; the read model has those that were published. */
async function measureInClickHouse(postings: number): Promise<JobsSize> {
  if (clickHouseSkip !== false) throw new Error(clickHouseSkip)
  const published = Math.min(postings, indexedMax)
  return await withCopy(await jobsStoreFolder(published), async (folder) => {
    await using server = await ClickHouseServer.start()
    await using clickHouse = await openClickHouse({ url: server.url })
    {
      await using store = await openJobsStore(folder, 'worker')
      await publishAll(store, clickHouse)
      await growIndex(store, clickHouse, { published, postings, ended: Math.min(100_000, postings / 10) })
    }
    await waitForMerges(clickHouse)
    return await measure(folder, String(postings <= withWordsMax), server.url)
  })
}

async function measure(...args: readonly string[]): Promise<JobsSize> {
  await using program = await Child.start<object>('jobs/jobs-size.ts', args)
  return await program.request<JobsSize>('measure')
}

/** Measuring publishes a board. */
async function withCopy<Result>(folder: string, work: (copy: string) => Promise<Result>): Promise<Result> {
  using copies = mkdtempDisposableSync(join(tmpdir(), 'broadsheet-bench-copy-'))
  const copy = join(copies.path, 'store')
  cpSync(folder, copy, { recursive: true })
  return await work(copy)
}
