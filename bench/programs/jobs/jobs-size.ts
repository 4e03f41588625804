/**
 * Measures the jobs queries of a store, in a process of its own for its memory. Arguments: the folder of the store, which is changed,
 * whether all postings have words, and the URL of ClickHouse if that searches.
 */

import { statSync } from 'node:fs'
import { random } from '../../../sandbox/random.ts'
import { clickHouseSearchOf } from '../../../src/services/jobs/queries/clickhouse/clickhouse-search.ts'
import { readCollection } from '../../../src/services/jobs/queries/collections.ts'
import { readFacets } from '../../../src/services/jobs/queries/read-facets.ts'
import { searchWith } from '../../../src/services/jobs/queries/search-engine.ts'
import { searchJobs } from '../../../src/services/jobs/queries/search-jobs.ts'
import { openClickHouse } from '../../../src/store/clickhouse/clickhouse.ts'
import { databaseFiles } from '../../../src/store/sqlite/files.ts'
import { measureMs, median } from '../../case.ts'
import { publishChanges } from '../../data/jobs-index.ts'
import {
  departments,
  frequentQuery,
  newBoard,
  openJobsStore,
  publishBoard,
  twoWordQuery,
  wordOfAll,
} from '../../data/jobs-store.ts'
import { serveRunner } from '../serve-runner.ts'

export interface JobsSize {
  readonly openMs: number
  readonly firstFacetMs: number
  readonly facetMs: number
  /** Undefined without words. */
  readonly searchMs: number | undefined
  readonly frequentMs: number | undefined
  readonly everywhereMs: number | undefined
  readonly collectionMs: number
  readonly writeMs: number
  readonly visibleMs: number
  readonly rssMegabytes: number
  readonly diskMegabytes: number
}

const calls = 20
const megabyte = 1024 * 1024

const [folder = '', hasWords, clickHouseUrl] = process.argv.slice(2)
serveRunner({}, measure, () => {})

async function measure(): Promise<JobsSize> {
  const openedAt = performance.now()
  await using store = await openJobsStore(folder, 'server')
  await using clickHouse =
    clickHouseUrl === undefined ? undefined : await openClickHouse({ url: clickHouseUrl })
  const { readModel } = store
  if (clickHouse !== undefined) searchWith(readModel, clickHouseSearchOf(readModel, clickHouse))
  const openMs = performance.now() - openedAt
  const chance = random('sizes')
  const facet = () => {
    const country = chance.pick(['United States', 'Germany', 'India'])
    const workplace_type = chance.pick(['Remote', 'On Site'])
    const filter = { active: true, country, workplace_type, employment_type: 'Full Time' }
    return readFacets(readModel, 'city', filter, 25)
  }
  const search = (q: string) => searchJobs(readModel, { active: true, q }, { sort: 'relevance', limit: 25 })
  const wordsMs = async (work: () => Promise<unknown>) =>
    hasWords === 'true' ? await medianMs(work) : undefined
  const countAll = async () => (await readFacets(readModel, 'ats', { active: true }, 1)).total
  const firstFacetMs = await measureMs(facet)
  const facetMs = await medianMs(facet)
  const searchMs = await wordsMs(() => search(twoWordQuery(chance)))
  const frequentMs = await wordsMs(() => search(frequentQuery(chance)))
  const everywhereMs = await wordsMs(() => search(wordOfAll))
  const collectionMs = await medianMs(() => readCollection(readModel, chance.pick(departments), '2026-11-15'))
  const rssMegabytes = process.memoryUsage.rss() / megabyte
  await using writing = await openJobsStore(folder, 'worker')
  const before = await countAll()
  const startedAt = performance.now()
  await publishBoard(writing, newBoard)
  const writeMs = performance.now() - startedAt
  if (clickHouse !== undefined) await publishChanges(writing, clickHouse)
  const total = await countAll()
  const visibleMs = performance.now() - startedAt
  if (total !== before + 5000) throw new Error(`of the new board, ${total - before} postings are found`)
  const diskMegabytes = statSync(databaseFiles(folder).readModel.path).size / megabyte
  return {
    openMs,
    firstFacetMs,
    facetMs,
    searchMs,
    frequentMs,
    everywhereMs,
    collectionMs,
    writeMs,
    visibleMs,
    rssMegabytes,
    diskMegabytes,
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const seen: number[] = []
  for (let call = 0; call < calls; call += 1) seen.push(await measureMs(work))
  return median(seen)
}
