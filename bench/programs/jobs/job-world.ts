/** The job boards of the whole registry, simulated in a process of their own so that their work is not counted as ours. Argument: how far the clock is ahead. */

import { startWorld } from '../../../test/rehearsal/world/start-world.ts'
import { serveRunner } from '../serve-runner.ts'

const world = await startWorld({
  seed: 'rehearsal',
  clockAheadMs: Number(process.argv[2]),
  latencyMs: 0,
  politeness: 0,
  isKind: true,
})
serveRunner({ origin: world.origin }, nextDay, async () => await world[Symbol.asyncDispose]())

async function nextDay(ms: unknown): Promise<object> {
  await world.call('nextDay', Number(ms))
  return {}
}
