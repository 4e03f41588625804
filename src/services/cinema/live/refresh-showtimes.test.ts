import assert from 'node:assert/strict'
import { it } from 'node:test'
import { anonymous } from '../../../http/access-control.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { refreshShowtime, type ShowtimeRefreshRequest } from './refresh-showtimes.ts'

it('what is not captured is to be fetched live only where the source can be asked for it', async () => {
  for (const [isLive, advice] of [
    [true, 'use source_mode=auto to fetch them'],
    [false, 'its source cannot be asked for them'],
  ] as const) {
    const cinema = { live: { supports: () => isLive } } as unknown as CinemaContext
    const request: ShowtimeRefreshRequest = {
      target: { id: 'st_one', capturedAt: undefined } as ShowtimeRefreshRequest['target'],
      topic: 'seats',
      mode: 'cached',
      maxAgeMs: undefined,
      nowMs: 0,
      admission: { rateLimit: undefined, principal: anonymous },
    }
    const { warnings } = await refreshShowtime(cinema, request)
    assert.deepEqual(
      warnings.map(({ code, message }) => [code, message]),
      [['not_captured', `No seats captured for this showtime yet; ${advice}.`]],
    )
  }
})
