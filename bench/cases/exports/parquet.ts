/** A million rows as Parquet: what it takes from the thread that answers requests. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'
import { LoopLag } from '../../loop-lag.ts'

const rows = 1_000_000
const idleMs = 10_000

interface Use {
  readonly peakMb: number
  readonly nowMb: number
  readonly lagMs: number
}

export const bench: Case = {
  name: 'export parquet',
  description: `how late the event loop is at most while ${rows.toLocaleString('en')} rows are exported as Parquet; on Linux`,
  threshold: { below: 50 },
  async measure() {
    await using server = await Child.start<{ origin: string }>('export.ts', [String(rows)])
    // How late it is without an export, on a machine that others use too.
    await sleep(idleMs)
    const before = await server.request<Use>('use')
    // This process waits meanwhile: it is only as late as the machine makes it.
    using waiting = new LoopLag()
    const start = performance.now()
    const response = await fetch(`${server.ready.origin}/v1/notices.parquet`)
    const seconds = (performance.now() - start) / 1000
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    const use = await server.request<Use>('use')
    const waitingMs = waiting.take()
    const written = Number(response.headers.get('x-rows'))
    if (written !== rows) throw new Error(`${response.status}: ${written} rows`)
    return {
      value: use.lagMs,
      unit: 'ms',
      ours: `${use.peakMb - before.nowMb} MB more memory, ${seconds.toFixed(0)} s, a file of ${Math.round(bytes / 1e6)} MB`,
      baseline: `${before.nowMb} MB and ${Math.round(before.lagMs)} ms before it; ${Math.round(waitingMs)} ms in a process that waits`,
      rounds: [{ before, use, waitingMs, seconds, bytes }],
    }
  },
}
