/** Ten addresses that each read something small every now and then. */

import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadersRequest, ReadersResult } from '../flood-protocol.ts'
import { serveRunner } from './serve-runner.ts'

const readers = 10
const pauseMs = 50
/** Who is refused has waited longer than anybody does. */
const refusedMs = 60_000

serveRunner(
  {},
  (question) => read(question as ReadersRequest),
  () => {},
)

/** Goes on through all rounds, so that a path comes back as late as possible. */
let asked = 0

async function read({ origin, paths, seconds }: ReadersRequest): Promise<ReadersResult> {
  const kinds = Object.keys(paths)
  const seen = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]]))
  const until = performance.now() + seconds * 1000
  async function repeat(_: unknown, reader: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${11 + reader}` })
    await sleep((pauseMs * reader) / readers)
    while (performance.now() < until) {
      asked += 1
      const kind = kinds[asked % kinds.length] ?? ''
      const ofKind = paths[kind] ?? []
      const path = ofKind[Math.floor(asked / kinds.length) % ofKind.length] ?? '/'
      const startedAt = performance.now()
      const status = await request(`${origin}${path}`, agent)
      seen[kind]?.push(status === 200 ? performance.now() - startedAt : refusedMs)
      await sleep(pauseMs)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: readers }, repeat))
  return seen
}

function request(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).once('error', reject)
  })
}
