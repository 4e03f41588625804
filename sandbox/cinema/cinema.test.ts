import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { toWork } from '../../src/services/cinema/publish/movies/movie-identity.ts'
import { MovieRegistry } from '../../src/services/cinema/publish/movies/movie-registry.ts'
import {
  type AvailabilityRecord,
  recordsOfType,
  type ShowtimeRecord,
} from '../../src/services/cinema/schema/records.ts'
import {
  firstTheaterPerChain,
  openCinemaSandbox,
  sandboxCinemaSources,
  sandboxMember,
} from '../../test/support/cinema/cinema-sandbox.ts'
import {
  assertStorable,
  assertValidRecord,
  toLiveRecords,
} from '../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { createWorld } from '../world.ts'
import { chains } from './chains.ts'
import { movies } from './movies.ts'
import { daysOf, denseDays, listedShowsOn, pastDays, showByNumber, showsOn } from './schedule.ts'
import { freeCount, seatPlanOf, soldSeats } from './seat-plan.ts'

type Synced = ReturnType<typeof firstTheaterPerChain>[number] &
  Awaited<ReturnType<Awaited<ReturnType<typeof openCinemaSandbox>>['sync']>>

const theaters = chains.flatMap((chain) => chain.theaters.map((theater) => ({ chain, theater })))
const start = '2026-11-15T12:00:00Z'

function worldAt(time: string) {
  return createWorld({ seed: 'spring', clock: new FakeClock(time) })
}

describe('simulated cinemas', () => {
  it('have many chains, platforms, countries and time zones', () => {
    assert.ok(chains.length >= 8)
    assert.ok(new Set(chains.map(({ platform }) => platform)).size >= 5)
    assert.ok(theaters.length >= 150)
    assert.ok(new Set(theaters.map(({ theater }) => theater.city.country)).size >= 8)
    assert.ok(new Set(theaters.map(({ theater }) => theater.city.timezone)).size >= 20)
    assert.equal(movies.length, 60)
    assert.equal(new Set(theaters.map(({ theater }) => theater.key)).size, theaters.length)
  })

  it('have full schedules for two weeks, past shows and later events', () => {
    const world = worldAt(start)
    for (const { theater } of theaters.filter((_, index) => index % 4 === 0)) {
      const days = daysOf(world, theater)
      const [first = 0] = days
      for (let day = first; day < first + pastDays + denseDays; day++) {
        assert.ok(showsOn(world, theater, day).length > 0, `${theater.key} on ${day}`)
      }
      assert.ok(days.length > pastDays + denseDays, theater.key)
      for (const day of days.slice(pastDays + denseDays)) assert.equal(showsOn(world, theater, day).length, 1)
    }
  })

  it('have late, sold-out and cancelled shows, and show every film', () => {
    const world = worldAt(start)
    const shows = theaters.flatMap(({ theater }) =>
      daysOf(world, theater).flatMap((day) =>
        showsOn(world, theater, day).map((show) => ({ theater, show })),
      ),
    )
    const share = (count: number) => count / shows.length
    assert.ok(shows.length > 25_000 && shows.length < 45_000, `${shows.length}`)
    assert.ok(share(shows.filter(({ show }) => show.minute >= 1440).length) > 0.01)
    assert.ok(shows.filter(({ show }) => show.isCancelled).length > 50)
    const ahead = shows.filter(({ show }) => show.startsAt > world.now())
    assert.ok(ahead.filter(({ theater, show }) => freeCount(world, theater, show) === 0).length > 20)
    assert.equal(new Set(shows.map(({ show }) => show.movie.number)).size, 60)
  })

  it('have unique show numbers, and find shows by number', () => {
    const world = worldAt(start)
    for (const { theater } of theaters.filter((_, index) => index % 31 === 0)) {
      const shows = daysOf(world, theater).flatMap((day) => showsOn(world, theater, day))
      assert.equal(new Set(shows.map(({ session }) => session)).size, shows.length)
      for (const show of shows) assert.deepEqual(showByNumber(world, theater, show.session), show)
    }
    const [first] = theaters
    assert.ok(first)
    for (const number of [0, -1, 1e12, Number.NaN])
      assert.equal(showByNumber(world, first.theater, number), undefined)
  })

  it('do not change announced shows from day to day', () => {
    const today = worldAt(start)
    const tomorrow = worldAt('2026-11-16T12:00:00Z')
    for (const { theater } of theaters.filter((_, index) => index % 13 === 0)) {
      for (const day of daysOf(tomorrow, theater).slice(0, pastDays + denseDays - 1)) {
        assert.deepEqual(showsOn(tomorrow, theater, day), showsOn(today, theater, day))
      }
    }
  })

  it('sell seats as time passes, and never return one', () => {
    const times = [
      '2026-11-15T12:00:00Z',
      '2026-11-17T09:00:00Z',
      '2026-11-18T17:00:00Z',
      '2026-11-18T23:59:00Z',
    ]
    for (const { theater } of theaters.filter((_, index) => index % 15 === 0)) {
      const [first = 0] = daysOf(worldAt(start), theater)
      for (const show of showsOn(worldAt(start), theater, first + pastDays + 3)) {
        const filled = times.map((time) => soldSeats(worldAt(time), theater, show))
        for (const [index, earlier] of filled.slice(0, -1).entries()) {
          assert.ok(earlier.isSubsetOf(filled[index + 1] ?? new Set()), `${theater.key} ${show.session}`)
        }
        assert.ok((filled.at(-1)?.size ?? 0) <= seatPlanOf(theater, show.screen).seats.length)
      }
    }
  })
})

