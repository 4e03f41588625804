/** `npm run soak`: an hour of mixed load with syncs. Prints the memory per minute, and fails if it grows or exceeds its mark. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/core/clock.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { startMixedLoad } from './mixed-load.ts'

const usage = `npm run soak                          an hour; a day of syncs
npm run soak -- --minutes 10 --speed 144   the same day in ten minutes
`

const fastClock = new URL('./fast-clock.ts', import.meta.url).href
const peakMbMax = 700
/** Of the last third of the run over the second. */
const growthMax = 1.1

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
  const load = startMixedLoad(served.origin)
  const perMinute: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const samples: number[] = []
    for (let second = 0; second < 60; second += 5) {
      await systemClock.sleep(5_000)
      samples.push(residentMb(pid))
    }
    perMinute.push(Math.max(...samples))
    const statuses = [...load.counts.byStatus].sort(([one], [other]) => one - other)
    print(
      `minute ${minute}: ${perMinute.at(-1)} MB, ${load.counts.sent} requests, ${statuses.map(([status, count]) => `${status} × ${count}`).join(', ')}\n`,
    )
  }
  await load.stop()
  const metrics = await (await fetch(`${served.origin}/metrics`)).text()
  const runs = [...metrics.matchAll(/^broadsheet_sync_runs_total\{.*\} (\d+)$/gm)]
  print(`sync runs: ${runs.reduce((sum, [, count]) => sum + Number(count), 0)}\n`)
  return judge(perMinute, load.counts.byStatus) ? 0 : 1
}

function judge(perMinute: readonly number[], byStatus: ReadonlyMap<number, number>): boolean {
  const third = Math.floor(perMinute.length / 3)
  const growth = median(perMinute.slice(-third)) / median(perMinute.slice(third, -third))
  const failures = [...byStatus].filter(([status]) => status === 0 || status === 500)
  const marks = [
    [`peak ${Math.max(...perMinute)} MB, at most ${peakMbMax}`, Math.max(...perMinute) <= peakMbMax],
    [`last third over the second ${growth.toFixed(2)}, at most ${growthMax}`, growth <= growthMax],
    [
      `responses with status 500, or none: ${failures.reduce((sum, [, count]) => sum + count, 0)}`,
      failures.length === 0,
    ],
  ] as const
  for (const [text, isHeld] of marks) print(`${isHeld ? 'holds' : 'FAILS'}  ${text}\n`)
  return marks.every(([, isHeld]) => isHeld)
}

/** Of the process with all its threads, as the kernel sees it. */
function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(text: string): void {
  process.stdout.write(text)
}
