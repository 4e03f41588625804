import { type Case, median } from '../../case.ts'
import { Child } from '../../child.ts'
import { interleave } from '../../interleave.ts'
import type { LoadResult } from '../../load-protocol.ts'

const notices = 20_000
/** A list by a town, and one by a town that does not exist, for which all towns are compared: little to send. */
const paths = Array.from({ length: 400 }, (_, town) => [
  `/notices/v1/notices?limit=20&town=Town%20${town}`,
  `/notices/v1/notices?limit=20&town=Tovn%20${town}`,
]).flat()

interface Round {
  readonly perSecond: number
  readonly cpuMicros: number
  /** Of the load generator, which takes it from the same cores. */
  readonly loadMicros: number
}

/** The requests cost the server many times what they cost the load generator; on two cores it would else be the limit. */
export const bench: Case = {
  name: 'workers',
  description: 'requests per second that a second worker adds, against those of the first',
  async measure({ rounds, secondsPerRound }) {
    await using load = await Child.start<object>('load.ts')
    await using one = await Child.start<{ origin: string }>('serve.ts', [String(notices), '1'])
    await using two = await Child.start<{ origin: string }>('serve.ts', [String(notices), '2'])
    let sent = 0
    const ask = async (target: Child<{ origin: string }>): Promise<Round> => {
      const before = await target.request<{ micros: number }>('cpu')
      // No response is requested twice, so none is cached.
      const turn = sent++
      const result = await load.request<LoadResult>({
        origin: target.ready.origin,
        paths: paths.map((path, index) => `${path}&published_after=${day(turn * 7 + index)}`),
        headers: {},
        seconds: secondsPerRound,
      })
      const after = await target.request<{ micros: number }>('cpu')
      const { perSecond, requests, cpuMicros: loadMicros } = result
      return { perSecond, cpuMicros: (after.micros - before.micros) / requests, loadMicros }
    }
    const seen = await interleave(rounds, { baseline: () => ask(one), ours: () => ask(two) })
    const micros = median(seen.flatMap(({ baseline, ours }) => [baseline.loadMicros, ours.loadMicros]))
    return {
      value: median(seen.map(({ baseline, ours }) => ours.perSecond / baseline.perSecond - 1)),
      unit: '×',
      ours: `two: ${describe(seen.map(({ ours }) => ours))}`,
      baseline: `one: ${describe(seen.map(({ baseline }) => baseline))}`,
      besides: `the load generator takes ${Math.round(micros)} µs per request of the same cores`,
      rounds: seen,
    }
  },
}

function day(index: number): string {
  return new Date(Date.UTC(2025, 0, 1 + (index % 3000))).toISOString().slice(0, 10)
}

function describe(rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)))
  const micros = Math.round(median(rounds.map((round) => round.cpuMicros)))
  return `${micros} µs, ${perSecond.toLocaleString('en')}/s`
}
