import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fault, FaultKind } from '../../../../sandbox/faults/fault.ts'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
  sandboxMember,
} from '../../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { type ErrorCode, isFailure } from '../../../core/errors.ts'
import { reasonToHold } from '../../../sync/publish/reason-to-hold.ts'
import type { ParsedResponse } from '../../../sync/source.ts'
import { type CinemaRecord, recordsOfType } from '../schema/records.ts'

const start = '2026-11-15T12:00:00Z'

/** Where each platform's listing is. */
const listings: Readonly<Record<string, string>> = {
  'vista-ocapi': '*/showtimes/by-business-date/*',
  veezi: '/v1/websession',
  quickbook: '*/film-events/*',
  webedia: '*/schedule?*',
  reading: '/films?*',
  cineplex: '*/theatrical/api/v1/showtimes?*',
  'json-ld': '*/film/*',
  filmbot: '*/listings*',
  ingresso: '*/sessions/*',
  hoyts: '*/sessions/*',
  village: '*/sessions/hits?*',
  evt: '/Cinemas/GetSessions?*',
  'cinema-api': '/show/stripped/*',
  alamo: '/s/mother/*',
  kinoheld: '/graphql',
  helios: '*/screenings',
  scare: '*/lines?*',
}

/** Seat calls, where a platform has them. */
const seatCalls: Readonly<Record<string, string>> = {
  'vista-ocapi': '*/seat-availability',
  reading: '/ticketing/*',
  cineplex: '*/seat-availability',
  hoyts: '*/ticket/seats/*',
  village: '*/seat-map?*',
  evt: '*/GetSeating?*',
  'cinema-api': '/show/ticketstatus/*',
}

/** What a listing can be published without. */
const secondaryCalls: readonly (readonly [platform: string, path: string])[] = [
  ...Object.entries(seatCalls),
  ['vista-ocapi', '*/seat-layouts/*'],
  ['vista-ocapi', '*/ticket-prices'],
  ['veezi', '/v1/screen'],
  ['veezi', '/v1/attribute'],
  ['veezi', '/v4/film'],
  ['veezi', '/v1/filmpackage'],
  ['reading', '/getcinemas?*'],
  ['cineplex', '*/theatrical/api/v1/movies?*'],
  ['cineplex', '*/seat-layout'],
]

function fault(platform: string, kind: FaultKind, own: Record<string, unknown> = {}): Fault {
  const host = new URL(sandboxMember(platform).member.base).host
  return { kind, host, path: listings[platform], ...own } as Fault
}

async function syncWith(platform: string, ...faults: Fault[]) {
  await using world = await openCinemaSandbox(new FakeClock(start), faults)
  const { source, member } = sandboxMember(platform)
  return await world.sync(source, member)
}

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    assert.ok(isFailure(error), String(error))
    return error.code
  }
}

const platforms = sandboxCinemaSources.filter(({ members }) => members.length > 0).map(({ id }) => id)
const jsonPlatforms = platforms.filter((id) => id !== 'json-ld')

