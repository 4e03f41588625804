import { type Case, median } from '../../case.ts'
import { Child } from '../../child.ts'
import { businessDateOf, theaterId } from '../../data/cinema-dataset.ts'
import { million } from '../../data/cinema-paths.ts'

/** One caller; what it costs to gather 500 showtimes with their counts. */
export const bench: Case = {
  name: 'cinema snapshot',
  description: 'a snapshot of 500 showtimes with movies and counts, out of 1,000,000',
  threshold: { below: 0.1 },
  async measure({ rounds }) {
    await using ours = await Child.start<{ origin: string }>('cinema.ts', [String(million)])
    const seen: number[] = []
    for (let turn = -2; turn < rounds * 3; turn++) {
      const body = {
        theater_ids: Array.from({ length: 5 }, (_, at) => theaterId((turn + 3) * 97 + at)),
        date: businessDateOf(0),
        days: 5,
        include: ['movie'],
      }
      const before = performance.now()
      const answer = await fetch(`${ours.ready.origin}/v1/availability/snapshot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { data } = (await answer.json()) as { data: { showtimes: unknown[] } }
      if (data.showtimes.length !== 500) throw new Error(`${data.showtimes.length} showtimes`)
      if (turn >= 0) seen.push((performance.now() - before) / 1000)
    }
    const value = median(seen)
    return { value, unit: 's', ours: `${Math.round(value * 1000)} ms`, baseline: '', rounds: seen }
  },
}
