/** `npm run bench -- 'ten million'`: the jobs queries at 100,000, a million and ten million postings, in one table. */

import { Child } from './child.ts'
import { jobsStoreFolder } from './data/jobs-store.ts'
import type { JobsSize } from './programs/jobs/jobs-size.ts'

const rows: Readonly<Record<keyof JobsSize, string>> = {
  openMs: 'to open the store, ms',
  firstFacetMs: 'the first facet under three filters, ms',
  facetMs: 'a facet under three filters, ms',
  searchMs: 'a search for two words, ms',
  collectionMs: 'the page of a department, ms',
  publishMs: 'to publish a board of 5,000 again, ms',
  rssMegabytes: 'memory of the process, MB',
  diskMegabytes: 'read model on disk, MB',
}

/** Ten million postings take about 25 GB of disk; the stores stay in the temporary folder. */
export async function measureJobsSizes(
  sizes: readonly number[],
  print: (text: string) => void,
): Promise<void> {
  const results: JobsSize[] = []
  for (const size of sizes) {
    // Not by the program, whose responses have a time limit: the largest store takes an hour.
    await jobsStoreFolder(size)
    await using program = await Child.start<object>('jobs/jobs-size.ts', [String(size)])
    results.push(await program.request<JobsSize>('measure'))
  }
  print(`| | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |\n`)
  print(`|---${'|---'.repeat(sizes.length)}|\n`)
  for (const [name, label] of Object.entries(rows) as [keyof JobsSize, string][]) {
    const cells = results.map((result) => result[name].toLocaleString('en', { maximumSignificantDigits: 3 }))
    print(`| ${label} | ${cells.join(' | ')} |\n`)
  }
}
