import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { SeatReader } from './seats.ts'

function layoutOf(count: number): string {
  const seats = Array.from({ length: count }, (_, at) => ({
    id: `seat "${at}"`,
    label: `A${at}`,
    row: 'A',
    number: String(at),
    section: 0,
    x: at,
    y: 0,
    kind: 'standard' as const,
  }))
  return JSON.stringify({
    sections: [{ id: 'main', label: 'Stalls', row_count: 1, column_count: count }],
    seats,
  })
}

it('each seat of a grid has its own status, whatever other grids of its layout have', async () => {
  const codes = fc.array(fc.constantFrom(...'ashbxgu'), { minLength: 1, maxLength: 12 })
  const rawAt = fc.option(fc.nat(11), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(codes, rawAt), { minLength: 1, maxLength: 4 }), async (grids) => {
      const counts = new Map<string, number>()
      const db = {
        run: async (_statement: unknown, { id }: { id: string }) => [
          { hash: id, doc: layoutOf(counts.get(id) ?? 0) },
        ],
      }
      const reader = new SeatReader(db as unknown as CinemaDb)
      for (const [letters, raw] of grids) {
        // Grids of one size share a layout.
        const id = `layout-${letters.length}`
        counts.set(id, letters.length)
        const hasRaw = raw !== undefined && raw < letters.length
        const grid = await reader.seatGridJson({
          showtime_id: 'st_1',
          captured_at: 1,
          seat_summary: '',
          layout_id: id,
          layout_hash: id,
          codes: letters.join(''),
          extras: hasRaw ? JSON.stringify({ raw: [[raw, 'odd "one"']] }) : null,
        })
        const seats = JSON.parse(grid?.seats ?? '[]') as { id: string; status: string; raw_status?: string }[]
        assert.deepEqual(
          seats.map((seat) => [seat.id, seat.status, seat.raw_status]),
          letters.map((letter, at) => [
            `seat "${at}"`,
            seatStatusOf(letter),
            hasRaw && at === raw ? 'odd "one"' : undefined,
          ]),
        )
      }
    }),
  )
})
