/** The pages of the cinema over a listening server, the same on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Failure } from '../../../src/core/errors.ts'
import { stableId } from '../../../src/core/stable-id.ts'
import type { CinemaRecord } from '../../../src/services/cinema/schema/records.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const session = (name: string, site = 'a1') => stableId('st', 'grid-platform', 'alpha', site, name)
const hostileTitle = '<script>alert(1)</script> & "quotes"'

for (const engine of testEngines) {
  describe(`pages of the cinema on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      fixture = await openCinemaFixture(store)
      await publishWeek(fixture)
      const york = fixture.members.get('alpha.a2')
      assert.ok(york)
      const hostile = weekOfRecords(york, fixture.clock.now()).map((record): CinemaRecord => {
        if (record.type === 'movie' && record.film === 'f2')
          return {
            ...record,
            film: 'f9',
            title: hostileTitle,
            releaseOn: '2026-10-16',
            images: { backdrop: 'https://pictures.example/wide.jpg' },
          }
        if (record.type !== 'showtime') return record
        const film = record.film === 'f2' ? 'f9' : record.film
        return { ...record, film, bookingUrl: 'javascript:alert(1)' }
      })
      await fixture.publish('alpha.a2', hostile)
    })
    after(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    async function read(path: string, status = 200): Promise<string> {
      const answer = await fixture.request(path, { headers: { accept: 'text/html' } })
      assert.equal(answer.status, status, answer.text)
      assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      assert.doesNotMatch(answer.text, /<script(?! type="module" src="\/assets\/)/)
      return answer.text
    }

    const timesOf = (page: string) =>
      [...page.matchAll(/href="(?:\.\.\/)?showtimes\/(st_\w+)"/g)].map(([, id]) => id)

    it('links each programme to a request that returns its showtimes', async () => {
      const movie = /movies\/(mv_\w+)/.exec(await read('/showtimes?near=Leeds&radius_miles=10&by=movie'))?.[1]
      for (const path of [`/movies/${movie}`, `/movies/${movie}?near=Leeds`, `/theaters/${leeds}`]) {
        const page = await read(path)
        const href =
          /href="\.\.(\/v1\/showtimes\/search[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
        const { json } = await fixture.request(`${href}&limit=200`)
        const listed = json.data.map(({ id }: { id: string }) => id)
        assert.ok(listed.length > 0)
        assert.deepEqual([...new Set(timesOf(page))].sort(), listed.sort(), path)
      }
    })

    it('lists what is left of today near a place, by theater and by movie', async () => {
      const byTheater = await read('/showtimes?near=Leeds&radius_miles=10')
      assert.match(byTheater, /<h1>At the cinema near Leeds, England, United Kingdom<\/h1>/)
      assert.match(byTheater, /<h2>1\. <a href="theaters\/th_\w+\?date=2026-11-15">Alpha Leeds<\/a>/)
      assert.match(byTheater, /aria-label="1\. Alpha Leeds, [\d.]+ miles"/)
      assert.deepEqual(
        timesOf(byTheater).sort(),
        [session('running'), session('next'), session('open')].sort(),
      )
      const byMovie = await read('/showtimes?near=Leeds&radius_miles=10&by=movie')
      assert.match(
        byMovie,
        /<h2><a href="movies\/mv_\w+\?near=Leeds&amp;radius_miles=10&amp;date=2026-11-15">The Long Harvest<\/a>/,
      )
      assert.match(byMovie, /<h3>1\. <a href="theaters\/th_\w+\?date=2026-11-15">Alpha Leeds<\/a>/)
      assert.deepEqual(timesOf(byMovie).sort(), timesOf(byTheater).sort())
    })

    it('lists the showtimes that the API lists for the same day', async () => {
      const page = await read('/showtimes?near=Leeds&date=2026-11-16')
      const { json } = await fixture.request('/v1/showtimes/search?near=Leeds&business_date=2026-11-16')
      assert.deepEqual(timesOf(page).sort(), json.data.map(({ id }: { id: string }) => id).sort())
    })

    it('suggests places without a place, and keeps the form with a place that it does not know', async () => {
      const { json } = await fixture.request('/v1/places/suggest?q=lee')
      assert.equal(json.data[0].near, 'Leeds, England, United Kingdom')
      assert.ok(json.data[0].theaters > 0)
      const start = await read('/showtimes?near=&date=')
      assert.match(start, /href="showtimes\?near=New\+York%2C\+United\+States"/)
      assert.match(start, /<h2>Playing now<\/h2>.*<a href="movies\/mv_\w+">The Long Harvest<\/a>/s)
      const unknown = await read('/showtimes?near=%3Cb%3Exyzzyq', 400)
      assert.match(unknown, /role="alert"/)
      assert.match(unknown, /value="&lt;b&gt;xyzzyq"/)
      const similar = await read('/showtimes?near=Leedss&by=movie', 400)
      assert.match(similar, /href="showtimes\?near=Leeds%2C\+England%2C\+United\+Kingdom&amp;by=movie"/)
      const far = await read('/showtimes?near=0,0')
      assert.match(far, /No theater is within 25 miles/)
    })

    it('shows a theater, a movie and a day without showtimes', async () => {
      const theater = await read(`/theaters/${leeds}`)
      assert.match(theater, /<h1>Alpha Leeds<\/h1>/)
      assert.ok(timesOf(theater).includes(session('next')))
      const movie = /movies\/(mv_\w+)/.exec(theater)?.[1]
      const moviePage = await read(`/movies/${movie}?near=Leeds`)
      assert.match(moviePage, /Showtimes near Leeds/)
      assert.match(moviePage, /Alpha Leeds<\/a><\/h3><p class="meta">0\.\d miles/)
      assert.ok(timesOf(await read(`/movies/${movie}`)).length > timesOf(moviePage).length)
      assert.match(await read(`/theaters/${leeds}?date=2027-03-01`), /Nothing is listed/)
      assert.match(
        await read(`/movies/${movie}`),
        /<h2>United Kingdom<\/h2>.*>Leeds<\/a><\/h3>.*Europe\/London/s,
      )
      const other = /movies\/(mv_\w+)/.exec(await read(`/showtimes/${session('next', 'a2')}`))?.[1]
      assert.match(
        await read(`/movies/${other}`),
        /<dt>Released<\/dt><dd><time data-form="date" datetime="2026-10-16">16 Oct 2026<\/time><\/dd>/,
      )
    })

    it('shows the next day with showtimes instead of a day without', async () => {
      const theater = await read(`/theaters/${leeds}?date=2026-11-10`)
      const next = /The next showtimes are on <time data-form="day" datetime="([\d-]+)">/.exec(theater)?.[1]
      assert.ok(next !== undefined && next > '2026-11-10', theater)
      assert.match(theater, new RegExp(`Programme of <time data-form="day" datetime="${next}">`))
      assert.ok(timesOf(theater).length > 0)
      const last = await read(`/theaters/${leeds}?date=2027-03-01`)
      assert.match(last, /Nothing is listed for this day or any later one/)
    })

    it('has the pictures of a movie, or a clear point for what is behind them', async () => {
      const page = await read(`/theaters/${leeds}`)
      const path = /movies\/mv_\w+/.exec(page)?.[0]
      for (const kind of ['poster', 'backdrop']) {
        const answer = await fixture.request(`/${path}/${kind}`, { headers: { accept: 'image/*' } })
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-type'), 'image/gif')
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=60')
        assert.equal((await fixture.request(`/movies/mv_none/${kind}`)).status, 404)
      }
      assert.doesNotMatch(await read(`/${path}`), /class="backdrop"/)
      const wide = /movies\/(mv_\w+)/.exec(await read(`/showtimes/${session('next', 'a2')}`))?.[1]
      assert.match(
        await read(`/movies/${wide}`),
        new RegExp(`<img class="backdrop" src="../movies/${wide}/backdrop" alt="" width="480" height="270"`),
      )
    })

    it('shows the seats as a map with a row as text, prices, and seats next to each other', async () => {
      const page = await read(`/showtimes/${session('next')}`)
      assert.match(page, /2 of 6 seats free, 1 sold\./)
      assert.match(page, /<li>Row A: 2 of 6 free: 1, 6<\/li>/)
      assert.equal(page.match(/<input type="checkbox" data-name/g)?.length, 2)
      assert.match(page, /<th scope="row">Adult/)
      assert.match(page, /Seat map as JSON<\/a>.*Prices as JSON<\/a>/s)
      // The booking address of the fixture is below a reserved name.
      assert.match(page, /<p>Book at the cinema <small class="soft madeup">\(made-up address\)<\/small><\/p>/)
      assert.match(await read(`/showtimes/${session('next')}?party=1`), /<li><h3>Row A: A\d<\/h3>/)
      const none = await read(`/showtimes/${session('next')}?party=2`)
      assert.match(none, /There are no 2 free seats next to each other/)
      assert.match(await read(`/showtimes/${session('open')}`), /Seats are not reserved\./)
    })

    it('asks the cinema again on request, and keeps the stored seats if it does not answer', async () => {
      fixture.upstream.records = (asked, nowMs) =>
        seatRecords(asked, nowMs, ['available', 'available', 'sold', 'sold', 'sold', 'sold'])
      fixture.clock.advance(120_000)
      const calls = fixture.upstream.calls
      const stored = await read(`/showtimes/${session('next')}`)
      assert.match(stored, /Read 2 minutes ago/)
      assert.equal(fixture.upstream.calls, calls)
      const asked = await read(`/showtimes/${session('next')}?refresh=true&party=2`)
      assert.equal(fixture.upstream.calls, calls + 1)
      assert.match(asked, /Row A: A1, A2/)
      assert.match(asked, /Read less than a minute ago/)
      fixture.upstream.error = new Failure('upstream_unavailable', 'It does not answer.')
      fixture.clock.advance(120_000)
      const failed = await read(`/showtimes/${session('next')}?refresh=true`)
      assert.match(failed, /The cinema did not answer\. These are the seats that were read before\./)
      assert.match(failed, /Row A: 2 of 6 free/)
      const unread = await read(`/showtimes/${session('tomorrow')}?refresh=true`)
      assert.match(unread, /The cinema did not answer\. Try again in a moment\./)
      assert.match(unread, /The seats have not been read yet\./)
      fixture.upstream.error = undefined
    })

    it('leads to prices that are asked for, and to a place by its name', async () => {
      const page = await read(`/showtimes/${session('tomorrow')}`)
      assert.match(page, /action="st_\w+#seats"/)
      assert.match(page, /action="st_\w+#prices"><input type="hidden" name="refresh"/)
      for (const text of [page, await read(`/theaters/${leeds}`)]) {
        const [, near] = /movies\/mv_\w+\?near=(Leeds%2C\+England%2C\+GB)&/.exec(text) ?? []
        assert.match(await read(`/showtimes?near=${near}`), /<h1>[^<]*near Leeds/)
        assert.doesNotMatch(text, /near=-?\d/)
      }
    })

    it('has calendar files', async () => {
      const answer = await fixture.request(`/showtimes/${session('tomorrow')}/calendar.ics`)
      assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
      assert.match(answer.text, /\r\nDTSTART:20261116T120000Z\r\nDTEND:20261116T135200Z\r\n/)
      assert.match(answer.text, /\r\nSUMMARY:The Long Harvest\r\n/)
      for (const line of answer.text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    })

    it('shows hostile titles as text and makes no link of a script', async () => {
      const page = await read(`/showtimes/${session('next', 'a2')}`)
      assert.ok(page.includes('<h1>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;</h1>'))
      assert.ok(!page.includes('javascript:'))
      await read('/showtimes?near=York')
    })

    it('has a page for what does not exist', async () => {
      for (const path of [
        '/showtimes/st_none',
        '/theaters/th_none',
        '/movies/mv_none',
        '/showtimes/st_none/calendar.ics',
      ]) {
        const answer = await fixture.request(path, { headers: { accept: 'text/html' } })
        assert.equal(answer.status, 404, path)
        assert.match(answer.text, /<h1>Not found<\/h1>/)
      }
    })
  })
}
