/** The calendar of a subscription: the coming showtimes that match, the same on both engines. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { subscriptionRoutes } from '../../../src/app/subscriptions/subscription-routes.ts'
import { stableId } from '../../../src/core/stable-id.ts'
import { createKeyedHash, identityLedger } from '../../../src/identity/index.ts'
import { withCinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import { openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { assertError, openIdentityFixture } from '../../support/server/identity-fixture.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const idOf = (session: string) => stableId('st', 'grid-platform', 'alpha', 'a1', session)

for (const engine of testEngines) {
  describe(`${engine.name}: a calendar of showtimes`, { skip: engine.skip }, () => {
    it('has stable ids, escapes texts, and says what was cancelled or is no longer listed', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await using fixture = await openCinemaFixture(store)
      const member = fixture.members.get('alpha.a1') ?? assert.fail()
      const now = fixture.clock.now()
      const week = weekOfRecords(member, now).map((record) =>
        record.type === 'movie' && record.film === 'f1'
          ? { ...record, title: 'Long; Harvest,\\ the end' }
          : record,
      )
      await fixture.publish('alpha.a1', week)
      const read = async (filters: Record<string, unknown>) => {
        const file = await fixture.changes.calendar?.(filters, { url: 'https://cinema.example', nowMs: now })
        assert.ok(file !== undefined)
        for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
        const events = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
        return new Map(events.map((event) => [/UID:(.*)@/.exec(event)?.[1] ?? '', event]))
      }
      const theaterId = stableId('th', 'grid-platform', 'alpha', 'a1')
      const events = await read({ theater_id: theaterId })
      const sessions = ['earlier', 'running', 'next', 'open', 'tomorrow', 'soon', 'off', 'far']
      assert.deepEqual([...events.keys()], sessions.map(idOf))
      assert.match(events.get(idOf('tomorrow')) ?? '', /SUMMARY:Long\\; Harvest\\,/)
      assert.match(events.get(idOf('off')) ?? '', /STATUS:CANCELLED/)
      assert.doesNotMatch(events.get(idOf('next')) ?? '', /STATUS/)
      assert.match(events.get(idOf('next')) ?? '', /URL:https:\/\/cinema.example\/showtimes\/st_/)
      assert.equal((await read({ near: 'Leeds', radius_miles: 5 })).size, sessions.length)
      assert.equal((await read({ lat: 53.8, lon: -1.55, radius_miles: 5 })).size, sessions.length)
      assert.equal((await read({ near: '10001', radius_miles: 5 })).size, 0)
      assert.equal((await read({ movie_id: 'nothing' })).size, 0)
      // Two lists without it: it is no longer listed, and calendar programs hear of it.
      const without = week.filter((record) => !(record.type === 'showtime' && record.session === 'tomorrow'))
      for (const hours of [2, 4]) await fixture.publish('alpha.a1', without, now + hours * 3_600_000)
      assert.match((await read({ theater_id: theaterId })).get(idOf('tomorrow')) ?? '', /STATUS:CANCELLED/)
    })

    it('has the next 500 showtimes, whatever there was yesterday, and says that others are left out', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await using fixture = await openCinemaFixture(store)
      const now = fixture.clock.now()
      await fixture.publish('alpha.a1', weekOfRecords(fixture.members.get('alpha.a1') ?? assert.fail(), now))
      const theaterId = stableId('th', 'grid-platform', 'alpha', 'a1')
      /** Copies of a showtime, one a minute. */
      const copy = async (name: string, count: number, from: number) =>
        await store.readModel.transaction(async (tx) => {
          const tables = withCinemaTables(tx)
          const showtime = await tables
            .selectFrom('showtime')
            .selectAll()
            .where('id', '=', idOf('next'))
            .executeTakeFirstOrThrow()
          for (let at = 0; at < count; at += 100)
            await tables
              .insertInto('showtime')
              .values(
                Array.from({ length: 100 }, (_, n) => ({
                  ...showtime,
                  id: `${name}_${at + n}`,
                  doc: showtime.doc.replaceAll(showtime.id, `${name}_${at + n}`),
                  starts_at: from + (at + n) * 60_000,
                })),
              )
              .execute()
        })
      const read = async () => {
        const options = { url: 'https://cinema.example', nowMs: now }
        const file = (await fixture.changes.calendar?.({ theater_id: theaterId }, options)) ?? ''
        const events = [...file.matchAll(/UID:(.*)@/g)].map(([, id]) => id ?? '')
        return { events, isCut: file.includes('X-WR-CALDESC:') }
      }
      assert.equal((await read()).isCut, false)
      await copy('past', 600, now - 20 * 3_600_000)
      const withPast = await read()
      assert.equal(withPast.events.length, 500)
      assert.equal(withPast.isCut, true)
      for (const session of ['next', 'tomorrow', 'far'])
        assert.ok(withPast.events.includes(idOf(session)), session)
      await copy('coming', 600, now + 60_000)
      const { events, isCut } = await read()
      assert.deepEqual([events.length, isCut], [500, true])
      assert.ok(!events.some((id) => id.startsWith('past_')))
      assert.ok(events.includes('coming_0'))
    })

    it('is at an address with a token, which is invalid after it was deleted', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await using fixture = await openCinemaFixture(store)
      const { clock } = fixture
      const member = fixture.members.get('alpha.a1') ?? assert.fail()
      await fixture.publish('alpha.a1', weekOfRecords(member, clock.now()))
      await using server = await openIdentityFixture({
        store,
        clock,
        routes: ({ accounts }) =>
          subscriptionRoutes({
            ledger: identityLedger(store.ledger),
            readModel: store.readModel,
            hash: createKeyedHash('secret'),
            idempotent: accounts.idempotent,
            hasMail: false,
            sources: new Map([['cinema', fixture.changes]]),
            urls: new Map([['cinema', 'https://cinema.example']]),
            origin: 'https://news.example.org',
          }),
      })
      const { token } = await server.signIn('calendar@example.org')
      const headers = { authorization: `Bearer ${token}` }
      const subscribe = (filters: Record<string, string>) =>
        server.request('POST', '/v1/subscriptions', {
          headers,
          body: { form: 'calendar', service: 'cinema', filters },
        })
      for (const filters of [{}, { lat: '53.8' }])
        assertError(await subscribe(filters as Record<string, string>), 400, 'invalid_request')
      const created = await subscribe({ lat: '53.8', lon: '-1.55', radius_miles: '5' })
      assert.equal(created.status, 201, created.text)
      const { id, calendar_url } = created.json.data
      const address = new URL(calendar_url).pathname.slice('/account'.length)
      const calendar = await server.request('GET', address)
      assert.equal(calendar.status, 200, calendar.text)
      assert.equal(calendar.headers.get('content-type'), 'text/calendar; charset=utf-8')
      assert.match(calendar.text, /BEGIN:VEVENT/)
      const etag = calendar.headers.get('etag') ?? assert.fail()
      const same = await server.request('GET', address, { headers: { 'if-none-match': etag } })
      assert.equal(same.status, 304)
      assertError(await server.request('GET', address.replace('.ics', 'x.ics')), 404, 'not_found')
      assert.equal((await server.request('DELETE', `/v1/subscriptions/${id}`, { headers })).status, 200)
      clock.advance(60_000)
      assertError(await server.request('GET', address), 404, 'not_found')
    })

    it('has showtimes that changes describe in a line', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      await using fixture = await openCinemaFixture(store)
      const member = fixture.members.get('alpha.a1') ?? assert.fail()
      await fixture.publish('alpha.a1', weekOfRecords(member, fixture.clock.now()))
      const theater_id = stableId('th', 'grid-platform', 'alpha', 'a1')
      const showtime = { id: 'st_1', starts_at_local: '2026-11-15T19:30:00' }
      const [line] = await fixture.changes.describe([
        { type: 'showtime.seats_freed', movie_id: 'unknown', theater_id, showtime },
      ])
      assert.deepEqual(line, {
        text: 'unknown · Alpha Leeds, 2026-11-15 19:30: showtime seats freed',
        url: '/showtimes/st_1',
      })
    })
  })
}
