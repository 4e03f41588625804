/** A cinema service behind a test server: three fictional platforms with their theaters, and a fake upstream. */

import { rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { Type } from 'typebox'
import { Failure } from '../../../src/core/errors.ts'
import { toLocalText } from '../../../src/core/zoned-time.ts'
import { unrestricted } from '../../../src/http/access-control.ts'
import type { ChangeSource } from '../../../src/http/changes/change-source.ts'
import type { FrontPageNews } from '../../../src/http/service.ts'
import { openIdentity, sandboxMail } from '../../../src/identity/index.ts'
import { cinemaService } from '../../../src/services/cinema/index.ts'
import { toSeatRecords } from '../../../src/services/cinema/normalise/seat-map.ts'
import { businessDateOf } from '../../../src/services/cinema/normalise/time.ts'
import { type SeatStatus, toCapabilities } from '../../../src/services/cinema/schema/index.ts'
import type { CinemaRecord, ShowtimeRecord } from '../../../src/services/cinema/schema/records.ts'
import {
  type GroupData,
  type SiteData,
  toCinemaDirectory,
} from '../../../src/services/cinema/sources/cinema-directory.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import {
  type CinemaSource,
  defineCinemaSource,
  toCinemaSource,
} from '../../../src/services/cinema/sources/define-cinema-source.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import type { Store } from '../../../src/store/store.ts'
import type { ArtifactStore } from '../../../src/sync/artifacts/artifact-store.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { saveLiveResponses } from '../../../src/sync/artifacts/live-artifacts.ts'
import { readSourceStatus } from '../../../src/sync/source-status.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestServer, type TestResponse } from '../server/test-server.ts'
import { newFolder } from '../shared-folder.ts'

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

