import { parsePlaces } from '../../../src/services/jobs/normalise/places/places.ts'
import { type Case, median } from '../../case.ts'
import { placeTexts } from '../../data/place-texts.ts'
import { interleave, warmUps } from '../../interleave.ts'

const textsPerRound = 5000

/** Each round reads texts that no round before it has read: nothing is remembered but the names in them. */
export const bench: Case = {
  name: 'jobs places',
  description: 'processor time to read 20,000 new texts of places; beside it splitting them into words',
  threshold: { below: 1 },
  async measure({ rounds }) {
    const texts = placeTexts((rounds + warmUps) * textsPerRound)
    let batch: readonly string[] = []
    const seen = await interleave(rounds, {
      async baseline() {
        batch = texts.splice(0, textsPerRound)
        return cpuSeconds(() => batch.map(splitWords))
      },
      ours: async () => cpuSeconds(() => batch.map((text) => parsePlaces([{ text }], {}))),
    })
    const per20k = 20_000 / textsPerRound
    const ours = median(seen.map((pair) => pair.ours)) * per20k
    const bare = median(seen.map((pair) => pair.baseline)) * per20k
    return {
      value: ours,
      unit: 's',
      ours: `${Math.round(20_000 / ours).toLocaleString('en')}/s`,
      baseline: `${Math.round(20_000 / bare).toLocaleString('en')}/s`,
      rounds: seen,
    }
  },
}

function splitWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .split(/\P{L}+/u)
}

function cpuSeconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
