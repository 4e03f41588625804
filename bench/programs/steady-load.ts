/** A steady stream of requests at a fixed pace: each latency counts from when the request was due, sent or not. */

import { Agent, get } from 'node:http'
import type { SteadyLoadRequest, SteadyLoadResult } from '../steady-load-protocol.ts'
import { serveRunner } from './serve-runner.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

serveRunner(
  {},
  (question) => run(question as SteadyLoadRequest),
  () => agent.destroy(),
)

async function run({ origin, paths, perSecond, seconds }: SteadyLoadRequest): Promise<SteadyLoadResult> {
  const startedAt = performance.now()
  const latencies: Promise<number>[] = []
  const total = perSecond * seconds
  while (latencies.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
    while (latencies.length < due) {
      const dueAt = startedAt + (latencies.length / perSecond) * 1000
      latencies.push(ask(origin + paths[latencies.length % paths.length], dueAt))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const sorted = (await Promise.all(latencies)).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(0.9999) }
}

function ask(url: string, dueAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - dueAt))
    }).on('error', reject)
  })
}
