import { type Case, median } from '../../case.ts'
import { Child } from '../../child.ts'
import { noticeId } from '../../data/notice-id.ts'
import type { SteadyLoadRequest, SteadyLoadResult } from '../../steady-load-protocol.ts'

const rows = 100_000
const paths = Array.from({ length: 500 }, (_, index) => [
  `/notices/v1/notices/${noticeId((index * 7919) % rows)}`,
  `/notices/v1/notices?limit=20&town=Town%20${index % 400}`,
]).flat()

interface Pair {
  readonly quiet: SteadyLoadResult
  readonly during: SteadyLoadResult
  readonly publishMs: number
}

/** Reads at a pace far below what the server can do, so that what is seen is waiting and not a full machine. */
export const bench: Case = {
  name: 'publish',
  description: 'p99 of reads while 100,000 rows are published, against its quiet value',
  threshold: { below: 3 },
  async measure({ rounds }) {
    await using load = await Child.start<object>('steady-load.ts')
    await using ours = await Child.start<{ origin: string }>('broadsheet.ts', [String(rows)])
    const question = { origin: ours.ready.origin, paths, perSecond: 100 }
    const read = (seconds: number) =>
      load.request<SteadyLoadResult>({ ...question, seconds } satisfies SteadyLoadRequest)
    await read(2)
    const seen: Pair[] = []
    let publishMs = (await ours.request<{ ms: number }>('publish')).ms
    for (let turn = 0; turn < Math.min(rounds, 5); turn++) {
      const quiet = await read(4)
      const publishing = ours.request<{ ms: number }>('publish')
      const during = await read(Math.max(1, Math.floor(publishMs / 1000)))
      publishMs = (await publishing).ms
      seen.push({ quiet, during, publishMs })
    }
    return {
      value: median(seen.map(({ quiet, during }) => during.p99Ms / quiet.p99Ms)),
      unit: '×',
      ours: `p99 ${median(seen.map(({ during }) => during.p99Ms)).toFixed(1)} ms`,
      baseline: `p99 ${median(seen.map(({ quiet }) => quiet.p99Ms)).toFixed(1)} ms`,
      rounds: seen,
    }
  },
}