describe('simulated cinemas, read by the adapters', () => {
  const synced: Synced[] = []
  before(async () => {
    await using world = await openCinemaSandbox(new FakeClock(start))
    for (const { source, member } of firstTheaterPerChain())
      synced.push({ source, member, ...(await world.sync(source, member)) })
  })

  it('have valid records and a full schedule for a theater of every chain', async () => {
    for (const { source, member, records, dropped } of synced) {
      for (const record of records) assertValidRecord(record)
      await assertStorable(source, member, records, Date.parse(start))
      const showtimes = recordsOfType(records, 'showtime')
      assert.equal(recordsOfType(records, 'theater').length, 1, member.id)
      assert.ok(showtimes.length > 80, `${member.id}: ${showtimes.length}`)
      assert.ok(new Set(showtimes.map(({ businessDate }) => businessDate)).size > denseDays, member.id)
      const films = new Set(recordsOfType(records, 'movie').map(({ film }) => film))
      for (const { film } of showtimes) assert.ok(films.has(film), `${member.id}: ${film}`)
      const share = Object.values(dropped).reduce((sum, count) => sum + count, 0) / showtimes.length
      assert.ok(share < 0.2, `${member.id}: ${JSON.stringify(dropped)}`)
      const { prices, seat_grid, occupancy_rate } = source.adapter.capabilities
      assert.equal(recordsOfType(records, 'layout').length > 0, seat_grid, member.id)
      if (prices) assert.ok(recordsOfType(records, 'prices').length > 0, member.id)
      if (occupancy_rate && member.chain !== 'silverline')
        assert.ok(recordsOfType(records, 'availability').length > 0, member.id)
    }
  })

  it('have seat maps on which a row is one line, and no two seats share a place', () => {
    for (const { member, records } of synced) {
      for (const { layout, seats } of recordsOfType(records, 'layout')) {
        const lines = new Set(seats.map(({ row, y }) => `${row} ${y}`))
        const rows = new Set(seats.map(({ row }) => row))
        const places = new Set(seats.map(({ x, y }) => `${x} ${y}`))
        assert.deepEqual([lines.size, places.size], [rows.size, seats.length], `${member.id} ${layout}`)
      }
    }
  })

  it('have listings that resolve to the films they show, and to no others', () => {
    const registry = new MovieRegistry()
    const known = new Set<string>()
    // The French list states no original title, and nothing else says which film a translated title is.
    for (const { source, member, records } of synced.filter(({ source }) => source.id !== 'scare')) {
      for (const movie of recordsOfType(records, 'movie')) {
        known.add(
          registry.resolve(
            { platform: source.id, chain: member.chain, film: movie.film },
            toWork(movie, 2026),
          ),
        )
      }
    }
    const world = worldAt(start)
    const shown = chains.flatMap(({ theaters: [first] }) => {
      assert.ok(first)
      return daysOf(world, first).flatMap((day) => listedShowsOn(world, first, day).map(({ movie }) => movie))
    })
    assert.equal(known.size, new Set(shown).size)
    assert.ok(known.size > 55, String(known.size))
  })

  it('are the same for every request at the same time', async () => {
    await using world = await openCinemaSandbox(new FakeClock(start))
    for (const { source, member, records } of synced) {
      assert.deepEqual((await world.sync(source, member)).records, records, member.id)
    }
  })

  it('have every kind of seating, state and availability', async () => {
    await using world = await openCinemaSandbox(new FakeClock(start))
    const sample = new Map([
      ['vista-ocapi', 3],
      ['veezi', 4],
      ['reading', 4],
    ])
    const grades = new Set<string>()
    const seatings = new Set<string>()
    const states = new Set<string>()
    for (const platform of sandboxCinemaSources) {
      for (const member of platform.members.slice(0, sample.get(platform.id) ?? 2)) {
        const { records } = await world.sync(platform, member)
        for (const { grade } of recordsOfType(records, 'availability')) grades.add(grade)
        for (const { seating, state } of recordsOfType(records, 'showtime')) {
          seatings.add(seating)
          states.add(state)
        }
      }
    }
    assert.deepEqual([...grades].sort(), ['count', 'grid', 'rate', 'summary'])
    assert.ok(
      ['reserved', 'general_admission', 'mixed'].every((seating) => seatings.has(seating)),
      [...seatings].join(),
    )
    assert.ok(
      ['on_sale', 'sold_out', 'not_on_sale', 'cancelled'].every((state) => states.has(state)),
      [...states].join(),
    )
  })

  it('have seat maps that fill up', async () => {
    const clock = new FakeClock(start)
    await using world = await openCinemaSandbox(clock)
    for (const platform of ['vista-ocapi', 'cineplex', 'reading']) {
      const { source, member } = sandboxMember(platform)
      const showtimes = recordsOfType((await world.sync(source, member)).records, 'showtime')
      const show = showtimes.find(
        ({ startsAt, seating }) => startsAt > clock.now() + 5 * 86_400_000 && seating === 'reserved',
      )
      assert.ok(show)
      const before = await look(show)
      clock.advance(5 * 86_400_000)
      const after = await look(show)
      assert.equal(after.layout, before.layout, platform)
      assert.equal(after.codes?.length, before.codes?.length, platform)
      assert.ok((after.counts.sold ?? 0) > (before.counts.sold ?? 0), platform)
      for (const [index, code] of [...(before.codes ?? '')].entries()) {
        if (code === 's') assert.equal(after.codes?.[index], 's', platform)
      }
      clock.advance(-5 * 86_400_000)

      async function look({ site, session, rawIds }: ShowtimeRecord): Promise<AvailabilityRecord> {
        const context = world.live(member, { site, session, rawIds })
        const answers = source.adapter.fetchSeatMap?.(context)
        assert.ok(answers)
        const [seen] = recordsOfType(await toLiveRecords(source.adapter, answers, context), 'availability')
        assert.ok(seen)
        return seen
      }
    }
  })

  it('require a token where the real platform does', async () => {
    await using world = await openCinemaSandbox(new FakeClock(start))
    for (const platform of ['vista-ocapi', 'cineplex', 'veezi']) {
      const { source, member } = sandboxMember(platform)
      await assert.rejects(
        world.sync(source, { ...member, token: 'stolen' }),
        { code: 'upstream_refused' },
        platform,
      )
    }
  })
})
