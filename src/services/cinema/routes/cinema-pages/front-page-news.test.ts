import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CinemaFixture, openCinemaFixture } from '../../../../../test/support/cinema/cinema-fixture.ts'
import { showtimeRecord, weekOfRecords } from '../../../../../test/support/cinema/made-up-records.ts'
import { testEngines } from '../../../../../test/support/store/test-engines.ts'

const hourMs = 3_600_000
const today = '2026-11-15'
const tomorrow = '2026-11-16'

for (const engine of testEngines) {
  describe(`the news of the cinema on ${engine.name}`, { skip: engine.skip }, () => {
    /** At noon, a theater that shows a film every hour until eight, and on the next day as often as stated. */
    async function openTheater(timesTomorrow: number) {
      await using stack = new AsyncDisposableStack()
      const place = stack.use(await engine.borrowDatabase())
      const store = stack.use(await place.openStore({ role: 'worker' }))
      const fixture = stack.use(await openCinemaFixture(store))
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const noon = fixture.clock.now()
      const showtimes = (day: number, count: number) =>
        Array.from({ length: count }, (_, at) =>
          showtimeRecord(member, `d${day}-${at}`, noon + (day * 24 + 1 + at) * hourMs),
        )
      const records = weekOfRecords(member, noon).filter(({ type }) => type !== 'showtime')
      await fixture.publish('alpha.a1', [...records, ...showtimes(0, 8), ...showtimes(1, timesTomorrow)])
      const resources = stack.move()
      return { fixture, [Symbol.asyncDispose]: () => resources.disposeAsync() }
    }

    async function readDays(fixture: CinemaFixture) {
      const { heading, body, api, all } = await fixture.readNews('Leeds')
      const days = [...body.text.matchAll(/<time data-form="clock" datetime="(\d{4}-\d\d-\d\d)/g)].map(
        ([, day]) => day,
      )
      return {
        heading,
        body: body.text,
        href: api?.href ?? '',
        all: all?.href ?? '',
        days: [...new Set(days)],
      }
    }

    it('is what begins later today while six showtimes are left', async () => {
      await using theater = await openTheater(8)
      theater.fixture.clock.advance(2.5 * hourMs)
      const { heading, days, href } = await readDays(theater.fixture)
      assert.match(heading, /^At the cinema today, near Leeds/)
      assert.deepEqual(days, [today])
      assert.match(href, /search\?near=Leeds&include=movie$/)
    })

    it('is tomorrow as well when fewer are left', async () => {
      await using theater = await openTheater(8)
      theater.fixture.clock.advance(3.5 * hourMs)
      const { heading, days, href, body, all } = await readDays(theater.fixture)
      assert.match(heading, /^At the cinema today and tomorrow, near Leeds/)
      assert.deepEqual(days, [today, tomorrow])
      assert.match(body, / · 7 more times/)
      assert.match(href, /search\?near=Leeds&days=2&include=movie$/)
      assert.equal(all, '/cinema/showtimes?near=Leeds')
    })

    it('names the day of what is on tomorrow', async () => {
      await using theater = await openTheater(8)
      theater.fixture.clock.advance(6.5 * hourMs)
      const { days, body } = await readDays(theater.fixture)
      assert.deepEqual(days, [today, tomorrow])
      assert.equal(body.match(/<small>tomorrow /g)?.length, 4)
      assert.equal(body.match(/class="story"/g)?.length, 1)
    })

    it('is tomorrow alone when nothing is left, and leads there', async () => {
      await using theater = await openTheater(8)
      theater.fixture.clock.advance(9 * hourMs)
      const { heading, days, href, body, all } = await readDays(theater.fixture)
      assert.match(heading, /^At the cinema tomorrow, near Leeds/)
      assert.deepEqual(days, [tomorrow])
      assert.doesNotMatch(body, /<small>tomorrow /)
      assert.match(href, new RegExp(`business_date=${tomorrow}&include`))
      assert.match(all, new RegExp(`^/cinema/showtimes\\?.*date=${tomorrow}$`))
      assert.match(body, new RegExp(`<a href="/cinema/movies/[^"]*date=${tomorrow}">`))
    })

    it('is the day that has begun after midnight', async () => {
      await using theater = await openTheater(8)
      theater.fixture.clock.advance(12.5 * hourMs)
      const { heading, days } = await readDays(theater.fixture)
      assert.match(heading, /^At the cinema today, near Leeds/)
      assert.deepEqual(days, [tomorrow])
    })

    it('begins with what is still to come of the night', async () => {
      await using theater = await openTheater(15)
      theater.fixture.clock.advance(36.5 * hourMs)
      const { heading, days } = await readDays(theater.fixture)
      assert.match(heading, /^At the cinema today, near Leeds/)
      assert.deepEqual(days, ['2026-11-17'])
    })

    it('is not on the page of a movie without a place, whose theaters have other nights', async () => {
      await using theater = await openTheater(15)
      const { fixture } = theater
      const { body } = await readDays(fixture)
      const movie = /movies\/(mv_\w+)/.exec(body)?.[1]
      fixture.clock.advance(36.5 * hourMs)
      const headers = { accept: 'text/html' }
      const near = await fixture.request(`/movies/${movie}?near=Leeds`, { headers })
      const anywhere = await fixture.request(`/movies/${movie}`, { headers })
      assert.match(near.text, /showtimes\/st_/)
      assert.doesNotMatch(anywhere.text, /showtimes\/st_/)
    })

    it('says so when nothing is known of either', async () => {
      await using theater = await openTheater(0)
      theater.fixture.clock.advance(9 * hourMs)
      const { heading, body } = await readDays(theater.fixture)
      assert.match(heading, /^At the cinema today, near Leeds/)
      assert.match(body, /Nothing more is on today, and nothing is known of tomorrow yet/)
    })
  })
}
