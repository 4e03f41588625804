/** Live, then cached: what a live read stores never contradicts the listing, on every platform that has live reads. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCinemaSandbox, sandboxMember } from '../../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Outbound } from '../../../core/outbound/outbound.ts'
import type { Store } from '../../../store/store.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { LiveCapture } from '../../../sync/source.ts'
import { cinemaWriter } from '../publish/cinema-writer.ts'
import { publicIds } from '../publish/publish-context.ts'
import { seatMapJson } from '../queries/seat-map-json.ts'
import { SeatReader } from '../queries/seats.ts'
import { showtimeJson } from '../queries/showtime-json.ts'
import { readShowtime } from '../queries/showtimes.ts'
import { TheaterIndex } from '../queries/theater-index.ts'
import { recordsOfType, type ShowtimeRecord } from '../schema/records.ts'
import { cinemaAdapters } from '../sources/index.ts'
import { LiveRefresher } from './live-refresher.ts'

const seatings = ['reserved', 'general_admission', 'mixed', 'unknown'] as const
const refreshDeadlineMs = 50_000
const liveAdapters = cinemaAdapters.filter(({ fetchSeatMap }) => fetchSeatMap !== undefined)

for (const engine of testEngines) {
  describe(`live, then cached, on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    const clock = new FakeClock('2026-11-15T12:00:00Z')
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    for (const { id: platform } of liveAdapters) {
      it(`agrees with the listing of ${platform}, whatever kind of seating it has`, async () => {
        await using world = await openCinemaSandbox(clock)
        const { source, member } = sandboxMember(platform)
        const { records } = await world.sync(source, member)
        const upcoming = recordsOfType(records, 'showtime')
          // Some sources have no seat plan for general admission.
          .filter(({ startsAt, seating }) => startsAt > clock.now() && seating !== 'general_admission')
          .slice(0, 8)
        const seatingOf = new Map(
          upcoming.map(({ session }, index) => [session, seatings[index % seatings.length] ?? 'unknown']),
        )
        const relisted = records.map((record) =>
          record.type === 'showtime' && seatingOf.has(record.session)
            ? { ...record, seating: seatingOf.get(record.session) ?? record.seating }
            : record,
        )
        const { dialect } = store.readModel
        const batch = { sourceId: source.id, memberId: member.id, artifactId: 1, dialect }
        await store.readModel.transaction(async (tx) => {
          await cinemaWriter([source]).write({ ...batch, tx, capturedAt: clock.now(), records: relisted })
          await dialect.bumpVersion(tx, 'cinema', clock.now())
        })
        clock.advance(60_000)
        const requestDeadlines = new Set<number | undefined>()
        const http: Outbound = {
          request(url, request) {
            requestDeadlines.add(request.deadlineMs)
            return world.http.request(url, request)
          },
        }
        const live = new LiveRefresher({
          db: store.readModel,
          registry: { sources: [source] },
          outbound: { for: () => http },
          saveResponses: async ({ source, responses }: LiveCapture) => ({
            responses: await parseResponses(source, responses),
            markPublished: async () => {},
          }),
          clock,
          deadlineMs: refreshDeadlineMs,
          concurrentMax: 8,
        })
        const theaters = await new TheaterIndex(store.readModel, { sources: [source] }).current()
        const seats = new SeatReader(store.readModel)
        for (const listed of upcoming) await checkShowtime(listed)
        for (const deadlineMs of requestDeadlines)
          assert.equal(deadlineMs, refreshDeadlineMs, 'no request outlasts its refresh')

        async function checkShowtime({ site, session }: ShowtimeRecord): Promise<void> {
          const { showtimeId, theaterId } = publicIds(source.id, member.chain)
          const id = showtimeId(site, session)
          const theater = theaters.byId.get(theaterId(site))
          const listing = await readShowtime(store.readModel, id, { seats: true })
          assert.ok(theater && listing)
          await live.refresh({ id, doc: listing.doc, seating: listing.seating, theater }, 'seats')
          const cached = await seats.readWithShowtime(id)
          assert.ok(cached?.stored)
          assert.equal(cached.stored.captured_at, clock.now(), session)
          const shared = { ...cached, theater, mode: 'cached', warnings: [] } as const
          const map = JSON.parse(await seatMapJson(seats, { ...shared, detail: 'grid' }))
          const again = await readShowtime(store.readModel, id, { seats: true })
          assert.ok(again)
          const options = { nowMs: clock.now(), withSeats: true }
          const showtime = JSON.parse(showtimeJson(again, theater, options, {}))
          const expected = seatingOf.get(session)
          assert.deepEqual(
            [map.seating_type, map.summary.seating_type, showtime.availability_summary.seating_type],
            [expected, expected, expected],
          )
          if (expected === 'general_admission') {
            assert.equal(map.seats, undefined)
            assert.notEqual(map.availability_grade, 'grid')
          }
          assert.equal(showtime.capabilities.general_admission, expected !== 'reserved')
          assert.deepEqual(
            { ...showtime, availability_summary: 0, status: 0 },
            {
              ...JSON.parse(showtimeJson(listing, theater, options, {})),
              availability_summary: 0,
              status: 0,
            },
          )
        }
      })
    }
  })
}
