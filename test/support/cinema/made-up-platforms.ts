/** Three fictional platforms with their theaters, and a fake upstream. */

import { Type } from 'typebox'
import { toCapabilities } from '../../../src/services/cinema/schema/index.ts'
import type { CinemaRecord } from '../../../src/services/cinema/schema/records.ts'
import {
  type GroupData,
  type SiteData,
  toCinemaDirectory,
} from '../../../src/services/cinema/sources/cinema-directory.ts'
import {
  type CinemaSource,
  defineCinemaSource,
  toCinemaSource,
} from '../../../src/services/cinema/sources/define-cinema-source.ts'

const about = { name: 'Made up', home: 'https://made-up.example', terms: 'made up' }
const sourceDefaults = {
  about,
  baseUrl: 'https://made-up.example',
  everyMinutes: 60,
  polite: { atOnce: 2, gapMs: 0 },
  gate: 'none',
  horizon: { maxDays: 30, source: 'static' },
  limitations: ['made_up'],
  seatCalls: 0,
  raw: { seats: Type.Object({}), prices: Type.Object({}) },
  async *fetch() {},
} as const

/** The behaviour of the fake upstream for a single showtime. */
export interface FakeUpstream {
  calls: number
  /** The bodies of its responses. */
  bodies: (session: string, nowMs: number) => Iterable<string>
  records: (session: string, nowMs: number) => CinemaRecord[]
  error: Error | undefined
  /** Responses wait for this promise. */
  heldUntil: Promise<void>
}

export const directory = toCinemaDirectory({
  chains: [
    { id: 'alpha', name: 'Alpha', country: 'GB', currency: 'GBP' },
    { id: 'beta', name: 'Beta', country: 'US', currency: 'USD' },
    { id: 'gamma', name: 'Gamma', country: 'FJ', currency: 'FJD' },
  ],
  members: {
    'grid-platform': [
      chainMembers('alpha', [
        theaterMember('a1', 'Alpha Leeds', 'Europe/London', 53.8008, -1.5491, 'Leeds', 'LS1 4AP', 'England'),
        theaterMember('a2', 'Alpha York', 'Europe/London', 53.96, -1.0873, 'York', 'YO1 7HH', 'England'),
      ]),
    ],
    'count-platform': [
      chainMembers('beta', [
        theaterMember('b1', 'Beta Chelsea', 'America/New_York', 40.7465, -74.0014, 'New York', '10001', 'NY'),
      ]),
    ],
    'plain-platform': [
      chainMembers('gamma', [
        theaterMember('g1', 'Gamma Suva', 'Pacific/Fiji', -18.1416, 178.4419, 'Suva', '', 'Central'),
        theaterMember('g2', 'Gamma Apia', 'Pacific/Apia', -13.8333, -171.7667, 'Apia', '', 'Tuamasaga'),
      ]),
    ],
  },
  unsupported: [
    {
      id: 'far-platform',
      name: 'Far',
      status: 'blocked',
      reason: 'refuses programs',
      gate: 'browser',
      capabilities: [],
    },
  ],
})

function chainMembers(chain: string, sites: SiteData[]): GroupData {
  return { chain, base: 'https://made-up.example/x', sites }
}

function theaterMember(
  id: string,
  name: string,
  timezone: string,
  lat: number,
  lon: number,
  city: string,
  postal: string,
  state: string,
): SiteData {
  return {
    site: id,
    name,
    timezone,
    lat,
    lon,
    city,
    state,
    ...(postal === '' ? {} : { postal_code: postal }),
  }
}

export function fakeSources(upstream: FakeUpstream): CinemaSource[] {
  async function* fetchBodies(kind: string, session: string, nowMs: number) {
    upstream.calls += 1
    await upstream.heldUntil
    if (upstream.error) throw upstream.error
    for (const body of upstream.bodies(session, nowMs))
      yield { kind, url: 'https://made-up.example', fetchedAt: nowMs, body }
  }
  const toRecords = (responses: readonly { body: { session: string; nowMs: number } }[]) =>
    responses.flatMap(({ body }) => upstream.records(body.session, body.nowMs))
  return [
    defineCinemaSource({
      ...sourceDefaults,
      id: 'grid-platform',
      capabilities: toCapabilities(
        [
          'showtimes',
          'prices',
          'ticket_types',
          'occupancy_counts',
          'seat_summary',
          'seat_grid',
          'general_admission',
          'booking_url',
        ],
        true,
      ),
      grade: 'grid',
      fetchSeatMap: ({ session, nowMs }) => fetchBodies('seats', session.session, nowMs),
      fetchPrices: ({ session, nowMs }) => fetchBodies('prices', session.session, nowMs),
      toRecords,
    }),
    defineCinemaSource({
      ...sourceDefaults,
      id: 'count-platform',
      capabilities: toCapabilities(['showtimes', 'occupancy_counts', 'seat_summary'], false),
      grade: 'summary',
      toRecords: () => [],
    }),
    defineCinemaSource({
      ...sourceDefaults,
      id: 'plain-platform',
      capabilities: toCapabilities(['showtimes'], false),
      grade: 'none',
      raw: { list: Type.Object({ records: Type.Array(Type.Unknown()) }) },
      async *fetch({ http, member, signal }) {
        const { url, body, receivedAt } = await http.request(`${member.base}/${member.site}`, { signal })
        yield { kind: 'list', url, fetchedAt: receivedAt, body }
      },
      *toRecords(responses, { drop }) {
        for (const record of responses.flatMap(({ body }) => body.records)) {
          if (typeof record?.type === 'string') yield record
          else drop('not a record')
        }
      },
    }),
  ].map((adapter) => toCinemaSource(adapter, directory.members.get(adapter.id) ?? []))
}