describe('upstream faults on every platform', () => {
  for (const [kind, own, code] of [
    ['html', {}, 'upstream_changed'],
    ['wrong-shape', {}, 'upstream_changed'],
    ['lie', {}, 'upstream_changed'],
    ['status', { status: 500 }, 'upstream_unavailable'],
    ['status', { status: 403 }, 'upstream_refused'],
    ['status', { status: 429, retryAfterSeconds: 30 }, 'upstream_unavailable'],
    ['reset', { when: 'body' }, 'upstream_unavailable'],
  ] as const) {
    it(`map ${kind}${'status' in own ? ` ${own.status}` : ''} to ${code}`, async () => {
      const affected = code === 'upstream_changed' ? jsonPlatforms : platforms
      for (const platform of affected)
        assert.equal(await codeOf(syncWith(platform, fault(platform, kind, own))), code, platform)
    })
  }

  it('treat a truncated response as unavailable', async () => {
    for (const platform of platforms) {
      const code = await codeOf(syncWith(platform, fault(platform, 'truncate', { share: 0.5 })))
      assert.ok(code === 'upstream_changed' || code === 'upstream_unavailable', `${platform}: ${code}`)
    }
  })

  it('keep the Retry-After of a 429', async () => {
    await assert.rejects(
      syncWith('webedia', fault('webedia', 'status', { status: 429, retryAfterSeconds: 30 })),
      (error) => isFailure(error, 'upstream_unavailable') && error.retryAfterSeconds === 30,
    )
  })

  it('yield nothing for a theater without a list, which is then held back', async () => {
    // Its list says how many showtimes it has, so an empty one contradicts itself.
    assert.equal(await codeOf(syncWith('scare', fault('scare', 'empty'))), 'upstream_changed')
    for (const platform of platforms.filter((id) => id !== 'scare')) {
      const { records } = await syncWith(platform, fault(platform, 'empty'))
      assert.deepEqual(records, [], platform)
      assert.match(
        reasonToHold(sandboxMember(platform).source, records.length, {
          record_count: 400,
          held_reason: null,
        }) ?? '',
        /became empty/,
      )
    }
  })

  it('still list the sessions of films that are no longer described', async () => {
    await using world = await openCinemaSandbox(new FakeClock(start))
    for (const platform of ['vista-ocapi', 'quickbook', 'webedia']) {
      const { source, member } = sandboxMember(platform)
      const sessionsOf = (records: readonly CinemaRecord[], type: 'showtime' | 'listed') =>
        recordsOfType(records, type).map(({ session }) => session)
      const whole = await world.sync(source, member)
      const { records } = await world.sync(source, member, withHalfOfItsFilms)
      const listed = sessionsOf(records, 'listed')
      const published = sessionsOf(records, 'showtime')
      assert.ok(listed.length > 0 && published.length > 0, platform)
      assert.deepEqual(
        new Set([...published, ...listed]),
        new Set(sessionsOf(whole.records, 'showtime')),
        platform,
      )
    }
  })

  it('mark what a secondary list no longer describes', async () => {
    await using world = await openCinemaSandbox(new FakeClock(start))
    const empty = (kinds: readonly string[]) => (response: ParsedResponse) =>
      kinds.includes(response.kind) ? { ...response, body: [] } : response
    const { source, member } = sandboxMember('veezi')
    const { records } = await world.sync(source, member, empty(['screens', 'attributes', 'films']))
    const showtimes = recordsOfType(records, 'showtime')
    assert.ok(showtimes.length > 20)
    for (const { unresolved } of showtimes) assert.deepEqual(unresolved, ['auditorium', 'formats'])
    assert.ok(recordsOfType(records, 'movie').some(({ isPartial }) => isPartial))
    const reading = sandboxMember('reading')
    const listing = await world.sync(reading.source, reading.member, empty(['cinemas']))
    assert.deepEqual(
      recordsOfType(listing.records, 'theater').map(({ isPartial }) => isPartial),
      [true],
    )
  })

  for (const [name, own] of [
    ['is down', { kind: 'status', status: 503 }],
    ['is refused', { kind: 'status', status: 403 }],
    ['has too many requests', { kind: 'status', status: 429, retryAfterSeconds: 0 }],
    ['asks for a pause', { kind: 'status', status: 429, retryAfterSeconds: 30 }],
    ['cannot be read', { kind: 'html' }],
    ['has another shape', { kind: 'wrong-shape' }],
    ['lies', { kind: 'lie' }],
  ] as const) {
    it(`publish the listing if a secondary endpoint ${name}`, async () => {
      for (const [platform, path] of secondaryCalls) {
        const host = new URL(sandboxMember(platform).member.base).host
        const { records } = await syncWith(platform, { ...own, host, path })
        assert.ok(recordsOfType(records, 'showtime').length > 20, `${platform} ${path}`)
        const failed = recordsOfType(records, 'failed_part')
        // A host that limits requests is left alone for a while, which costs the parts after it as well.
        if (own.kind === 'status' && own.status === 429) assert.ok(failed.length > 0, `${platform} ${path}`)
        else assert.equal(failed.length, own.kind === 'status' ? 1 : 0, `${platform} ${path}`)
        if (own.kind === 'status' && own.status === 403) assert.equal(failed[0]?.code, 'upstream_refused')
      }
    })
  }

  it('publish every listing of a host whose seat calls are down for long', async () => {
    for (const [platform, path] of Object.entries(seatCalls)) {
      const down = fault(platform, 'status', { status: 503, path })
      await using world = await openCinemaSandbox(new FakeClock(start), [down], {})
      const { source, member } = sandboxMember(platform)
      for (let run = 1; run <= 20; run++) {
        const { records } = await world.sync(source, member)
        assert.ok(recordsOfType(records, 'showtime').length > 80, `${platform}, run ${run}`)
        assert.equal(recordsOfType(records, 'failed_part')[0]?.part, 'seats')
      }
    }
  })

  it('publish the seats of other showtimes if those of one cannot be read', async () => {
    for (const platform of ['vista-ocapi', 'cineplex']) {
      const first = fault(platform, 'status', { status: 500, path: seatCalls[platform], times: 1 })
      const { records } = await syncWith(platform, first)
      assert.ok(
        recordsOfType(records, 'availability').some(({ grade }) => grade === 'grid'),
        platform,
      )
      assert.equal(recordsOfType(records, 'failed_part').length, 1)
    }
  })

  it('publish the listing if seat calls fail', async () => {
    for (const [platform, path] of Object.entries(seatCalls)) {
      const { records } = await syncWith(platform, fault(platform, 'status', { status: 503, path }))
      assert.ok(recordsOfType(records, 'showtime').length > 80, platform)
      assert.deepEqual(recordsOfType(records, 'layout').length > 0 && platform === 'reading', false)
      assert.ok(
        recordsOfType(records, 'availability').every(({ grade }) => grade !== 'grid'),
        platform,
      )
    }
  })
})

/** Without every second film that the response describes. */
function withHalfOfItsFilms(response: ParsedResponse): ParsedResponse {
  const half = (films: readonly unknown[]) => films.filter((_, index) => index % 2 === 0)
  const { kind, body } = response
  if (kind === 'movies') {
    const nodes = Array.isArray(body) ? body : body.data.allMovie.nodes
    return { ...response, body: half(nodes) }
  }
  if (kind === 'showtimes')
    return {
      ...response,
      body: { ...body, relatedData: { ...body.relatedData, films: half(body.relatedData.films) } },
    }
  if (kind === 'events')
    return { ...response, body: { body: { ...body.body, films: half(body.body.films) } } }
  return response
}
