/** Histories of showtimes that the database has let go to ClickHouse, with the same responses as before. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import { readHistory, readSoldSeats } from '../../../src/services/cinema/queries/history.ts'
import type { SeatStatus } from '../../../src/services/cinema/schema/index.ts'
import { withCinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import { openArchiveFixture } from '../../support/archive/archive-fixture.ts'
import { type CinemaFixture, openCinemaFixture } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { ClickHouseServer, clickHouseSkip } from '../../support/store/clickhouse-server.ts'
import { type TestEngine, testEngines } from '../../support/store/test-engines.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const keepDays = 30
const idOf = (session: string) => stableId('st', 'grid-platform', 'alpha', 'a1', session)
const theater = stableId('th', 'grid-platform', 'alpha', 'a1')

function seats(sold: number): SeatStatus[] {
  return Array.from({ length: 10 }, (_, at) => (at < sold ? 'sold' : 'available'))
}

/** Two showtimes with captures, on two days, and others without. */
async function publishWeek(fixture: CinemaFixture): Promise<void> {
  const member = fixture.members.get('alpha.a1') ?? assert.fail()
  const now = fixture.clock.now()
  await fixture.publish('alpha.a1', weekOfRecords(member, now))
  const [next, tomorrow] = [now + 2 * hourMs, now + 24 * hourMs]
  const captures = [
    ['next', next - 90 * minuteMs, 2],
    ['next', next - 60 * minuteMs, 3],
    ['next', next - 5 * minuteMs, 8],
    ['tomorrow', tomorrow - 10 * hourMs, 1],
    ['tomorrow', tomorrow - 10 * minuteMs, 5],
    // At the start, and after it.
    ['tomorrow', tomorrow, 6],
    ['tomorrow', tomorrow + 90 * minuteMs, 9],
  ] as const
  for (const [session, at, sold] of captures)
    await fixture.publish('alpha.a1', seatRecords(session, at, seats(sold)), at)
}

