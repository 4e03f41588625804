import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCinemaSandbox, sandboxMember } from '../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../test/support/fake-clock.ts'

type Sandbox = Awaited<ReturnType<typeof openCinemaSandbox>>

/** What the adapters once sent, or could send by mistake, and what the real hosts answer to it. */
describe('simulated cinema hosts refuse what the real ones do not understand', () => {
  let world: Sandbox
  before(async () => {
    world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
  })
  after(() => world[Symbol.asyncDispose]())

  async function get(platform: string, path: string, headers: Readonly<Record<string, string>> = {}) {
    const url = `${sandboxMember(platform).member.base}/${path}`
    const signal = AbortSignal.timeout(10_000)
    const { status, body } = await world.http.request(url, {
      signal,
      headers,
      acceptStatuses: [204, 400, 404, 500],
    })
    return { status, body: body === '' ? undefined : JSON.parse(body) }
  }

  const webediaApi = 'api/gatsby-source-boxofficeapi'
  const window = 'from=2026-11-12T03%3A00%3A00&to=2026-12-30T03%3A00%3A00'
  const scheduleOf = (...theaters: string[]) =>
    get(
      'webedia',
      `${webediaApi}/schedule?${theaters.map((text) => `theaters=${encodeURIComponent(text)}`).join('&')}&${window}`,
    )

  it('Webedia: ids joined with commas are one unknown id, answered by 200 and nothing', async () => {
    const { body } = await scheduleOf('{"id":"X1WL","timeZone":"America/New_York"}')
    const [one = '', two = ''] = Object.keys(body.X1WL.schedule)
    assert.deepEqual(await get('webedia', `${webediaApi}/movies?ids=${one},${two}`), {
      status: 200,
      body: [],
    })
    assert.equal((await get('webedia', `${webediaApi}/movies?ids=${one}&ids=${two}`)).body.length, 2)
  })

  it('Webedia: small letters, blanks and a list of theaters in one parameter are answered by 500 and null', async () => {
    const refused = { status: 500, body: null }
    assert.deepEqual(await scheduleOf('{"id":"x1wl","timeZone":"America/New_York"}'), refused)
    assert.deepEqual(await scheduleOf('{"id": "X1WL", "timeZone": "America/New_York"}'), refused)
    assert.deepEqual(await scheduleOf('[{"id":"X1WL","timeZone":"America/New_York"}]'), refused)
  })

  it('Reading: a plan with four of eight fields is answered by 200 and the error of a function', async () => {
    const { member } = sandboxMember('reading')
    const response = await world.http.request(`${member.base}/ticketing/tickettypes`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-visitor', 'content-type': 'application/json' },
      body: JSON.stringify({
        requestType: 'seatPlan',
        countryId: '1',
        cinemaId: member.site,
        sessionId: '154425',
      }),
      signal: AbortSignal.timeout(10_000),
    })
    assert.deepEqual(Object.keys(JSON.parse(response.body)), ['errorType', 'errorMessage', 'trace'])
  })

  it('Cineplex: bookable days lie beyond sixty, in a body that is compressed twice', async () => {
    const key = { 'ocp-apim-subscription-key': 'sandbox-subscription' }
    const at = 'prod/cpx/theatrical/api/v1'
    const { body } = await get('cineplex', `${at}/dates/bookable?language=en&locationId=7100`, key)
    assert.ok(body.at(-1) > '2027-01-14', body.at(-1))
    const none = await get('cineplex', `${at}/showtimes?language=en&locationId=1&date=2026-11-15`, key)
    assert.equal(none.status, 204)
  })

  it('OCAPI: ids of sites joined with commas are one unknown site', async () => {
    const headers = { authorization: 'Bearer sandbox-meridian', accept: 'application/json' }
    const joined = await get('vista-ocapi', 'ocapi/v1/film-screening-dates?siteIds=101,102', headers)
    assert.deepEqual(joined.body, { filmScreeningDates: [] })
    assert.equal((await get('vista-ocapi', 'ocapi/v1/film-screening-dates', headers)).status, 400)
  })

  it('quickbook: a tenant that has left is answered by 404, and film details know no attr', async () => {
    const at = 'data-api-service/v1'
    const old = await world.http.request(
      `${sandboxMember('quickbook').member.base}/${at}/quickbook/10108/dates/in-cinema/012/until/2027-11-15?attr=&lang=en_GB`,
      { signal: AbortSignal.timeout(10_000), acceptStatuses: [404] },
    )
    assert.equal(old.status, 404)
    const details = await get('quickbook', `${at}/10199/films/byDistributorCode/ho1?attr=&lang=en_GB`)
    assert.equal(details.status, 400)
  })
})
