import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testMember } from '../../../../../../test/support/cinema/replay-recordings.ts'
import type { Outbound } from '../../../../../core/outbound/outbound.ts'
import { fetchListings } from './fetch-listings.ts'

const theaters = ['101', '102'].map((site) =>
  testMember({ id: `x.${site}`, site, timezone: 'Europe/London', token: 'secret' }),
)

/** The listings of both theaters, by member id and kind. */
async function fetchTogether(dates: unknown, day: unknown, statusOf = (_url: string) => 200) {
  const http: Outbound = {
    async request(url) {
      const areDates = url.includes('film-screening-dates')
      const body = JSON.stringify(areDates ? dates : day)
      return { status: areDates ? 200 : statusOf(url), headers: {}, url, receivedAt: 0, body }
    },
  }
  const listings = await fetchListings({ http, signal: AbortSignal.timeout(600_000) }, theaters, 0)
  return (memberId: string, kind: string) =>
    (listings.get(memberId) ?? [])
      .filter((response) => response.kind === kind)
      .map(({ body }) => JSON.parse(body))
}

const dates = { filmScreeningDates: [{ businessDate: '2026-11-15' }] }

describe('the listing of several OCAPI sites', () => {
  it('leaves a showtime whose site cannot be read with each of them, so that it does not seem to be gone', async () => {
    const showtimes = [
      { id: 's1', siteId: '101', filmId: 'f1' },
      { id: 's2', siteId: '102', filmId: 'f2' },
      { id: 's3', siteId: null, filmId: 'f1' },
      { id: 's4', filmId: 'f2' },
    ]
    const relatedData = { sites: [{ id: '101' }, { id: '102' }], films: [{ id: 'f1' }, { id: 'f2' }] }
    const listing = await fetchTogether(dates, { showtimes, relatedData })
    for (const [memberId, site, ids] of [
      ['x.101', '101', ['s1', 's3', 's4']],
      ['x.102', '102', ['s2', 's3', 's4']],
    ] as const) {
      const [day] = listing(memberId, 'showtimes')
      assert.deepEqual(
        day.showtimes.map(({ id }: { id: string }) => id),
        ids,
      )
      assert.deepEqual(day.relatedData.sites, [{ id: site }])
    }
  })

  it('has a day that cannot be read for each of them, without a further request', async () => {
    for (const day of [null, {}, 'none', { showtimes: [] }]) {
      const listing = await fetchTogether(dates, day)
      for (const { id } of theaters) assert.deepEqual(listing(id, 'showtimes'), [day])
    }
  })

  it('loses a day that cannot be read, or is denied, only where the dates name the theater', async () => {
    const sites = (...ids: string[]) => [{ sites: ids.map((siteId) => ({ siteId })) }]
    const named = {
      filmScreeningDates: [
        { businessDate: '2026-11-15', filmScreenings: sites('101', '102') },
        { businessDate: '2026-11-16', filmScreenings: sites('101') },
      ],
    }
    const unreadable = await fetchTogether(named, 'none')
    assert.deepEqual(unreadable('x.101', 'showtimes'), ['none', 'none'])
    assert.deepEqual(unreadable('x.102', 'showtimes'), ['none'])
    const open = { businessDate: '2026-11-17', filmScreenings: sites('102') }
    const denied = await fetchTogether(
      { filmScreeningDates: [named.filmScreeningDates[1], open] },
      { showtimes: [], relatedData: {} },
      (url) => (url.includes('2026-11-16') ? 404 : 200),
    )
    assert.deepEqual(denied('x.101', 'failed_part')[0].days, ['2026-11-16'])
    assert.deepEqual(denied('x.102', 'failed_part'), [])
  })

  it('is read although some of its rows are none', async () => {
    const listing = await fetchTogether(
      {
        filmScreeningDates: [
          null,
          { businessDate: '2026-11-15', filmScreenings: [null, { sites: [null, { siteId: '101' }] }] },
          { businessDate: '2026-11-16', filmScreenings: 'none' },
        ],
      },
      { showtimes: [null, { id: 's1', siteId: '101' }], relatedData: { sites: null, films: [null] } },
    )
    assert.deepEqual(
      listing('x.102', 'dates').flatMap(({ filmScreeningDates }) => filmScreeningDates),
      [{}, { businessDate: '2026-11-16' }],
    )
    assert.deepEqual(listing('x.101', 'showtimes')[0].showtimes, [null, { id: 's1', siteId: '101' }])
  })
})
