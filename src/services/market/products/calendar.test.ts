import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getEconomicCalendar, getNewsAgencyCalendar } from './calendar.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const query = { min_importance: -1, limit: 200, offset: 0 }
const event = { id: '1', title: 'An event', date: '2026-11-15T12:00:00Z' }

describe('the link of an event', () => {
  for (const [link, url] of [
    ['https://example.org/release', 'https://example.org/release'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['/release', null],
  ] as const)
    it(`is ${url} for ${link}`, () => {
      const context = { query, params: {}, body: undefined, nowMs } as never
      const economic = getEconomicCalendar.parseRequest(context)
      const agency = getNewsAgencyCalendar.parseRequest(context)
      const respond = (row: object) => ({ status: 'ok', result: [{ ...event, ...row }] })
      const ofEconomic = getEconomicCalendar.toResult(respond({ source_url: link }), economic)
      const ofAgency = getNewsAgencyCalendar.toResult(respond({ link }), agency)
      assert.partialDeepStrictEqual(ofEconomic.rows, [{ source_url: url }])
      assert.partialDeepStrictEqual(ofAgency.rows, [{ url }])
    })
})
