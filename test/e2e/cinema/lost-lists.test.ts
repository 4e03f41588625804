/** A cinema source that shrinks or empties a list costs freshness, never data, and the status says so. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { stableId } from '../../../src/core/stable-id.ts'
import type {
  CinemaRecord,
  ShowtimeRecord,
  TheaterRecord,
} from '../../../src/services/cinema/schema/records.ts'
import { toCountRecords } from '../../../src/services/cinema/sources/records/count-records.ts'
import type { Store } from '../../../src/store/store.ts'
import type { WriteCounts } from '../../../src/sync/source.ts'
import { type CinemaFixture, openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, showtimeRecord } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const session = (name: string) => stableId('st', 'grid-platform', 'alpha', 'a1', name)
const minuteMs = 60_000
const hourMs = 60 * minuteMs

for (const engine of testEngines) {
  describe(`lists that lose rows on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    let startMs: number
    beforeEach(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      fixture = await openCinemaFixture(store)
      startMs = fixture.clock.now()
    })
    afterEach(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    const theater: TheaterRecord = {
      type: 'theater',
      site: 'a1',
      name: 'The Alpha at Leeds',
      timezone: 'Europe/London',
      phone: '0113 496 0000',
      geo: { lat: 53.8, lon: -1.5 },
      amenities: ['bar'],
      address: { line1: '1 The Headrow', city: 'Leeds' },
      rawIds: { site: 'a1' },
    }
    const film: CinemaRecord = {
      type: 'movie',
      film: 'f1',
      title: 'The Long Harvest',
      runtimeMinutes: 112,
      synopsis: 'A harvest takes long.',
      directors: ['Ida Marsh'],
      ids: {},
      grade: 'partial',
      rawIds: { film: 'f1' },
    }
    const about: readonly CinemaRecord[] = [theater, film]

    /** Shows from one hour after the start, an hour apart. */
    function shows(count: number, changes: Partial<ShowtimeRecord> = {}): ShowtimeRecord[] {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      return Array.from({ length: count }, (_, index) =>
        showtimeRecord(member, `s${index}`, startMs + (index + 1) * hourMs, {
          auditorium: `Screen ${(index % 4) + 1}`,
          ...changes,
        }),
      )
    }

    async function publish(afterMs: number, records: readonly CinemaRecord[]): Promise<WriteCounts> {
      return (await fixture.publish('alpha.a1', records, startMs + afterMs)) as WriteCounts
    }

    const listed = async (): Promise<string[]> => {
      const { json } = await fixture.request(
        `/v1/showtimes/search?theater_id=${leeds}&date=2026-11-15&days=30&limit=200`,
      )
      return json.data.map((row: { source_showtime_id: string }) => row.source_showtime_id)
    }
    const read = async (path: string) => (await fixture.request(path)).json.data

    it('lose nothing to one short list, and say so', async () => {
      await publish(0, [...about, ...shows(100)])
      const first = await publish(minuteMs, [...about, ...shows(60)])
      assert.deepEqual([first.removed, first.held], [0, 40])
      assert.equal(first.problem, '40 of 100 upcoming showtimes are missing from the list')
      assert.equal((await listed()).length, 100)
      const back = await publish(2 * hourMs, [...about, ...shows(100)])
      assert.deepEqual([back.removed, back.held, back.problem], [0, 0, undefined])
      // The absence of the first list does not count any more.
      const again = await publish(9 * hourMs, [...about, ...shows(60)])
      assert.deepEqual([again.removed, again.held], [0, 40])
    })

    it('lose what two short lists agree on, six hours apart', async () => {
      await publish(0, [...about, ...shows(100)])
      for (const [hours, removed] of [
        [1, 0],
        [2, 0],
        [6.5, 0],
        [7, 40],
        [8, 0],
      ] as const) {
        const counts = await publish(hours * hourMs, [...about, ...shows(60)])
        assert.equal(counts.removed, removed, `after ${hours} hours`)
        assert.equal(counts.problem === undefined, hours >= 7)
      }
      assert.equal((await listed()).length, 60)
      assert.equal((await read(`/v1/showtimes/${session('s99')}`)).status, 'cancelled')
    })

    it('lose nothing to short lists that disagree', async () => {
      await publish(0, [...about, ...shows(100)])
      const all = shows(100)
      for (let hours = 1; hours <= 40; hours += 13) {
        const kept = all.filter((_, index) => (index + hours) % 5 < 3)
        assert.equal((await publish(hours * hourMs, [...about, ...kept])).removed, 0)
      }
      assert.equal((await listed()).length, 100)
    })

    it('lose a single show to two lists half an hour apart, which is usual', async () => {
      await publish(0, [...about, ...shows(100)])
      for (const [minutes, removed] of [
        [10, 0],
        [30, 0],
        [40, 1],
      ] as const) {
        const counts = await publish(minutes * minuteMs, [...about, ...shows(99)])
        assert.deepEqual([counts.removed, counts.problem], [removed, undefined], `after ${minutes} minutes`)
      }
      assert.equal((await listed()).length, 99)
    })

    it('do not count shows that have started: they end by themselves', async () => {
      await publish(0, [...about, ...shows(48)])
      const counts = await publish(46.5 * hourMs, [...about, ...shows(48).slice(46)])
      assert.deepEqual([counts.removed, counts.held, counts.problem], [0, 0, undefined])
      assert.equal((await listed()).length, 48)
    })

    it('do not decide the formats of a theater by shows that have started, listed or not', async () => {
      const [begun, ...others] = shows(12, { formats: ['2d'] })
      assert.ok(begun)
      const withTalk = [{ ...begun, formats: ['2d', 'q_and_a'] }, ...others]
      const formats = async () => (await read(`/v1/theaters/${leeds}`)).formats
      await publish(0, [...about, ...withTalk])
      assert.deepEqual(await formats(), ['2d', 'q_and_a'])
      for (const list of [withTalk, others, withTalk]) {
        await publish(1.5 * hourMs, [...about, ...list])
        assert.deepEqual(await formats(), ['2d'])
      }
    })

    it('replace a renumbered session at once, without listing it twice', async () => {
      await publish(0, [...about, ...shows(30)])
      const renumbered = shows(30).map((show) => ({ ...show, session: `new-${show.session}` }))
      const counts = await publish(minuteMs, [...about, ...renumbered])
      assert.deepEqual([counts.removed, counts.held], [30, 0])
      assert.equal((await listed()).length, 30)
    })

    it('do not count a session that is listed but cannot be published', async () => {
      await publish(0, [...about, ...shows(3)])
      const known = shows(2)
      const unknownFilm: CinemaRecord[] = [{ type: 'listed', site: 'a1', session: 's2' }]
      for (const hours of [0.1, 0.2, 0.3])
        assert.equal((await publish(hours * hourMs, [...about, ...known, ...unknownFilm])).removed, 0)
      assert.equal((await listed()).length, 3)
    })

    it('keep auditoriums and formats that are no longer described, until they are again', async () => {
      await publish(0, [...about, ...shows(5)])
      const undescribed = shows(5).map(({ auditorium: _, ...show }) => ({
        ...show,
        formats: [],
        rawFormats: [],
        unresolved: ['auditorium', 'formats'] as const,
      }))
      const counts = await publish(minuteMs, [...about, ...undescribed])
      assert.deepEqual([counts.written, counts.held], [0, 5])
      assert.match(counts.problem ?? '', /auditoriums/)
      const [, second] = await read(`/v1/showtimes/search?theater_id=${leeds}&limit=5`)
      assert.deepEqual([second.auditorium, second.format_tags], ['Screen 2', ['imax']])
      const renamed = await publish(2 * minuteMs, [
        ...about,
        ...shows(5, { auditorium: 'Gold', formats: [] }),
      ])
      // The theater changes too: it no longer has IMAX.
      assert.deepEqual([renamed.written, renamed.problem], [6, undefined])
      const [changed] = await read(`/v1/showtimes/search?theater_id=${leeds}&limit=5`)
      assert.deepEqual([changed.auditorium, changed.format_tags], ['Gold', []])
    })

    it('keep what is known of films and theaters', async () => {
      await publish(0, [...about, ...shows(5)])
      const partialFilm: CinemaRecord = {
        type: 'movie',
        film: 'f1',
        title: 'LONG HARVEST',
        isPartial: true,
        ids: {},
        grade: 'title_only',
        rawIds: { film: 'f1' },
      }
      const partialTheater: CinemaRecord = {
        type: 'theater',
        site: 'a1',
        name: 'a1',
        timezone: 'UTC',
        isPartial: true,
        rawIds: { site: 'a1' },
      }
      const before = [await read(`/v1/theaters/${leeds}`), await read('/v1/movies/search?q=harvest')]
      const counts = await publish(minuteMs, [partialTheater, partialFilm, ...shows(5)])
      assert.equal(counts.held, 2)
      assert.match(counts.problem ?? '', /1 films are not described; .*does not describe the theater/)
      const after = [await read(`/v1/theaters/${leeds}`), await read('/v1/movies/search?q=harvest')]
      for (const rows of [before, after]) {
        delete rows[0].coverage
        delete rows[0].source_lineage
      }
      assert.deepEqual(after, before)
      assert.deepEqual([after[0].phone, after[1][0].directors], ['0113 496 0000', ['Ida Marsh']])
    })

    it('keep fields of a film that one list lacks, and take those of another film under its id', async () => {
      await publish(0, [...about, ...shows(5)])
      const { synopsis: _, ...short } = film as Extract<CinemaRecord, { type: 'movie' }>
      await publish(minuteMs, [theater, { ...short, runtimeMinutes: 115 }, ...shows(5)])
      const [kept] = await read('/v1/movies/search?q=harvest')
      assert.deepEqual([kept.runtime_minutes, kept.synopsis], [115, 'A harvest takes long.'])
      await publish(2 * minuteMs, [theater, { ...short, title: 'Copper Moon' }, ...shows(5)])
      const [other] = await read('/v1/movies/search?q=copper')
      assert.deepEqual([other?.title, other?.synopsis], ['Copper Moon', undefined])
    })

    it('keep a seat plan for a day if only counts arrive', async () => {
      const [show] = shows(30).slice(-1)
      assert.ok(show)
      const plan = seatRecords(show.session, startMs, ['available', 'sold', 'sold', 'available'])
      const counts = (hours: number): CinemaRecord[] =>
        toCountRecords(show, { available: 1, capacity: 4 }, startMs + hours * hourMs)
      const seats = async () =>
        (
          await sql<{ seat_summary: string; layout_id: string | null }>`
          select seat_summary, layout_id from showtime_seats`.execute(store.readModel.read)
        ).rows[0]
      await publish(0, [...about, show, ...plan])
      const before = await seats()
      assert.equal(JSON.parse(before?.seat_summary ?? '{}').grade, 'grid')
      await publish(23 * hourMs, [...about, show, ...counts(23)])
      assert.deepEqual(await seats(), before)
      await publish(24 * hourMs, [...about, show, ...counts(24)])
      assert.deepEqual(await seats(), {
        seat_summary:
          '{"grade":"count","confidence":"medium","counts":{"capacity":4,"available":1,"sold":3,"held":null,"blocked":null,"broken":null,"occupancy_rate":0.75}}',
        layout_id: null,
      })
    })

    it('keep a seat plan if the next one does not match its layout, and say so', async () => {
      const [show] = shows(1)
      assert.ok(show)
      const plan = (hours: number, warnings: readonly string[]) =>
        seatRecords(show.session, startMs + hours * hourMs, ['available', 'sold']).map((record) =>
          record.type === 'availability'
            ? { ...record, codes: hours > 0 ? 'SS' : record.codes, warnings }
            : record,
        ) as CinemaRecord[]
      const codes = async () =>
        (await sql<{ codes: string }>`select codes from showtime_seats`.execute(store.readModel.read)).rows
      await publish(0, [...about, show, ...plan(0, [])])
      const before = await codes()
      const counts = await publish(0.5 * hourMs, [...about, show, ...plan(0.5, ['layout_mismatch'])])
      assert.deepEqual([counts.held, counts.problem], [1, '1 seat plans are not complete'])
      assert.deepEqual(await codes(), before)
      assert.equal((await publish(0.6 * hourMs, [...about, show, ...plan(0.6, [])])).held, 0)
      assert.notDeepEqual(await codes(), before)
    })

    it('keep a list of prices for a day if a far shorter one arrives, and say so', async () => {
      const [show] = shows(30).slice(-1)
      assert.ok(show)
      const prices = (hours: number, count: number): CinemaRecord => ({
        type: 'prices',
        site: show.site,
        session: show.session,
        capturedAt: startMs + hours * hourMs,
        quotes: ['adult', 'child', 'senior', 'student'].slice(0, count).map((name) => ({
          ticketTypeId: name,
          label: name,
          amount: 9,
          currency: 'GBP',
          audience: 'unknown',
          feesIncluded: null,
        })),
      })
      const labels = async () =>
        (await read(`/v1/showtimes/${session(show.session)}/prices`)).map(
          ({ label }: { label: string }) => label,
        )
      await publish(0, [...about, show, prices(0, 4)])
      const short = await publish(hourMs, [...about, show, prices(1, 2)])
      assert.deepEqual([short.held, short.problem], [1, '1 lists of prices became far shorter'])
      assert.equal((await labels()).length, 4)
      await publish(24 * hourMs, [...about, show, prices(24, 2)])
      assert.deepEqual(await labels(), ['adult', 'child'])
    })

    it('keep all names of a list that only became shorter', async () => {
      const named = (cast: readonly string[]) => ({ ...film, cast }) as CinemaRecord
      const cast = async () => (await read('/v1/movies/search?q=harvest'))[0].cast
      await publish(0, [theater, named(['Ida Marsh', 'Ned Poole', 'Una Reyes']), ...shows(5)])
      await publish(minuteMs, [theater, named(['Ida Marsh']), ...shows(5)])
      assert.deepEqual(await cast(), ['Ida Marsh', 'Ned Poole', 'Una Reyes'])
      await publish(2 * minuteMs, [theater, named(['Ida Marsh', 'Olu Grant']), ...shows(5)])
      assert.deepEqual(await cast(), ['Ida Marsh', 'Olu Grant'])
    })

    it('publish nothing of a list that seems to be that of another theater, until a second one agrees', async () => {
      await publish(0, [...about, ...shows(20)])
      // The same ids, at other times.
      const others = shows(20).map((show) => ({ ...show, startsAt: show.startsAt + 20 * minuteMs }))
      const seats = seatRecords('s5', startMs + hourMs, ['sold'])
      const before = await read(`/v1/showtimes/${session('s19')}`)
      const first = await publish(minuteMs, [...about, ...others, ...seats])
      assert.equal(first.held, 20)
      assert.match(
        first.problem ?? '',
        /^hardly any of 20 upcoming showtimes is listed any more, but 20 others/,
      )
      assert.deepEqual(await read(`/v1/showtimes/${session('s19')}`), before)
      assert.equal((await publish(5 * hourMs, [...about, ...others])).held, 15)
      assert.equal((await publish(6.1 * hourMs, [...about, ...others])).problem, undefined)
      assert.notEqual((await read(`/v1/showtimes/${session('s19')}`)).starts_at, before.starts_at)
    })

    it('count what could not be fetched beside the listing', async () => {
      const failed = (part: string, code: 'upstream_refused' | 'upstream_unavailable'): CinemaRecord => ({
        type: 'failed_part',
        part,
        code,
        message: 'No.',
      })
      const counts = await publish(0, [
        ...about,
        ...shows(5),
        failed('seats', 'upstream_refused'),
        failed('films', 'upstream_unavailable'),
      ])
      assert.deepEqual([counts.gated, counts.problem], [1, 'seats: No.; films: No.'])
      assert.equal((await listed()).length, 5)
    })
  })
}
