/** Requests of many kinds, at a steady rate: cached and new searches, pages, live reads, streams, sign-ins and invalid ones. */

import { systemClock } from '../../src/core/clock.ts'

const everyMs = 50
const requestTimeoutMs = 30_000
const streamMs = 5_000
/** A request that finds this many unanswered ones is not sent: the server decides the pace. */
const pendingMax = 64

export interface LoadCounts {
  sent: number
  /** Responses by status; 0 for none. */
  readonly byStatus: Map<number, number>
}

type Send = (origin: string, turn: number) => Promise<number>

const towns = ['London', 'Leeds', 'Berlin', 'Chicago', 'LS1 5DL', 'Vienna', 'Toronto', 'nowhere at all']
const words = ['engineer', 'data', 'nurse', 'remote', 'c++', 'sales manager', 'zzzz', 'produktmanager']

const get =
  (path: (turn: number) => string, headers: Record<string, string> = {}): Send =>
  async (origin, turn) => {
    const response = await fetch(origin + path(turn), {
      headers,
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    await response.arrayBuffer()
    return response.status
  }

const pick = (values: readonly string[], turn: number) =>
  encodeURIComponent(values[turn % values.length] ?? '')

/** The ids of a list lead to its single rows. */
const followFirst =
  (list: (turn: number) => string, single: (id: string) => string): Send =>
  async (origin, turn) => {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const { data } = (await (await fetch(origin + list(turn), { signal })).json()) as {
      data?: { id: string }[]
    }
    const id = data?.[0]?.id
    return id === undefined ? 200 : await get(() => single(id))(origin, turn)
  }

async function readStream(origin: string): Promise<number> {
  const response = await fetch(`${origin}/market/v1/stream/quotes?symbols=NASDAQ:AAPL,BINANCE:BTCUSDT`, {
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const reader = response.body?.getReader()
  const until = systemClock.monotonic() + streamMs
  while (systemClock.monotonic() < until && !(await reader?.read())?.done);
  await reader?.cancel()
  return response.status
}

async function signIn(origin: string, turn: number): Promise<number> {
  const response = await fetch(`${origin}/cinema/v1/auth/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `reader${turn}@example.org` }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  await response.arrayBuffer()
  return response.status
}

const kinds: readonly Send[] = [
  get((turn) => `/cinema/v1/showtimes/search?near=${pick(towns, turn)}&limit=20&include=movie,prices`),
  get((turn) => `/cinema/v1/theaters/search?lat=${(turn % 900) / 10 - 40}&lon=${(turn % 1700) / 10 - 80}`),
  get((turn) => `/data/job-postings/v1/jobs/search?q=${pick(words, turn)}&limit=${1 + (turn % 50)}`),
  get((turn) => `/data/job-postings/v1/jobs/facets?q=${pick(words, turn)}`),
  get(() => '/data/v1/coverage/providers?limit=10'),
  get((turn) => `/data/v1/companies?q=${String.fromCharCode(97 + (turn % 26))}&limit=20`),
  get((turn) => `/market/v1/symbols/search?q=a${turn % 700}&limit=5`),
  get(() => '/market/v1/quotes?symbols=NASDAQ:AAPL'),
  get((turn) => `/?near=${pick(towns, turn)}`, { accept: 'text/html' }),
  get(() => '/data/job-postings', { accept: 'text/html' }),
  get((turn) => `/docs/unknown-${turn}`),
  get((turn) => `/cinema/v1/showtimes/search?nonsense${turn % 99}=1`),
  followFirst(
    (turn) => `/cinema/v1/showtimes/search?near=${pick(towns, turn % 7)}&has_seatmap=true&days=2&limit=1`,
    (id) => `/cinema/v1/showtimes/${id}/seatmap?seat_detail=grid&source_mode=auto&freshness=1m`,
  ),
  followFirst(
    (turn) => `/data/job-postings/v1/jobs/search?q=${pick(words, turn)}&limit=1`,
    (id) => `/data/job-postings/v1/jobs/${id}?include=description`,
  ),
  readStream,
  signIn,
]

export interface Load {
  readonly counts: LoadCounts
  stop(): Promise<void>
}

export function startMixedLoad(origin: string): Load {
  const counts: LoadCounts = { sent: 0, byStatus: new Map() }
  const pending = new Set<Promise<void>>()
  const send = async (turn: number) => {
    const kind = kinds[turn % kinds.length]
    const status = (await kind?.(origin, Math.floor(turn / kinds.length)).catch(() => 0)) ?? 0
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
  }
  const timer = setInterval(() => {
    if (pending.size >= pendingMax) return
    const one = send(counts.sent).finally(() => pending.delete(one))
    pending.add(one)
    counts.sent += 1
  }, everyMs)
  return {
    counts,
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}
