import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fault, FaultKind } from '../../../../sandbox/fault.ts'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
  sandboxMember,
} from '../../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { type ErrorCode, isFailure } from '../../../core/errors.ts'
import { reasonToHold } from '../../../sync/publish/reason-to-hold.ts'
import { recordsOfType } from '../schema/records.ts'

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
}

/** Seat calls, where a platform has them. */
const seatCalls: Readonly<Record<string, string>> = {
  'vista-ocapi': '*/seat-availability',
  reading: '/ticketing/*',
  cineplex: '*/seat-availability',
}

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
    for (const platform of platforms) {
      const { records } = await syncWith(platform, fault(platform, 'empty'))
      assert.deepEqual(records, [], platform)
      assert.match(reasonToHold(sandboxMember(platform).source, records.length, 400) ?? '', /became empty/)
    }
  })

  it('hold back a list that lost most of its records', async () => {
    for (const platform of ['quickbook', 'veezi', 'reading']) {
      const whole = (await syncWith(platform)).records.length
      const rest = (await syncWith(platform, fault(platform, 'shrink', { share: 0.2 }))).records.length
      assert.match(
        reasonToHold(sandboxMember(platform).source, rest, whole) ?? '',
        /shrank|became empty/,
        `${platform}: ${rest} of ${whole}`,
      )
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

  it('refuse the theater if a seat call is refused', async () => {
    for (const [platform, path] of Object.entries(seatCalls)) {
      const code = await codeOf(syncWith(platform, fault(platform, 'status', { status: 403, path })))
      assert.equal(code, 'upstream_refused', platform)
    }
  })
})
