/** Streams of changes to many readers: how long a change takes from its detection to the reader. */

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'

const readers = 2000
const towns = 2000
const changesPerSecond = 500
const settleMs = 3000

interface Use {
  readonly cpuMicros: number
  readonly lagMs: number
}

export const bench: Case = {
  name: 'changes streams',
  description: `the 99th percentile of the delivery of a change: ${readers} readers with ${towns} filters, ${changesPerSecond} changes a second`,
  threshold: { below: 0.5 },
  async measure({ rounds, secondsPerRound }) {
    await using server = await Child.start<{ origin: string }>('change-streams.ts', [
      String(towns),
      String(changesPerSecond),
    ])
    const { port, hostname } = new URL(server.ready.origin)
    const delays: number[] = []
    const sockets: Socket[] = []
    try {
      for (let at = 0; at < readers; at += 1)
        sockets.push(await openReader(Number(port), hostname, `town ${at % towns}`, delays))
      await sleep(settleMs)
      await server.request<Use>('use')
      delays.length = 0
      const seen: { readonly delays: readonly number[]; readonly use: Use }[] = []
      for (let round = 0; round < rounds; round += 1) {
        await sleep(secondsPerRound * 1000)
        seen.push({ use: await server.request<Use>('use'), delays: delays.splice(0) })
      }
      const all = seen.flatMap((round) => round.delays)
      const cpuMicros = seen.reduce((sum, { use }) => sum + use.cpuMicros, 0)
      const share = cpuMicros / (rounds * secondsPerRound * 1e6)
      const lagMs = Math.max(...seen.map(({ use }) => use.lagMs))
      return {
        value: percentile(all, 0.99) / 1000,
        unit: 's',
        ours: `${Math.round(share * 100)} % of a core, ${(cpuMicros / all.length).toFixed(1)} µs each, event loop at most ${Math.round(lagMs)} ms late`,
        baseline: `median ${Math.round(percentile(all, 0.5))} ms, ${all.length} deliveries`,
        rounds: seen.map(({ delays: ofRound, use }) => ({ events: ofRound.length, ...use })),
      }
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
}

/** Reads nothing but the times at which changes were detected. */
async function openReader(port: number, host: string, town: string, delays: number[]): Promise<Socket> {
  const socket = connect(port, host)
  socket.setEncoding('latin1')
  socket.write(`GET /v1/changes/stream?town=${encodeURIComponent(town)} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.on('data', (text) => {
    const now = Date.now()
    for (const [, time] of String(text).matchAll(/"detected_at":"([^"]+)"/g))
      delays.push(now - Date.parse(time ?? ''))
  })
  return socket
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