const directory = toCinemaDirectory({
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

function fakeSources(upstream: FakeUpstream): CinemaSource[] {
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

const hourMs = 3_600_000

export function showtimeRecord(
  member: CinemaMember,
  session: string,
  startsAt: number,
  changes: Partial<ShowtimeRecord> = {},
): ShowtimeRecord {
  const startsAtLocal = toLocalText(startsAt, member.timezone)
  return {
    type: 'showtime',
    site: member.site,
    session,
    film: 'f1',
    startsAt,
    startsAtLocal,
    timezone: member.timezone,
    businessDate: businessDateOf(startsAtLocal),
    state: 'on_sale',
    formats: ['imax'],
    rawFormats: ['IMAX'],
    seating: 'reserved',
    bookingUrl: `https://made-up.example/${session}`,
    rawIds: { session },
    ...changes,
  }
}

export function seatRecords(
  session: string,
  capturedAt: number,
  statuses: readonly SeatStatus[],
): CinemaRecord[] {
  return toSeatRecords({
    site: 'a1',
    session,
    layout: 'auditorium-1',
    sections: [{ id: 'main', label: 'Stalls' }],
    cells: statuses.map((status, index) => ({
      id: `s${index}`,
      label: `A${index + 1}`,
      row: 'A',
      number: String(index + 1),
      section: 0,
      x: index,
      y: 0,
      kind: 'standard',
      status,
    })),
    seating: 'reserved',
    capturedAt,
    confidence: 'high',
    distinguishesHeld: true,
  })
}

/** A week of showtimes in one theater: yesterday, today, after midnight, tomorrow and far ahead. */
export function weekOfRecords(member: CinemaMember, nowMs: number): CinemaRecord[] {
  return [
    {
      type: 'theater',
      site: member.site,
      name: member.name,
      address: member.address,
      ...(member.geo === undefined ? {} : { geo: member.geo }),
      timezone: member.timezone,
      rawIds: { site: member.site },
    },
    {
      type: 'movie',
      film: 'f1',
      title: 'The Long Harvest',
      runtimeMinutes: 112,
      ids: {},
      grade: 'partial',
      rawIds: {},
    },
    {
      type: 'movie',
      film: 'f2',
      title: 'Copper Moon',
      runtimeMinutes: 95,
      ids: {},
      grade: 'title_only',
      rawIds: {},
    },
    { type: 'movie', film: 'f3', title: 'Never Shown Again', ids: {}, grade: 'title_only', rawIds: {} },
    showtimeRecord(member, 'old', nowMs - 50 * hourMs, { film: 'f3' }),
    showtimeRecord(member, 'earlier', nowMs - 5 * hourMs),
    showtimeRecord(member, 'running', nowMs - hourMs),
    showtimeRecord(member, 'next', nowMs + 2 * hourMs, { film: 'f2', formats: ['2d'], rawFormats: [] }),
    showtimeRecord(member, 'open', nowMs + 3 * hourMs, { seating: 'general_admission' }),
    showtimeRecord(member, 'tomorrow', nowMs + 24 * hourMs),
    showtimeRecord(member, 'soon', nowMs + 26 * hourMs, { salesStartAt: nowMs + hourMs, film: 'f2' }),
    showtimeRecord(member, 'off', nowMs + 27 * hourMs, { state: 'cancelled' }),
    showtimeRecord(member, 'far', nowMs + 10 * 24 * hourMs),
  ]
}

export interface CinemaFixture extends AsyncDisposable {
  readonly origin: string
  readonly server: Server
  readonly clock: FakeClock
  readonly upstream: FakeUpstream
  readonly sources: readonly CinemaSource[]
  readonly changes: ChangeSource
  readonly artifacts: ArtifactStore
  readonly members: ReadonlyMap<string, CinemaMember>
  publish(memberId: string, records: readonly CinemaRecord[], capturedAt?: number): Promise<object>
  request(path: string, init?: RequestInit): Promise<TestResponse>
  /** The news near a place at the time of the clock. */
  readNews(near: string): Promise<FrontPageNews>
  /** An API key with access to all routes. */
  createKey(): Promise<string>
}

export interface CinemaFixtureOptions {
  readonly credits?: { readonly perDayAnonymous: number; readonly perMonthIdentified: number }
  readonly livePerSecond?: number
  /** Default: a temporary folder. */
  readonly artifacts?: ArtifactStore
}

export async function openCinemaFixture(
  store: Store,
  options: CinemaFixtureOptions = {},
): Promise<CinemaFixture> {
  const clock = new FakeClock('2026-11-15T12:00:00Z')
  const upstream: FakeUpstream = {
    calls: 0,
    bodies: (session, nowMs) => [JSON.stringify({ session, nowMs })],
    records: () => [],
    error: undefined,
    heldUntil: Promise.resolve(),
  }
  const cinemaSources = fakeSources(upstream)
  const members = new Map(
    cinemaSources.flatMap((source) => source.members.map((member) => [member.id, member])),
  )
  const writer = cinemaWriter(cinemaSources)
  const unlimited = { perSecond: 100_000, perMinute: 1_000_000 }
  const identity = await openIdentity({
    store,
    clock,
    secret: 'a secret of the tests',
    rates: { anonymous: unlimited, identified: unlimited, livePerSecond: options.livePerSecond ?? 1000 },
    allowances: options.credits ?? { perDayAnonymous: 1000, perMonthIdentified: 1000 },
    keyPrefix: 'bs_live',
    keyLifetimeMs: undefined,
    redis: undefined,
    mail: sandboxMail(store, clock),
    origin: 'http://broadsheet.example',
    onWarning: () => {},
  })
  const outbound = {
    for: () => ({
      request: () => Promise.reject(new Failure('upstream_unavailable', 'There is no network here.')),
    }),
  }
  const folder = newFolder('cinema')
  const artifacts = options.artifacts ?? diskArtifactStore({ folder })
  const service = cinemaService({
    url: 'http://cinema.example',
    store,
    outbound,
    clock,
    accounts: identity.accounts,
    registry: { sources: cinemaSources, directory },
    saveResponses: (capture) => saveLiveResponses({ store, artifacts, clock, holder: 'test:1' }, capture),
    readSourceState: (one) => readSourceStatus(store, one, clock.now()),
  })
  const { changes } = service
  if (changes === undefined) throw new Error('the service has no changes')
  const server = await openTestServer({
    clock,
    store,
    service,
    routes: identity.rootRoutes,
    accessControl: identity.accessControl,
  })
  const { origin, fetch: request } = server
  let publishCount = 0

  return {
    origin,
    server: server.server.nodeServer,
    clock,
    upstream,
    sources: cinemaSources,
    changes,
    artifacts,
    members,
    async publish(memberId, records, capturedAt = clock.now()) {
      const source = cinemaSources.find((one) => one.members.some(({ id }) => id === memberId))
      if (!source) throw new Error(`no member ${memberId}`)
      publishCount += 1
      return await store.readModel.transaction(async (tx) => {
        const { dialect } = store.readModel
        const counts = await writer.write({
          tx,
          dialect,
          sourceId: source.id,
          memberId,
          artifactId: publishCount,
          capturedAt,
          records,
        })
        await dialect.bumpVersion(tx, 'cinema', clock.now())
        return counts
      })
    },
    request,
    async readNews(near) {
      const signal = AbortSignal.timeout(600_000)
      const news = { base: '/cinema', near, nowMs: clock.now(), admission: unrestricted, signal }
      if (!service.frontPage) throw new Error('the service has no news')
      return await service.frontPage(news)
    },
    async createKey() {
      const email = 'operator@cinema.example'
      const json = { 'content-type': 'application/json' }
      await request('/v1/auth/otp', { method: 'POST', headers: json, body: JSON.stringify({ email }) })
      const messages = await request('/sandbox/mailbox')
      const { code } = messages.json.data.find(({ to }: { to: string }) => to === email)
      const body = JSON.stringify({ email, code })
      const verified = await request('/v1/auth/verify', { method: 'POST', headers: json, body })
      return verified.json.data.key.secret
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await identity[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Publishes a week for every theater; one show of Alpha Leeds has seats and prices. */
export async function publishWeek(fixture: CinemaFixture): Promise<void> {
  const nowMs = fixture.clock.now()
  for (const [id, member] of fixture.members) {
    const extra: CinemaRecord[] =
      id === 'alpha.a1'
        ? [
            ...seatRecords('next', nowMs, ['available', 'sold', 'held', 'blocked', 'broken', 'available']),
            { type: 'prices', site: 'a1', session: 'next', capturedAt: nowMs, quotes: [quote] },
          ]
        : []
    await fixture.publish(id, [...weekOfRecords(member, nowMs), ...extra])
  }
}

export const quote = {
  ticketTypeId: 't1',
  label: 'Adult',
  amount: 12.5,
  currency: 'GBP',
  audience: 'adult',
} as const
