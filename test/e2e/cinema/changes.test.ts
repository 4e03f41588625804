/** What the log says about movies, theaters and showtimes, the same on both engines. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import type { CinemaRecord, PricesRecord } from '../../../src/services/cinema/schema/records.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestEngine, testEngines } from '../../support/store/test-engines.ts'

const minuteMs = 60_000
const session = (name: string) => stableId('st', 'grid-platform', 'alpha', 'a1', name)
const names = new Map(['next', 'open', 'tomorrow', 'soon', 'far', 'off'].map((name) => [session(name), name]))

interface Cinema extends AsyncDisposable {
  readonly fixture: CinemaFixture
  readonly records: CinemaRecord[]
  /** Publishes the week, as it is changed by `change`. */
  publish(minutes: number, change?: (record: CinemaRecord) => CinemaRecord[]): Promise<void>
  /** What the log has since the last call: type, session, details. */
  readNews(): Promise<unknown[]>
}

async function openCinema(engine: TestEngine): Promise<Cinema> {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.borrowDatabase())
  const store = stack.use(await place.openStore({ role: 'worker' }))
  const fixture = stack.use(await openCinemaFixture(store))
  const member = fixture.members.get('alpha.a1')
  assert.ok(member)
  const now = fixture.clock.now()
  const records = weekOfRecords(member, now)
  await fixture.publish('alpha.a1', records)
  let last = 0
  const resources = stack.move()
  return {
    fixture,
    records,
    publish: async (minutes, change = (record) => [record]) => {
      await fixture.publish('alpha.a1', records.flatMap(change), now + minutes * minuteMs)
    },
    readNews: async () => {
      const rows = await readLog(store, last)
      last += rows.length
      return rows.map(({ type, subject, doc }) => {
        const details = doc === null ? [] : [Object.values(JSON.parse(doc))]
        return [type, names.get(subject) ?? '', ...details]
      })
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function readLog({ readModel }: Store, after: number) {
  return readModel.read
    .selectFrom('change')
    .selectAll()
    .where('service', '=', 'cinema')
    .where('number', '>', after)
    .orderBy('number')
    .execute()
}

/** Replaces the record of one session. */
function only(name: string, change: (record: CinemaRecord) => CinemaRecord[]) {
  return (record: CinemaRecord) =>
    record.type === 'showtime' && record.session === name ? change(record) : [record]
}

for (const engine of testEngines) {
  describe(`${engine.name}: the log of a cinema`, { skip: engine.skip }, () => {
    it('has what is new once, movies before their showtimes', async () => {
      await using cinema = await openCinema(engine)
      const types = (await cinema.readNews()).map((entry) => (entry as string[])[0])
      assert.deepEqual(types, [
        ...Array(3).fill('movie.added'),
        ...Array(9).fill('showtime.added'),
        'theater.added',
      ])
      await cinema.publish(1)
      assert.deepEqual(await cinema.readNews(), [])
    })

    it('comes with the movies, theaters and showtimes, and names what each belongs to', async () => {
      await using cinema = await openCinema(engine)
      const read = async (query: string) => (await cinema.fixture.request(`/v1/changes?${query}`)).json
      const { data } = await read('')
      const movie = data.find(({ type }: { type: string }) => type === 'movie.added')
      assert.equal(movie.movie.id, movie.movie_id)
      assert.deepEqual([movie.chain_id, 'theater_id' in movie], ['alpha', false])
      const theater = data.find(({ type }: { type: string }) => type === 'theater.added')
      assert.equal(theater.theater.id, theater.theater_id)
      assert.ok(!('movie_id' in theater))
      const showtime = data.find(({ type }: { type: string }) => type === 'showtime.added')
      assert.equal(showtime.showtime.theater_id, theater.theater_id)
      const { meta } = await read('theater_id=th_none')
      assert.deepEqual(meta.warnings.map(({ code }: { code: string }) => code)[0], 'unknown_value')
      assert.equal((await read('after=now')).meta.warnings, undefined)
    })

    it('says that showtimes move, are cancelled and return, each once', async () => {
      await using cinema = await openCinema(engine)
      await cinema.readNews()
      const later = only('tomorrow', (record) => [
        { ...record, startsAt: cinema.fixture.clock.now() + 1500 * minuteMs } as CinemaRecord,
      ])
      await cinema.publish(1, later)
      const [moved] = (await cinema.readNews()) as [string, string, { starts_at: string }[]][]
      assert.deepEqual(moved?.slice(0, 2), ['showtime.moved', 'tomorrow'])
      const [from, to] = moved?.[2] ?? []
      assert.equal(Date.parse(to?.starts_at ?? '') - Date.parse(from?.starts_at ?? ''), 60 * minuteMs)
      for (const minutes of [2, 40, 80])
        await cinema.publish(
          minutes,
          only('far', () => []),
        )
      assert.deepEqual(await cinema.readNews(), [
        ['showtime.moved', 'tomorrow', [to, from]],
        ['showtime.cancelled', 'far'],
      ])
      await cinema.publish(90)
      assert.deepEqual(await cinema.readNews(), [['showtime.added', 'far']])
    })

    it('says that a showtime is sold out and on sale again, by its list or by its seats, each once', async () => {
      await using cinema = await openCinema(engine)
      await cinema.readNews()
      const { fixture } = cinema
      const capture = (minutes: number, ...free: (0 | 1)[]) =>
        fixture.publish(
          'alpha.a1',
          seatRecords(
            'next',
            fixture.clock.now() + minutes * minuteMs,
            free.map((isFree) => (isFree ? 'available' : 'sold')),
          ),
          fixture.clock.now() + minutes * minuteMs,
        )
      const isSoldOut = only('next', (record) => [{ ...record, state: 'sold_out' } as CinemaRecord])
      await capture(1, 1, 1, 0)
      await capture(2, 1, 0, 0)
      assert.deepEqual(await cinema.readNews(), [])
      await capture(3, 1, 1, 0)
      await capture(4, 0, 0, 0)
      await cinema.publish(5, isSoldOut)
      await capture(6, 1, 0, 0)
      assert.deepEqual(await cinema.readNews(), [
        ['showtime.seats_freed', 'next', [{ available: 1 }, { available: 2 }]],
        ['showtime.sold_out', 'next', [{ available: 2 }, { available: 0 }]],
        ['showtime.changed', 'next', [{ status: 'on_sale' }, { status: 'sold_out' }]],
        ['showtime.seats_freed', 'next', [{ available: 0 }, { available: 1 }]],
      ])
      await cinema.publish(7)
      assert.deepEqual(await cinema.readNews(), [['showtime.on_sale_again', 'next']])
    })

    it('says that prices changed, but not that they were read', async () => {
      await using cinema = await openCinema(engine)
      await cinema.readNews()
      const { fixture } = cinema
      const price = (minutes: number, amount: number) => {
        const capturedAt = fixture.clock.now() + minutes * minuteMs
        const record: PricesRecord = {
          type: 'prices',
          site: 'a1',
          session: 'next',
          capturedAt,
          quotes: [{ ticketTypeId: 't', label: 'Adult', amount, currency: 'GBP', audience: 'adult' }],
        }
        return fixture.publish('alpha.a1', [record], capturedAt)
      }
      await price(1, 900)
      await price(2, 900)
      assert.deepEqual(await cinema.readNews(), [])
      await price(3, 950)
      const [[type, name, [before, after]]] = (await cinema.readNews()) as [
        [string, string, [{ prices: { amount: number }[] }, { prices: { amount: number }[] }]],
      ]
      assert.deepEqual([type, name], ['showtime.price_changed', 'next'])
      assert.deepEqual(
        [before, after].map(({ prices }) => prices.map(({ amount }) => amount)),
        [[900], [950]],
      )
    })

    it('says what else of a showtime changed', async () => {
      await using cinema = await openCinema(engine)
      await cinema.readNews()
      await cinema.publish(
        1,
        only('tomorrow', (record) => [{ ...record, auditorium: 'Screen 9' } as CinemaRecord]),
      )
      const [[type, name, [before, after]]] = (await cinema.readNews()) as [
        [string, string, Record<string, unknown>[]],
      ]
      assert.deepEqual([type, name], ['showtime.changed', 'tomorrow'])
      assert.deepEqual(Object.keys(before ?? {}), ['auditorium'])
      assert.deepEqual(after, { auditorium: 'Screen 9' })
    })
  })
}
