/** One caller who sends the next request on each of its connections as soon as the last one is answered. */

import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'
import type { FloodRequest } from '../flood-protocol.ts'
import { serveRunner } from './serve-runner.ts'

// It stands for another machine, and must not take the processor from those who measure.
setPriority(15)

let stop = () => Promise.resolve({})
let sent = 0

serveRunner(
  {},
  async (question) => {
    if (question === 'stop') return await stop()
    stop = flood(question as FloodRequest)
    return {}
  },
  () => {},
)

function flood({ origin, key, connections, paths }: FloodRequest): () => Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses: Record<string, number> = {}
  let isRunning = true
  async function repeat(): Promise<void> {
    while (isRunning) {
      sent += 1
      const path = (paths[sent % paths.length] ?? '/').replaceAll('{n}', String(sent))
      const status = await request(`${origin}${path}`, { agent, headers: { 'x-api-key': key } })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const all = Promise.all(Array.from({ length: connections }, repeat))
  return async () => {
    isRunning = false
    await all
    agent.destroy()
    return statuses
  }
}

function request(url: string, options: object): Promise<number> {
  return new Promise((resolve) => {
    get(url, options, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
    }).once('error', () => resolve(0))
  })
}
