/** One caller that sends the dearest requests without a pause, as many at once as it may, beside the mixed load. */

import { Agent, request } from 'node:http'
import type { Load, LoadCounts } from './mixed-load.ts'

/** The server refuses the 129th of a caller. */
const pendingMax = 160
const requestTimeoutMs = 60_000

/** None is the same again, so no cache helps. */
const dearest: readonly ((turn: number) => string)[] = [
  (turn) => `/data/job-postings/v1/jobs/search?q=${word(turn)}%20${word(turn + 7)}&limit=100`,
  (turn) => `/data/job-postings/v1/jobs/facets/city?q=${word(turn)}`,
  (turn) => `/data/job-postings/v1/jobs/search?q=%22${word(turn)}%20and%22&limit=100&sort=changed`,
  (turn) =>
    `/cinema/v1/showtimes/search?${place(turn)}&radius_miles=100&days=7&limit=100&include=movie,theater,prices`,
  (turn) => `/cinema/v1/movies/search?${place(turn)}&radius_miles=100&playing_now=true&limit=100`,
  (turn) => `/cinema/v1/theaters/search?${place(turn)}&radius_miles=100&limit=100`,
  (turn) => `/data/v1/companies?q=${word(turn)}&limit=100`,
  (turn) => `/data/v1/subprocessors?q=${word(turn)}&limit=100`,
  (turn) => `/search?q=${word(turn)}`,
  (turn) => `/data/job-postings/jobs?q=${word(turn)}`,
]

function word(turn: number): string {
  const letter = (shift: number) => String.fromCharCode(97 + (Math.floor(turn / 26 ** shift) % 26))
  return `${letter(0)}${letter(1)}`
}

function place(turn: number): string {
  return `lat=${51 + (turn % 997) / 1000}&lon=${-1 + (turn % 1009) / 1000}`
}

export function startFlood(origin: string, key: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: pendingMax })
  const counts: LoadCounts = { sent: 0, byStatus: new Map() }
  let isStopped = false
  const flood = async () => {
    while (!isStopped) {
      const turn = counts.sent++
      const path = dearest[turn % dearest.length]?.(Math.floor(turn / dearest.length)) ?? '/'
      const status = await send(origin + path, key, agent)
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
    }
  }
  const senders = Array.from({ length: pendingMax }, flood)
  return {
    counts,
    async stop() {
      isStopped = true
      await Promise.all(senders)
      agent.destroy()
    },
  }
}

/** 0 if there is no response. */
async function send(url: string, key: string, agent: Agent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const headers = { authorization: `Bearer ${key}` }
  const sent = request(url, { agent, headers, signal: AbortSignal.timeout(requestTimeoutMs) }, (response) => {
    response.on('end', () => resolve(response.statusCode ?? 0))
    response.on('error', () => resolve(0))
    response.resume()
  })
  sent.on('error', () => resolve(0))
  sent.end()
  return await promise
}
