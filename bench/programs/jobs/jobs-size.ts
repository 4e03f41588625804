/** Measures the jobs queries at one number of postings, in a process of its own for its memory. Argument: how many. */

import { statSync } from 'node:fs'
import { random } from '../../../sandbox/random.ts'
import { readCollection } from '../../../src/services/jobs/queries/collections.ts'
import { readFacets } from '../../../src/services/jobs/queries/read-facets.ts'
import { searchJobs } from '../../../src/services/jobs/queries/search-jobs.ts'
import { databaseFiles } from '../../../src/store/sqlite/files.ts'
import { measureMs, median } from '../../case.ts'
import {
  departments,
  jobsStoreFolder,
  openJobsStore,
  publishBoard,
  twoWordQuery,
} from '../../data/jobs-store.ts'
import { serveRunner } from '../serve-runner.ts'

export interface JobsSize {
  readonly openMs: number
  readonly firstFacetMs: number
  readonly facetMs: number
  readonly searchMs: number
  readonly collectionMs: number
  readonly publishMs: number
  readonly rssMegabytes: number
  readonly diskMegabytes: number
}

const calls = 40
const megabyte = 1024 * 1024

const folder = await jobsStoreFolder(Number(process.argv[2]))
serveRunner({}, measure, () => {})

async function measure(): Promise<JobsSize> {
  const openedAt = performance.now()
  await using store = await openJobsStore(folder, 'server')
  const openMs = performance.now() - openedAt
  const { readModel } = store
  const chance = random('sizes')
  const facet = () => {
    const country = chance.pick(['United States', 'Germany', 'India'])
    const workplace_type = chance.pick(['Remote', 'On Site'])
    const filter = { active: true, country, workplace_type, employment_type: 'Full Time' }
    return readFacets(readModel, 'city', filter, 25)
  }
  const firstFacetMs = await measureMs(facet)
  const facetMs = await medianMs(facet)
  const searchMs = await medianMs(() =>
    searchJobs(readModel, { active: true, q: twoWordQuery(chance) }, { sort: 'relevance', limit: 25 }),
  )
  const collectionMs = await medianMs(() => readCollection(readModel, chance.pick(departments), '2026-11-15'))
  const rssMegabytes = process.memoryUsage.rss() / megabyte
  await using writing = await openJobsStore(folder, 'worker')
  // The first board again: nothing in the store changes, so that it can be used again.
  const publishMs = await measureMs(() => publishBoard(writing, 0))
  const diskMegabytes = statSync(databaseFiles(folder).readModel.path).size / megabyte
  return { openMs, firstFacetMs, facetMs, searchMs, collectionMs, publishMs, rssMegabytes, diskMegabytes }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const seen: number[] = []
  for (let call = 0; call < calls; call += 1) seen.push(await measureMs(work))
  return median(seen)
}
