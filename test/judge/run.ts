/** `npm run judge`: judges the order of searches. With `--queries`, each query. See docs/how-to/judge-search.md. */

import { testEngines } from '../support/store/test-engines.ts'
import { type GroupResult, judgeSearch } from './judge-search.ts'
import { publishCorpus } from './search-corpus.ts'

const [sqlite] = testEngines
if (sqlite === undefined) throw new Error('No engine.')
await using place = await sqlite.borrowDatabase()
await using store = await place.openStore()
const { groups, mean, queries } = await judgeSearch(store, await publishCorpus(store))
if (process.argv.includes('--queries'))
  for (const { q, ours, bm25 } of queries) print(`${toText(ours)}  ${toText(bm25)}  ${q}`)
print('nDCG@10, ours and bm25 of FTS5')
for (const group of [...groups, mean]) print(toLine(group))
if (mean.ours <= mean.bm25 || groups.some(({ ours, bm25 }) => ours < bm25)) process.exitCode = 1

function toLine({ group, queries, ours, bm25 }: GroupResult): string {
  return `${toText(ours)}  ${toText(bm25)}  ${group} (${queries})${ours < bm25 ? '  worse' : ''}`
}

function toText(value: number): string {
  return value.toFixed(3)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
