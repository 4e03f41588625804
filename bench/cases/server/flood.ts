import { type Case, median } from '../../case.ts'
import { Child } from '../../child.ts'
import type { FloodResult, ReadersResult } from '../../flood-protocol.ts'

const connections = 60

/** The ten routes that take this thread, or others, for the longest time. */
const dearest = [
  '/cinema/v1/coverage?capability=showtimes',
  '/cinema/v1/analytics',
  '/cinema/v1/sync-status',
  '/market/v1/options/NASDAQ:AAPL/chain?limit=2000',
  '/market/v1/screeners/america/search?limit=1000',
  '/cinema/v1/showtimes/search?lat=51.{n}&lon=0.1&radius_miles=50&limit=200&include=movie,prices',
  '/cinema/v1/theaters/search?lat=51.{n}&lon=0.1&radius_miles=50&limit=200',
  '/data/job-postings/v1/jobs/search?q=engineer&limit=200&salary_min={n}',
  '/data/job-postings/v1/jobs/facets/city?q=engineer&limit=1000&salary_min={n}',
  '/data/v1/companies?limit=200&q={n}',
]

interface Target {
  readonly origin: string
  readonly key: string
}

interface Round {
  readonly quiet: Readonly<Record<string, number>>
  readonly flooded: Readonly<Record<string, number>>
  readonly flood: FloodResult
}

/** What others notice of a caller who takes all that it gets. */
export const bench: Case = {
  name: 'flood',
  description: `the 95th percentile of ten addresses that read a record, a cached list and /healthz while one key floods with the ten dearest requests over ${connections} connections, against that of a quiet server`,
  threshold: { below: 3 },
  async measure({ rounds }) {
    await using server = await Child.start<Target>('serve-sandbox.ts')
    await using readers = await Child.start<object>('readers.ts')
    await using flooder = await Child.start<object>('flood.ts')
    const { origin, key } = server.ready
    const paths = {
      fresh: await recordPaths(origin),
      cached: ['/cinema/v1/theaters/search?limit=20'],
      health: ['/healthz'],
    }
    const read = async (seconds: number) =>
      percentiles(await readers.request<ReadersResult>({ origin, paths, seconds }))
    await read(3)
    const seen: Round[] = []
    for (let turn = 0; turn < rounds; turn++) {
      const quiet = await read(5)
      await flooder.request({ origin, key, connections, paths: dearest })
      await read(2)
      const flooded = await read(5)
      const flood = await flooder.request<FloodResult>('stop')
      seen.push({ quiet, flooded, flood })
    }
    const ratios = seen.map(({ quiet, flooded }) =>
      Math.max(...Object.keys(quiet).map((kind) => (flooded[kind] ?? 0) / (quiet[kind] ?? 0))),
    )
    return {
      value: median(ratios),
      unit: '×',
      ours: `flooded ${describe(seen.map(({ flooded }) => flooded))}`,
      baseline: `quiet ${describe(seen.map(({ quiet }) => quiet))}`,
      besides: `the flood: ${JSON.stringify(seen.at(-1)?.flood)}`,
      rounds: seen,
    }
  },
}

/** Of records that are not cached: each is read once or twice. */
async function recordPaths(origin: string): Promise<string[]> {
  const paths: string[] = []
  for (let cursor: string | null = ''; cursor !== null && paths.length < 2000; ) {
    const from = cursor === '' ? '' : `&cursor=${cursor}`
    const page = (await (await fetch(`${origin}/cinema/v1/showtimes/search?limit=200${from}`)).json()) as Page
    paths.push(...page.data.map(({ id }) => `/cinema/v1/showtimes/${id}`))
    cursor = page.meta.pagination.next_cursor
  }
  return paths
}

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly meta: { readonly pagination: { readonly next_cursor: string | null } }
}

function percentiles(seen: ReadersResult): Record<string, number> {
  return Object.fromEntries(Object.entries(seen).map(([kind, values]) => [kind, percentile(values, 0.95)]))
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function describe(rounds: readonly Readonly<Record<string, number>>[]): string {
  const kinds = Object.keys(rounds[0] ?? {})
  return kinds
    .map((kind) => `${kind} ${median(rounds.map((round) => round[kind] ?? Number.NaN)).toFixed(1)} ms`)
    .join(', ')
}
