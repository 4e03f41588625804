import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CinemaContext, isStillCollecting, type SourceState } from './cinema-context.ts'
import type { Theaters } from './queries/theater-index.ts'

const noTheaters = { ordered: [] } as unknown as Theaters

function state(status: string | undefined, ...health: string[]): SourceState {
  const members = health.map((one, at) => ({ memberId: `m${at}`, health: one }))
  return {
    latestRun: status && { status },
    latestArtifact: undefined,
    members,
  } as unknown as SourceState
}

/** One source; `states` are what is stored of it at each question, of which the last one stays. */
function contextOf(...states: SourceState[]): { cinema: CinemaContext; reads: () => number } {
  let reads = 0
  const cinema = {
    db: {},
    sources: [{ id: 'one', members: [{ id: 'm0' }, { id: 'm1' }] }],
    readSourceState: async () => states[Math.min(reads++, states.length - 1)],
  }
  return { cinema: cinema as unknown as CinemaContext, reads: () => reads }
}

describe('isStillCollecting', () => {
  it('is true until the first run has published or tried every member', async () => {
    const { cinema } = contextOf(
      state(undefined, 'missing_artifact', 'missing_artifact'),
      state('running', 'ok', 'missing_artifact'),
      state('failed', 'ok', 'missing_artifact'),
      state('running', 'ok', 'missing_artifact'),
    )
    const found = []
    for (let at = 0; at < 4; at += 1) found.push(await isStillCollecting(cinema, noTheaters))
    assert.deepEqual(found, [true, true, false, true])
  })

  it('reads no state of a source again once all its members are published', async () => {
    const { cinema, reads } = contextOf(
      state('running', 'ok', 'missing_artifact'),
      state('running', 'ok', 'failed'),
    )
    const found = []
    for (let at = 0; at < 4; at += 1) found.push(await isStillCollecting(cinema, noTheaters))
    assert.deepEqual([found, reads()], [[true, false, false, false], 2])
  })
})
