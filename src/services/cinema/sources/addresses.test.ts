import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cinemaAddressRules, cinemaRecogniser } from './addresses.ts'

const { addresses, describe: describePlatform } = cinemaRecogniser

/** Address, platform, member. */
const known: readonly (readonly [string, string, Record<string, string>])[] = [
  [
    'https://www.lantern.example/uk/data-api-service/v1/quickbook/10999/dates/in-cinema/042/until/2027-01-01',
    'quickbook',
    { base: 'https://www.lantern.example/uk', site: '042', tenant: '10999' },
  ],
  [
    'https://www.lantern.example/data-api-service/v1/quickbook/10999/film-events/in-cinema/042/at-date/2027-01-01',
    'quickbook',
    { base: 'https://www.lantern.example', site: '042', tenant: '10999' },
  ],
  [
    'https://www.lantern.example/data-api-service/v1/quickbook/10999/',
    'quickbook',
    { base: 'https://www.lantern.example', tenant: '10999' },
  ],
  [
    'https://www.lantern.example/api/gatsby-source-boxofficeapi/schedule?from=1',
    'webedia',
    { base: 'https://www.lantern.example' },
  ],
  ['https://lantern.example/wp-json/nj/v1/showtime/listings', 'filmbot', { base: 'https://lantern.example' }],
  [
    'https://vwc.lantern.example/WSVistaWebClient/ocapi/v1/sites/LAN1',
    'vista-ocapi',
    { base: 'https://vwc.lantern.example/WSVistaWebClient', site: 'LAN1' },
  ],
  [
    'https://vwc.lantern.example/WSVistaWebClient/ocapi/v1/showtimes',
    'vista-ocapi',
    { base: 'https://vwc.lantern.example/WSVistaWebClient' },
  ],
  [
    'https://digital-api.lantern.example/ocapi/v1/films',
    'vista-ocapi',
    { base: 'https://digital-api.lantern.example' },
  ],
  [
    'https://www.lantern.example/WSVistaWebClient/RESTData.svc',
    'vista-ocapi',
    { base: 'https://www.lantern.example/WSVistaWebClient' },
  ],
  [
    'https://www.lantern.example/WSVistaWebClient/OData.svc/GetSessions',
    'vista-odata',
    { base: 'https://www.lantern.example' },
  ],
  [
    'https://apis.cineplex.com/prod/cpx/theatrical/api/v1/showtimes?language=en&locationId=7999',
    'cineplex',
    { base: 'https://apis.cineplex.com', site: '7999' },
  ],
  ['https://apis.cineplex.com/prod', 'cineplex', { base: 'https://apis.cineplex.com' }],
  ['https://www.cineplex.com/theatre/lantern', 'cineplex', { base: 'https://apis.cineplex.com' }],
  [
    'https://prod-api.readingcinemas.com.au/films?countryId=1&cinemaId=lantern',
    'reading',
    { base: 'https://prod-api.readingcinemas.com.au', site: 'lantern' },
  ],
  [
    'https://prod-api.readingcinemas.com.au/settings/1',
    'reading',
    { base: 'https://prod-api.readingcinemas.com.au' },
  ],
  [
    'https://production-api.readingcinemas.com/films?cinemaId=lantern',
    'reading',
    { base: 'https://production-api.readingcinemas.com', site: 'lantern' },
  ],
  [
    'https://production-api.readingcinemas.com/settings/5',
    'reading',
    { base: 'https://production-api.readingcinemas.com' },
  ],
  [
    'https://ticketing.uswest.veezi.com/sessions/?siteToken=0a1b2c',
    'json-ld',
    {
      base: 'https://ticketing.uswest.veezi.com',
      site: '0a1b2c',
      pages: '/sessions?siteToken=0a1b2c',
    },
  ],
  ['https://ticketing.uswest.veezi.com/purchase/12', 'veezi', {}],
  [
    'https://api-content.ingresso.com/v0/sessions/city/14/theater/77/partnership/www',
    'ingresso',
    { base: 'https://api-content.ingresso.com/v0', site: '77', city: '14' },
  ],
  ['https://www.amctheatres.com/movie-theatres', 'amc', {}],
  ['https://www.regmovies.com/theatres', 'regal', {}],
  ['https://www.cinemark.com/theatres', 'cinemark', {}],
  ['https://www.myvue.com/cinema/lantern', 'vue', {}],
  [
    'https://www.eventcinemas.com.au/Cinemas/GetSessions?cinemaIds=77&date=2027-01-01',
    'evt',
    { base: 'https://www.eventcinemas.com.au', site: '77' },
  ],
  ['https://www.eventcinemas.com.au/Cinema/Lantern', 'evt', { base: 'https://www.eventcinemas.com.au' }],
  ['https://www.eventcinemas.co.nz/Cinema/Lantern', 'evt', { base: 'https://www.eventcinemas.co.nz' }],
  [
    'https://apim-aea.hoyts.com.au/cinemaapi-au-live/api/sessions/LANTER?partnerId=ALL',
    'hoyts',
    { base: 'https://apim-aea.hoyts.com.au', site: 'LANTER' },
  ],
  ['https://apim-aea.hoyts.com.au/au/cinemaapi', 'hoyts', { base: 'https://apim-aea.hoyts.com.au' }],
  [
    'https://villagecinemas.com.au/api/session/seat-map?cinemaId=077&sessionId=1',
    'village',
    { base: 'https://villagecinemas.com.au', site: '077' },
  ],
  ['https://villagecinemas.com.au/cinemas/lantern', 'village', { base: 'https://villagecinemas.com.au' }],
  [
    'https://drafthouse.com/s/mother/v2/schedule/market/lantern',
    'alamo',
    { base: 'https://drafthouse.com', market: 'lantern' },
  ],
  ['https://drafthouse.com/lantern', 'alamo', { base: 'https://drafthouse.com' }],
  ['https://next-live.kinoheld.de/graphql', 'kinoheld', { base: 'https://next-live.kinoheld.de' }],
  [
    'https://www.kinoheld.de/kino/neustadt/lichtung/vorstellung/1',
    'kinoheld',
    { base: 'https://next-live.kinoheld.de', page: 'neustadt/lichtung' },
  ],
  [
    'https://bilety.helios.pl/screen/uuid-2?cinemaId=uuid-1',
    'helios',
    { base: 'https://api.helios.pl/api/v1', site: 'uuid-1' },
  ],
  [
    'https://api.helios.pl/api/v1/cinemas/26/screenings',
    'helios',
    { base: 'https://api.helios.pl/api/v1', number: '26' },
  ],
  ['https://helios.pl/poznan/kino-helios/repertuar', 'helios', { base: 'https://api.helios.pl/api/v1' }],
  [
    'https://services.cinema-api.com/show/stripped/sv/1/1024/',
    'cinema-api',
    { base: 'https://services.cinema-api.com' },
  ],
  ['https://www.filmstaden.se/biografer/', 'cinema-api', { base: 'https://services.cinema-api.com' }],
  ['https://www.odeonkino.no/booking/', 'cinema-api', { base: 'https://services.cinema-api.com' }],
  ['https://www.pathe.fr/cinemas/lantern', 'pathe', {}],
  ['https://www.ugc.fr/cinema.html', 'ugc', {}],
  [
    'https://datacinesindes.fr/datasets/programmation-cinemas',
    'scare',
    { base: 'https://datacinesindes.fr/data-fair/api/v1/datasets/programmation-cinemas' },
  ],
  ['https://system.spektrix.com/lantern/api/v3/events', 'spektrix', { key: 'lantern' }],
  ['https://prod3.agileticketing.net/websales/feed.ashx?guid=secret', 'agile', {}],
]

describe('the addresses of cinema platforms', () => {
  it('say which installation and which site they belong to', () => {
    for (const [address, platform, member] of known) {
      const match = addresses.match(new URL(address))
      assert.deepEqual([match?.rule.platform, match?.member], [platform, member], address)
    }
  })

  it('are tested for each rule', () => {
    const used = new Set(known.map(([address]) => addresses.match(new URL(address))?.rule))
    assert.deepEqual(
      cinemaAddressRules.filter((rule) => !used.has(rule)).map(({ address }) => address),
      [],
    )
  })

  it('belong to platforms whose basis is known', () => {
    assert.equal(describePlatform('webedia').source, 'webedia')
    assert.equal(describePlatform('amc').basis, 'key')
    assert.equal(describePlatform('amc').isSupported, false)
    for (const { platform } of cinemaAddressRules) assert.notEqual(describePlatform(platform).terms, '')
  })
})
