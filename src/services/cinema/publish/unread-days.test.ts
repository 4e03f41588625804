import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { singleMemberSource, testMember } from '../../../../test/support/cinema/replay-recordings.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { CinemaRecord } from '../schema/records.ts'
import { vistaOcapi } from '../sources/adapters/vista-ocapi/vista-ocapi.ts'
import { toMovieRecord } from '../sources/records/movie-record.ts'
import { toShowtimeRecord } from '../sources/records/showtime-record.ts'
import { toTheaterRecord } from '../sources/records/theater-record.ts'
import { cinemaWriter } from './cinema-writer.ts'

const member = testMember({ site: '1', timezone: 'UTC' })
const source = singleMemberSource(vistaOcapi, member)
const start = Date.parse('2026-11-15T12:00:00Z')
const hourMs = 3_600_000
const film = toMovieRecord({ film: 'f', title: 'Captain Comet' })
assert.ok(film)

/** Five showtimes on each of these days. */
function listing(...days: readonly string[]): CinemaRecord[] {
  const showtimes = days.flatMap((day) =>
    [12, 14, 16, 18, 20].map((hour) => {
      const startsAtLocal = `${day}T${hour}:00:00+00:00`
      const start = { startsAt: Date.parse(startsAtLocal), startsAtLocal, warnings: [] }
      const session = `${day}-${hour}`
      return toShowtimeRecord({
        member,
        session,
        film: { film: 'f', title: 'x' },
        start,
        state: 'on_sale',
        tags: [],
      })
    }),
  )
  return [toTheaterRecord(member), ...(film ? [film] : []), ...showtimes]
}

const days = ['2026-11-16', '2026-11-17', '2026-11-18']

for (const engine of testEngines) {
  describe(`${engine.name}: days that a source lists and then denies`, { skip: engine.skip }, () => {
    it('keep their showtimes, however often they are denied', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { dialect } = store.readModel
      const writer = cinemaWriter([source])
      const write = (records: readonly CinemaRecord[], hours: number) =>
        store.readModel.transaction((tx) =>
          writer.write({
            tx,
            dialect,
            sourceId: source.id,
            memberId: member.id,
            artifactId: 1,
            capturedAt: start + hours * hourMs,
            records,
          }),
        )
      await write(listing(...days), 0)
      const denied: CinemaRecord = {
        type: 'failed_part',
        part: 'days',
        code: 'upstream_changed',
        message: 'The source left out a part (status 404).',
        days: days.slice(1, 2),
      }
      for (const hours of [1, 2, 9]) {
        const { removed, held, problem } = await write(
          [...listing(...days.slice(0, 1), ...days.slice(2)), denied],
          hours,
        )
        assert.deepEqual([removed, held], [0, 0])
        assert.match(problem ?? '', /days: The source left out a part/)
      }
      const [theaterOnly = assert.fail()] = listing()
      const incomplete = { ...denied, days: 'all' as const }
      assert.equal((await write([theaterOnly, ...listing(...days.slice(0, 1)), incomplete], 9)).held, 0)
      // A list that is complete confirms their absence.
      await write(listing(...days.slice(0, 1), ...days.slice(2)), 10)
      assert.equal((await write(listing(...days.slice(0, 1), ...days.slice(2)), 17)).removed, 5)
    })
  })
}
