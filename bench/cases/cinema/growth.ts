import { type Case, median } from '../../case.ts'
import { Child } from '../../child.ts'
import { listPaths, million } from '../../data/cinema-paths.ts'
import type { LoadResult } from '../../load-protocol.ts'

const few = 10_000

/** The same cold list at a hundred times the rows; the two servers take turns. */
export const bench: Case = {
  name: 'cinema growth',
  description: 'time of a cold list at 1,000,000 showtimes, against 10,000',
  threshold: { below: 1.5 },
  async measure({ rounds, secondsPerRound }) {
    await using load = await Child.start<object>('load.ts')
    await using small = await Child.start<{ origin: string }>('cinema.ts', [String(few)])
    await using large = await Child.start<{ origin: string }>('cinema.ts', [String(million)])
    const ask = (origin: string, showtimes: number) =>
      load.request<LoadResult>({
        origin,
        // Cached responses of the small store would make it look faster than it is; the extra parameter avoids them.
        paths: listPaths(showtimes, 20_000).map((path, index) => `${path}&freshness=${1 + (index % 997)}d`),
        headers: {},
        seconds: secondsPerRound,
      })
    const seen: { few: number; many: number }[] = []
    for (let turn = -1; turn < rounds; turn++) {
      const pair = {
        few: (await ask(small.ready.origin, few)).perSecond,
        many: (await ask(large.ready.origin, million)).perSecond,
      }
      if (turn >= 0) seen.push(pair)
    }
    return {
      value: median(seen.map((pair) => pair.few / pair.many)),
      unit: '×',
      ours: `${Math.round(median(seen.map(({ many }) => many)))}/s at 1 M`,
      baseline: `${Math.round(median(seen.map(({ few }) => few)))}/s at 10 k`,
      rounds: seen,
    }
  },
}