async function openFixture(engine: TestEngine, server: ClickHouseServer) {
  await using stack = new AsyncDisposableStack()
  const clock = new FakeClock()
  const env = { CINEMA_KEEP_DAYS: `${keepDays}`, CINEMA_CHANGE_DAYS: '1000' }
  const archive = stack.use(await openArchiveFixture({ engine, server, clock, service: 'cinema', env }))
  const cinema = stack.use(await openCinemaFixture(archive.store))
  const resources = stack.move()
  return {
    archive,
    cinema,
    // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
    async read(path: string): Promise<any> {
      const { status, json } = await cinema.request(path)
      assert.equal(status, 200, JSON.stringify(json))
      return json.data
    },
    async code(path: string): Promise<[number, string]> {
      const { status, json } = await cinema.request(path)
      return [status, json.error?.code]
    },
    pass(ms: number) {
      clock.advance(ms)
      cinema.clock.advance(ms)
    },
    async countStored(): Promise<number> {
      const { n } = await withCinemaTables(archive.store.readModel.read)
        .selectFrom('showtime')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

for (const engine of testEngines) {
  describe(`${engine.name}: showtimes that the database has let go`, {
    skip: engine.skip || clickHouseSkip,
  }, () => {
    let server: ClickHouseServer
    before(async () => {
      server = await ClickHouseServer.start()
    })
    after(() => server?.[Symbol.asyncDispose]())

    it('have the same history, and count for sold seats as before', async () => {
      await using fixture = await openFixture(engine, server)
      const { archive, cinema, read, code, pass } = fixture
      const begin = cinema.clock.now()
      await publishWeek(cinema)
      pass(3 * dayMs)
      const to = new Date(cinema.clock.now()).toISOString()
      const past = `/v1/sold-seats?theater_id=${theater}&days=10&to=${to}`
      const paths = ['next', 'tomorrow', 'far'].map((session) => `/v1/showtimes/${idOf(session)}/history`)
      const histories = await Promise.all(paths.map(read))
      const sold = await read(past)
      assert.deepEqual([histories[0].seats.length, histories[1].seats.length], [3, 4])
      assert.deepEqual([sold.showtimes, sold.hours.length], [2, 3])
      const { movie_id } = await withCinemaTables(archive.store.readModel.read)
        .selectFrom('showtime')
        .select('movie_id')
        .where('id', '=', idOf('tomorrow'))
        .executeTakeFirstOrThrow()
      const ofMovie = await read(`${past}&movie_id=${movie_id}`)
      const stored = await fixture.countStored()
      pass(keepDays * dayMs)
      // As when a process dies before it deletes: both have them.
      for (let death = 0; death < 3; death++) {
        await archive.archiveOnly()
        pass(1000)
      }
      assert.equal(await fixture.countStored(), stored)
      assert.deepEqual(await read(past), sold)
      await archive.prune()
      // The one that is far ahead has not begun.
      const left = await fixture.countStored()
      assert.ok(left < stored, `${left} of ${stored} showtimes are left`)
      assert.deepEqual(await read(past), sold)
      assert.deepEqual((await read(`/v1/sold-seats?theater_id=${theater}&days=60`)).hours, sold.hours)
      assert.deepEqual((await read(`/v1/sold-seats?days=60`)).showtimes, 2)
      for (let time = 0; time < 2; time++) {
        pass(2 * keepDays * dayMs)
        await archive.prune()
      }
      assert.deepEqual(await Promise.all(paths.map(read)), histories)
      // Its movie has gone too.
      assert.deepEqual(await code(`/v1/movies/${movie_id}`), [404, 'not_found'])
      assert.deepEqual(await read(`${past}&movie_id=${movie_id}`), ofMovie)
      assert.deepEqual(await code(`${past}&movie_id=mv_nothing`), [404, 'not_found'])
      assert.deepEqual(await code(past.replace(theater, 'nowhere')), [404, 'not_found'])
      const before = new Date(begin - 2 * dayMs).toISOString()
      assert.equal((await read(past.replace(to, before))).showtimes, 0)
      const statements = await server.countStatements()
      assert.deepEqual(await code("/v1/showtimes/st_'or'1/history"), [404, 'not_found'])
      const db = archive.store.readModel
      const signal = AbortSignal.abort(new Error('the reader has left'))
      const query = { from: begin, to: cinema.clock.now() }
      await assert.rejects(readHistory(db, idOf('next'), signal), /has left/)
      await assert.rejects(readSoldSeats(db, query, signal), /has left/)
      assert.equal(await server.countStatements(), statements, 'ClickHouse was asked')
      assert.deepEqual(await code(`/v1/showtimes/${idOf('another')}/history`), [404, 'not_found'])
    })

    it('stay in the database while ClickHouse is down, which only readers of older ones notice', async () => {
      await using fixture = await openFixture(engine, server)
      const { archive, cinema, read, code, pass } = fixture
      await publishWeek(cinema)
      pass((keepDays + 40) * dayMs)
      await archive.prune()
      await publishWeek(cinema)
      pass((keepDays + 3) * dayMs)
      const stored = await fixture.countStored()
      const history = `/v1/showtimes/${idOf('tomorrow')}/history`
      const known = await read(history)
      const gone = `/v1/showtimes/${stableId('st', 'grid-platform', 'alpha', 'a1', 'gone')}/history`
      assert.deepEqual(await code(gone), [404, 'not_found'])
      await server.kill()
      await assert.rejects(archive.prune(), /what is due to be archived waits/)
      assert.equal(await fixture.countStored(), stored)
      assert.deepEqual(await read(history), known)
      assert.deepEqual(await code(gone), [503, 'store_unavailable'])
      assert.equal((await read('/v1/sold-seats?days=28')).showtimes, 0)
      assert.deepEqual(await code('/v1/sold-seats?days=60'), [503, 'store_unavailable'])
      pass(keepDays * dayMs)
      await assert.rejects(archive.prune(), /had waited for too long and were deleted/)
      assert.ok((await fixture.countStored()) < stored)
      await server.start()
      await archive.prune()
    })
  })
}
