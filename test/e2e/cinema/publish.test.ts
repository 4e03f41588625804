/** What a publish writes, keeps, marks and forgets, the same on both engines. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import { pruneCinema } from '../../../src/services/cinema/publish/prune-cinema.ts'
import type { CinemaRecord } from '../../../src/services/cinema/schema/records.ts'
import { withCinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, showtimeRecord, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const session = (name: string) => stableId('st', 'grid-platform', 'alpha', 'a1', name)
const dayMs = 86_400_000

for (const engine of testEngines) {
  describe(`cinema publish on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    let records: CinemaRecord[]
    beforeEach(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      fixture = await openCinemaFixture(store)
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      records = weekOfRecords(member, fixture.clock.now())
      await fixture.publish('alpha.a1', records)
    })
    afterEach(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    const listed = async (query: string) => {
      const { json } = await fixture.request(`/v1/showtimes/search?theater_id=${leeds}&${query}`)
      return json.data.map((row: { source_showtime_id: string }) => row.source_showtime_id)
    }
    const without = (name: string) =>
      records.filter((record) => !('session' in record) || record.session !== name)

    it('does not rewrite unchanged records', async () => {
      const counts = await fixture.publish('alpha.a1', records)
      assert.deepEqual(counts, { written: 0, unchanged: 10, removed: 0, dropped: {}, held: 0, gated: 0 })
    })

    it('writes only the showtime that changed', async () => {
      const changed = records.map((record) =>
        record.type === 'showtime' && record.session === 'next'
          ? { ...record, state: 'sold_out' as const }
          : record,
      )
      const counts = await fixture.publish('alpha.a1', changed)
      assert.deepEqual(counts, { written: 1, unchanged: 9, removed: 0, dropped: {}, held: 0, gated: 0 })
      const { json } = await fixture.request(`/v1/showtimes/${session('next')}`)
      assert.equal(json.data.status, 'sold_out')
    })

    /** Two lists without the session, half an hour apart. */
    const delist = async (name: string) => {
      for (const minutes of [1, 31])
        await fixture.publish('alpha.a1', without(name), fixture.clock.now() + minutes * 60_000)
    }

    it('omits delisted showtimes from lists, with status cancelled', async () => {
      await delist('next')
      assert.deepEqual(await listed('days=1'), ['running', 'open'])
      const { json } = await fixture.request(`/v1/showtimes/${session('next')}`)
      assert.equal(json.data.status, 'cancelled')
    })

    it('restores a showtime that is listed again', async () => {
      await delist('next')
      await fixture.publish('alpha.a1', records)
      assert.deepEqual(await listed('days=1'), ['running', 'next', 'open'])
      assert.equal((await fixture.request(`/v1/showtimes/${session('next')}`)).json.data.status, 'on_sale')
    })

    it('keeps past showtimes that are no longer listed', async () => {
      await fixture.publish('alpha.a1', without('old'))
      assert.deepEqual(await listed('date=2026-11-13'), ['old'])
    })

    /** What the theater says, and what its days say. */
    async function countsOf() {
      const read = withCinemaTables(store.readModel.read)
      const theater = await read
        .selectFrom('theater')
        .select('seatmaps')
        .where('id', '=', leeds)
        .executeTakeFirstOrThrow()
      const days = await read
        .selectFrom('theater_day')
        .select('seatmaps')
        .where('theater_id', '=', leeds)
        .execute()
      const seatmapsOfDays = days.reduce((sum, day) => sum + day.seatmaps, 0)
      return { seatmaps: theater.seatmaps, seatmapsOfDays, days: days.length }
    }

    it('deletes showtimes after the retention period', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const ancient = showtimeRecord(member, 'ancient', fixture.clock.now() - 130 * dayMs)
      await fixture.publish('alpha.a1', [...records, ancient])
      const statusOf = async (name: string) =>
        (await fixture.request(`/v1/showtimes/${session(name)}`)).status
      assert.equal(await statusOf('ancient'), 200)
      const { days: before } = await countsOf()
      // Also of a theater that is no longer read.
      await store.readModel.transaction(async (tx) => {
        const { dialect } = store.readModel
        await pruneCinema({ tx, dialect, now: fixture.clock.now() }, 120)
        await dialect.bumpVersion(tx, 'cinema', fixture.clock.now())
      })
      assert.equal(await statusOf('ancient'), 404)
      assert.equal(await statusOf('old'), 200)
      assert.equal((await countsOf()).days, before - 1)
    })

    it('counts the seats of a live request that is imported again', async () => {
      const before = await countsOf()
      const at = fixture.clock.now() + 1
      await fixture.publish('alpha.a1', seatRecords('tomorrow', at, ['sold', 'available']))
      const { seatmaps, seatmapsOfDays } = await countsOf()
      assert.deepEqual([seatmaps, seatmapsOfDays], [before.seatmaps + 1, before.seatmaps + 1])
    })

    it('warns about doubtful start times', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const doubtful = showtimeRecord(member, 'doubtful', fixture.clock.now() + 1000, {
        warnings: ['ambiguous_local_time'],
      })
      await fixture.publish('alpha.a1', [...records, doubtful])
      const { json } = await fixture.request(`/v1/showtimes/${session('doubtful')}`)
      assert.equal(json.data.warnings[0].code, 'ambiguous_local_time')
    })

    it('drops a session without a film', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const orphan = showtimeRecord(member, 'orphan', fixture.clock.now() + 1000, { film: 'nobody-knows' })
      await fixture.publish('alpha.a1', [...records, orphan])
      assert.equal((await fixture.request(`/v1/showtimes/${session('orphan')}`)).status, 404)
    })

    it('keeps the layout of earlier captures when an auditorium is rebuilt', async () => {
      const at = fixture.clock.now()
      await fixture.publish('alpha.a1', [...records, ...seatRecords('next', at, ['sold', 'available'])])
      await fixture.publish('alpha.a1', [
        ...records,
        ...seatRecords('tomorrow', at + 1, ['held', 'sold', 'available']),
      ])
      const grid = async (name: string) =>
        (
          await fixture.request(`/v1/showtimes/${session(name)}/seatmap?seat_detail=grid`)
        ).json.data.seats.map(({ status }: { status: string }) => status)
      assert.deepEqual(await grid('next'), ['sold', 'available'])
      assert.deepEqual(await grid('tomorrow'), ['held', 'sold', 'available'])
    })

    it('does not replace seats or prices by an older capture', async () => {
      const at = fixture.clock.now()
      const price = (capturedAt: number, amount: number, name = 'next'): CinemaRecord => ({
        type: 'prices',
        site: 'a1',
        session: name,
        capturedAt,
        quotes: [{ ticketTypeId: 'a', label: 'Adult', amount, currency: 'GBP', audience: 'adult' }],
      })
      const newer = [...seatRecords('next', at + 1000, ['sold', 'available']), price(at + 1000, 9)]
      const older = [...seatRecords('next', at, ['available', 'available']), price(at, 7)]
      await fixture.publish('alpha.a1', [...records, ...newer])
      const { dropped } = (await fixture.publish('alpha.a1', [
        ...records,
        ...older,
        price(at, 7, 'nobody-lists-it'),
      ])) as { dropped: Record<string, number> }
      assert.deepEqual(dropped, { 'prices of a showtime nobody lists': 1 })
      const path = `/v1/showtimes/${session('next')}`
      const seats = (await fixture.request(`${path}/seatmap?seat_detail=grid`)).json.data.seats
      assert.deepEqual(
        seats.map(({ status }: { status: string }) => status),
        ['sold', 'available'],
      )
      const quotes = (await fixture.request(`${path}/prices`)).json.data
      assert.deepEqual(
        quotes.map(({ amount }: { amount: number }) => amount),
        [9],
      )
    })

    it('renders seat labels with special characters', async () => {
      const at = fixture.clock.now()
      const odd = ['A"1', 'B\\2', '</script>', 'é\u2028', 'tab\t']
      const plain = seatRecords(
        'next',
        at,
        odd.map(() => 'available'),
      )
      const named = plain.map((record) =>
        record.type === 'layout'
          ? { ...record, seats: record.seats.map((seat, index) => ({ ...seat, label: odd[index] ?? '' })) }
          : record,
      )
      await fixture.publish('alpha.a1', [...records, ...named])
      const { json } = await fixture.request(`/v1/showtimes/${session('next')}/seatmap?seat_detail=grid`)
      assert.deepEqual(
        json.data.seats.map(({ label }: { label: string }) => label),
        odd,
      )
    })

    it('warns if nothing was collected yet', async () => {
      await using bare = await engine.borrowDatabase()
      await using empty = await bare.openStore({ role: 'worker' })
      await using early = await openCinemaFixture(empty)
      for (const path of ['/v1/theaters/search', '/v1/movies/search', '/v1/showtimes/search']) {
        const codes = async (target: CinemaFixture) =>
          ((await target.request(`${path}?chain_id=nobody`)).json.meta.warnings ?? []).map(
            ({ code }: { code: string }) => code,
          )
        assert.deepEqual(await codes(early), ['not_yet_collected'], path)
        assert.ok(!(await codes(fixture)).includes('not_yet_collected'), path)
      }
    })

    it('rolls back a publication that fails half-way', async () => {
      const broken = without('next').map((record) =>
        record.type === 'theater' ? { ...record, name: 5 as unknown as string } : record,
      )
      await assert.rejects(fixture.publish('alpha.a1', broken), /theater does not fit: \/name/)
      assert.deepEqual(await listed('days=1'), ['running', 'next', 'open'])
    })

    it('drops and counts records that do not match the public schema', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const soon = fixture.clock.now() + 1000
      const site = member.site
      const quote = {
        ticketTypeId: 'a',
        label: 'Adult',
        amount: -1,
        currency: 'GBP',
        audience: 'adult',
      } as const
      const counts = {
        capacity: 5,
        available: Number.NaN,
        sold: null,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: null,
      }
      const { dropped } = (await fixture.publish('alpha.a1', [
        ...records,
        showtimeRecord(member, 'no-link', soon, { bookingUrl: 'ask at the desk' }),
        showtimeRecord(member, 'no-day', soon, { businessDate: '2026-02-30' }),
        {
          type: 'movie',
          film: 'odd',
          title: 'Odd',
          runtimeMinutes: 1.5,
          ids: {},
          grade: 'partial',
          rawIds: {},
        },
        { type: 'prices', site, session: 'open', capturedAt: soon, quotes: [quote] },
        {
          type: 'availability',
          site,
          session: 'open',
          capturedAt: soon,
          seating: 'reserved',
          grade: 'count',
          confidence: 'high',
          counts,
        },
      ])) as { dropped: Record<string, number> }
      assert.deepEqual(
        Object.entries(dropped).map(([reason, count]) => [reason.replace(/ must.*/, ''), count]),
        [
          ['movie does not fit: /runtime_minutes', 1],
          ['showtime does not fit: /booking_url', 1],
          ['showtime does not fit: /business_date', 1],
          ['seats does not fit: /available', 1],
          ['prices does not fit: /0/amount', 1],
        ],
      )
      assert.deepEqual(await listed('days=1'), ['running', 'next', 'open'])
      assert.equal(
        (await fixture.request(`/v1/showtimes/${session('open')}/seatmap`)).json.data.summary.available,
        null,
      )
    })

    it('assigns the same movie in two processes that publish different theaters', async () => {
      const second = await openCinemaFixture(store)
      const york = fixture.members.get('alpha.a2')
      const chelsea = fixture.members.get('beta.b1')
      assert.ok(york && chelsea)
      await Promise.all([
        fixture.publish('alpha.a2', weekOfRecords(york, fixture.clock.now())),
        second.publish('beta.b1', weekOfRecords(chelsea, fixture.clock.now())),
      ])
      const movies = await second.request('/v1/movies/search')
      assert.equal(movies.json.data.length, 3)
      const theaters = await fixture.request('/v1/theaters/search')
      assert.equal(theaters.json.data.length, 3)
      await second[Symbol.asyncDispose]()
    })
  })
}
