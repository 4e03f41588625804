import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstTheaterPerChain, openCinemaSandbox } from '../../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import type { ParsedResponse } from '../../../sync/source.ts'
import { type CinemaRecord, recordsOfType } from '../schema/records.ts'
import { createSessionIds } from './session-ids.ts'

describe('ids of showtimes', () => {
  it('count those that are equal, and leave out what is listed again', () => {
    const nextSession = createSessionIds()
    const identity = ['film', '20:00']
    const show = (link: string | undefined, page: string, row = `row of ${link}`) =>
      nextSession({ identity, link, row, page })
    const first = show('/1', 'list')
    assert.equal(show('/1', 'list', 'in other words'), undefined)
    assert.equal(show(undefined, 'film'), undefined)
    assert.equal(show('/2', 'list'), `${first}-2`)
    assert.equal(show('/2', 'film'), undefined)
    assert.equal(show(undefined, 'list'), `${first}-3`)
    assert.equal(show('/3', 'film'), undefined)
    assert.equal(show('/3', 'list', 'again'), undefined)
  })

  /** Where platforms have the links to their tickets. */
  const linkNames =
    /^(?:url|urls|@id|purchase_url|ticketing|bookingLink|.*(?:booking|ticket|deep).*(?:url|link))$/i

  /** Where they have the auditorium. */
  const screenNames = /^(?:screen|screen_?name|screenNumber|auditorium|room|st)$/i

  for (const { source, member } of firstTheaterPerChain()) {
    it(`of ${source.id} (${member.chain}) stay when auditoriums vanish`, async () => {
      await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
      const whole = sessionsOf((await world.sync(source, member)).records)
      const { records } = await world.sync(source, member, (response) => {
        const text = typeof response.body === 'string' ? undefined : JSON.stringify(response.body)
        if (text === undefined) return response
        const body = JSON.parse(text, (name, value) => (screenNames.test(name) ? null : value))
        return { ...response, body }
      })
      assert.deepEqual(sessionsOf(records), whole)
    })

    it(`of ${source.id} (${member.chain}) stay when booking links vanish and appear`, async () => {
      await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
      const whole = sessionsOf((await world.sync(source, member)).records)
      assert.ok(whole.length > 0)
      for (const every of [1, 2, 3]) {
        let links = 0
        const isRemoved = () => links++ % every === 0
        const { records } = await world.sync(source, member, (response) => withoutLinks(response, isRemoved))
        assert.deepEqual(sessionsOf(records), whole, `without every ${every}th link`)
      }
    })
  }

  function sessionsOf(records: readonly CinemaRecord[]): string[] {
    return recordsOfType(records, 'showtime')
      .map(({ session, startsAt }) => `${startsAt} ${session}`)
      .sort()
  }

  function withoutLinks(response: ParsedResponse, isRemoved: () => boolean): ParsedResponse {
    const { body } = response
    if (typeof body !== 'string') return { ...response, body: without(body, isRemoved) }
    const script = /(<script type="application\/ld\+json">)(.*?)(<\/script>)/gs
    const page = body.replaceAll(
      script,
      (_, open, json, close) => `${open}${JSON.stringify(without(JSON.parse(json), isRemoved))}${close}`,
    )
    return { ...response, body: page }
  }

  /** Films, people and places keep their links. */
  function without(value: unknown, isRemoved: () => boolean): unknown {
    if (Array.isArray(value)) return value.map((item) => without(item, isRemoved))
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).map(([name, item]) => {
      if (name === 'workPresented' || name === 'location') return [name, item]
      const isLink = linkNames.test(name) && (typeof item === 'string' || Array.isArray(item))
      return [name, isLink && isRemoved() ? null : without(item, isRemoved)]
    })
    return Object.fromEntries(entries)
  }
})
