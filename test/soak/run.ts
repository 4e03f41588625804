/**
 * `npm run soak`: an hour of mixed load with syncs, and in its second third a caller who floods. Prints the memory per minute,
 * and fails if it grows or exceeds its mark.
 */

import { parseArgs } from 'node:util'
import { systemClock } from '../../src/core/clock.ts'
import { createKey } from '../support/server/create-key.ts'
import { residentMb, residentMbMax } from '../support/server/resident-mb.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { startFlood } from './flood.ts'
import { type Load, type LoadCounts, startMixedLoad } from './mixed-load.ts'

const usage = `npm run soak                          an hour; a day of syncs
npm run soak -- --minutes 10 --speed 144   the same day in ten minutes
`

const fastClock = new URL('./fast-clock.ts', import.meta.url).href
/** Of the last third of the run over the first, without its first minute: what the flood took is given back. */
const growthMax = 1.1
/** The first minutes of a server fill its caches. */
const minutesPerThirdMin = 3

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    speed: { type: 'string', default: '24' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) print(usage)
else process.exitCode = await soak(Number(values.minutes), Number(values.speed))

async function soak(minutes: number, speed: number): Promise<number> {
  using served = await startServerProcess([], {
    NODE_OPTIONS: `--import=${fastClock}`,
    SOAK_CLOCK_SPEED: String(speed),
    SOAK_STARTED_AT: String(systemClock.now()),
    LIMIT_ANONYMOUS_PER_SECOND: '1000',
    LIMIT_ANONYMOUS_PER_MINUTE: '60000',
    LOG_FORMAT: 'json',
  })
  const pid = served.server.child.pid ?? 0
  // Before the load, whose sign-ins use up the codes of this network.
  const key = await createKey(served.origin, 'flood@example.org')
  const load = startMixedLoad(served.origin)
  const perMinute: number[] = []
  const third = Math.ceil(minutes / 3)
  let flood: Load | undefined
  for (let minute = 1; minute <= minutes; minute++) {
    const samples: number[] = []
    if (minute === third + 1) flood = startFlood(served.origin, key)
    if (minute === 2 * third + 1) await flood?.stop()
    for (let second = 0; second < 60; second += 5) {
      await systemClock.sleep(5_000)
      samples.push(residentMb(pid))
    }
    perMinute.push(Math.max(...samples))
    print(`minute ${minute}: ${perMinute.at(-1)} MB, ${countsText(load.counts)}\n`)
    if (flood) print(`  the flood: ${countsText(flood.counts)}\n`)
  }
  await Promise.all([load.stop(), flood?.stop()])
  const metrics = await (await fetch(`${served.origin}/metrics`)).text()
  const runs = [...metrics.matchAll(/^broadsheet_sync_runs_total\{.*\} (\d+)$/gm)]
  print(`sync runs: ${runs.reduce((sum, [, count]) => sum + Number(count), 0)}\n`)
  return judge(perMinute, [load.counts, ...(flood ? [flood.counts] : [])]) ? 0 : 1
}

function countsText({ sent, byStatus }: LoadCounts): string {
  const statuses = [...byStatus].sort(([one], [other]) => one - other)
  return `${sent} requests, ${statuses.map(([status, count]) => `${status} × ${count}`).join(', ')}`
}

function judge(perMinute: readonly number[], loads: readonly LoadCounts[]): boolean {
  const third = Math.ceil(perMinute.length / 3)
  const growth = median(perMinute.slice(2 * third)) / median(perMinute.slice(third > 1 ? 1 : 0, third))
  const failures = loads.flatMap(({ byStatus }) =>
    [...byStatus].filter(([status]) => status === 0 || status === 500),
  )
  const marks = [
    [`peak ${Math.max(...perMinute)} MB, at most ${residentMbMax}`, Math.max(...perMinute) <= residentMbMax],
    third < minutesPerThirdMin
      ? ['too short to say whether memory grows', true]
      : [`last third over the first ${growth.toFixed(2)}, at most ${growthMax}`, growth <= growthMax],
    [
      `responses with status 500, or none: ${failures.reduce((sum, [, count]) => sum + count, 0)}`,
      failures.length === 0,
    ],
  ] as const
  for (const [text, isHeld] of marks) print(`${isHeld ? 'holds' : 'FAILS'}  ${text}\n`)
  return marks.every(([, isHeld]) => isHeld)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(text: string): void {
  process.stdout.write(text)
}
