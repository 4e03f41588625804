/** A cinema service behind a test server: three fictional platforms with their theaters, and a fake upstream. */

import { rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { Failure } from '../../../src/core/errors.ts'
import { unrestricted } from '../../../src/http/access-control.ts'
import type { ChangeSource } from '../../../src/http/changes/change-source.ts'
import type { FrontPageNews } from '../../../src/http/service.ts'
import { openIdentity, sandboxMail } from '../../../src/identity/index.ts'
import { cinemaService } from '../../../src/services/cinema/index.ts'
import type { CinemaRecord } from '../../../src/services/cinema/schema/records.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import type { CinemaSource } from '../../../src/services/cinema/sources/define-cinema-source.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import type { Store } from '../../../src/store/store.ts'
import type { ArtifactStore } from '../../../src/sync/artifacts/artifact-store.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { saveLiveResponses } from '../../../src/sync/artifacts/live-artifacts.ts'
import { readSourceStatus } from '../../../src/sync/source-status.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestServer, type TestResponse } from '../server/test-server.ts'
import { newFolder } from '../shared-folder.ts'
import { directory, type FakeUpstream, fakeSources } from './made-up-platforms.ts'
import { quote, seatRecords, weekOfRecords } from './made-up-records.ts'

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
