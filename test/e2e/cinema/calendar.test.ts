/** The calendar of a subscription: the coming showtimes that match, the same on both engines. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import { openCinemaFixture, weekOfRecords } from '../../support/cinema/cinema-fixture.ts'
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
      assert.equal((await read({ near: '10001', radius_miles: 5 })).size, 0)
      assert.equal((await read({ movie_id: 'nothing' })).size, 0)
      // Two lists without it: it is no longer listed, and calendar programs hear of it.
      const without = week.filter((record) => !(record.type === 'showtime' && record.session === 'tomorrow'))
      for (const hours of [2, 4]) await fixture.publish('alpha.a1', without, now + hours * 3_600_000)
      assert.match((await read({ theater_id: theaterId })).get(idOf('tomorrow')) ?? '', /STATUS:CANCELLED/)
    })
  })
}
