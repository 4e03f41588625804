/** Streams to many readers: how long a change takes from the provider to the reader. */

import { connect, type Socket } from 'node:net'
import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'
import { LoopLag } from '../../loop-lag.ts'

const connections = 1000
const symbolsPerConnection = 10
const symbols = 500
const settleSeconds = 3

/** Of the process of the market since the last question. */
interface Use {
  readonly cpuMicros: number
  readonly lagMs: number
}

export const bench: Case = {
  name: 'market streams',
  description: `the 99th percentile of the delivery of a quote: ${connections * symbolsPerConnection} subscriptions of ${symbols} symbols over ${connections} connections, 2,000 changes a second`,
  threshold: { below: 0.05 },
  async measure({ rounds, secondsPerRound }) {
    await using provider = await Child.start<{ origin: string }>('quote-provider.ts')
    await using market = await Child.start<{ origin: string }>('market-streams.ts', [provider.ready.origin])
    const readers = new Readers(new URL(market.ready.origin))
    using lag = new LoopLag()
    try {
      await readers.open()
      await sleep(settleSeconds * 1000)
      const firstHeapBytes = await market.request<number>('heap')
      // The collection stops the process; what waited meanwhile is not measured.
      await sleep(settleSeconds * 1000)
      await market.request<Use>('use')
      lag.take()
      readers.delays.length = 0
      const seen: { readonly delays: readonly number[]; readonly use: Use; readonly readerLagMs: number }[] =
        []
      for (let round = 0; round < rounds; round += 1) {
        await sleep(secondsPerRound * 1000)
        const use = await market.request<Use>('use')
        seen.push({ delays: readers.delays.splice(0), use, readerLagMs: lag.take() })
      }
      const heapBytes = await market.request<number>('heap')
      const delays = seen.flatMap((round) => round.delays)
      const p99 = percentile(delays, 0.99) / 1000
      const growth = (heapBytes - firstHeapBytes) / 1e6
      const cpuMicros = seen.reduce((sum, { use }) => sum + use.cpuMicros, 0)
      return {
        value: p99,
        unit: 's',
        ours: `${Math.round(p99 * 1000)} ms, ${(cpuMicros / delays.length).toFixed(1)} µs each, heap ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB`,
        baseline: `median ${Math.round(percentile(delays, 0.5))} ms`,
        rounds: seen.map(({ delays, use, readerLagMs }) => ({
          events: delays.length,
          p50: percentile(delays, 0.5),
          p99: percentile(delays, 0.99),
          readerLagMs,
          ...use,
        })),
      }
    } finally {
      readers.close()
    }
  },
}

/** Reads the bytes of server-sent events and nothing more than the prices in them. */
class Readers {
  /** Milliseconds. */
  readonly delays: number[] = []
  readonly #url: URL
  readonly #sockets: Socket[] = []

  constructor(url: URL) {
    this.#url = url
  }

  async open(): Promise<void> {
    for (let at = 0; at < connections; at += 1) await this.#openOne(at)
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async #openOne(at: number): Promise<void> {
    const names = Array.from(
      { length: symbolsPerConnection },
      (_, n) => `X:S${(at * symbolsPerConnection + n) % symbols}`,
    )
    const socket = connect(Number(this.#url.port), this.#url.hostname)
    this.#sockets.push(socket)
    socket.setEncoding('latin1')
    socket.write(`GET /v1/stream/quotes?symbols=${names} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.on('data', (text) => this.#read(String(text)))
  }

  #read(text: string): void {
    const now = Number(process.hrtime.bigint()) / 1e6
    for (let at = text.indexOf('"last":'); at >= 0; at = text.indexOf('"last":', at + 7)) {
      const sentAt = Number.parseFloat(text.slice(at + 7, at + 24))
      // A number that is cut off at the end of a packet is none.
      if (sentAt > 0 && now - sentAt < 60_000) this.delays.push(now - sentAt)
    }
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
