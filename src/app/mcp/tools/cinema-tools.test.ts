import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RouteAnswer, Texts } from '../../route-caller.ts'
import { searchShowtimes } from './cinema-tools.ts'

const nowMs = Date.parse('2026-11-18T17:30:00Z')
const laterMs = nowMs + 90_000

async function search(texts: Texts, atMs = nowMs) {
  const queries: Texts[] = []
  const answer = await searchShowtimes.run(
    { days: '1', ...texts },
    async (_, query): Promise<RouteAnswer> => {
      queries.push(query)
      return { rows: [], data: {}, meta: {}, next: 'ab-c_d' }
    },
    atMs,
  )
  const { from, to, date, cursor } = queries[0] ?? {}
  return { answer, asked: { from, to, date, cursor } }
}

describe('showtimes that an agent searches', () => {
  const from = '2026-11-18T17:30:00.000Z'
  const none = { from: undefined, to: undefined, date: undefined, cursor: undefined }

  it('begin within the next 24 hours, or within so many days', async () => {
    const { answer, asked } = await search({ near: 'Leeds' })
    assert.deepEqual(asked, { ...none, from, to: '2026-11-19T17:30:00.000Z' })
    assert.deepEqual(answer.facts, { now: from })
    assert.ok(answer.head?.includes(`Now: ${from}`))
    assert.equal((await search({ days: '3' })).asked.to, '2026-11-21T17:30:00.000Z')
    assert.equal((await search({ to: '2026-11-18T20:00:00Z' })).asked.to, '2026-11-18T20:00:00Z')
  })

  it('are those of the same hours in each part of a result', async () => {
    const { answer } = await search({ near: 'Leeds', days: '2' })
    const { asked } = await search({ near: 'Leeds', days: '2', cursor: answer.next ?? '' }, laterMs)
    assert.deepEqual(asked, { ...none, from, to: '2026-11-20T17:30:00.000Z', cursor: 'ab-c_d' })
    for (const cursor of ['ab-c_d', 'x.ab-c_d', '1.ab-c_d', '', '99999999999999999999.a'])
      await assert.rejects(search({ cursor }), { code: 'invalid_cursor' }, cursor)
  })

  it('are those of a day or from an instant that it names, with what is past', async () => {
    const date = '2026-11-18'
    assert.deepEqual((await search({ date })).asked, { ...none, date })
    const { answer, asked } = await search({ from: '2026-11-18T08:00:00Z', cursor: 'ab-c_d' })
    assert.deepEqual(asked, { ...none, from: '2026-11-18T08:00:00Z', cursor: 'ab-c_d' })
    assert.equal(answer.next, 'ab-c_d')
  })
})
