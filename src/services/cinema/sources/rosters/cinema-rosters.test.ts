import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { recordingsSkipReason, testMember } from '../../../../../test/support/cinema/replay-recordings.ts'
import { recordingsDir } from '../../../../../test/support/recordings.ts'
import type { Outbound } from '../../../../core/outbound/outbound.ts'
import { toCinemaDirectory } from '../cinema-directory.ts'
import { cinemaSources } from '../index.ts'
import { cinemaRosters } from './cinema-rosters.ts'
import { rosterShapes } from './roster-shapes.ts'

const nowMs = Date.UTC(2026, 10, 16)
const site = { timezone: 'Europe/Prague' }
const directory = toCinemaDirectory(
  {
    chains: [
      { id: 'aurora', name: 'Aurora', country: 'CZ', currency: 'CZK' },
      { id: 'aurora-se', name: 'Aurora', country: 'SE', currency: 'SEK' },
      { id: 'aurora-us', name: 'Aurora', country: 'US', currency: 'USD' },
      { id: 'aurora-au', name: 'Aurora', country: 'AU', currency: 'AUD' },
      { id: 'aurora-pl', name: 'Aurora', country: 'PL', currency: 'PLN' },
      { id: 'aurora-fr', name: 'Aurora', country: 'FR', currency: 'EUR' },
    ],
    members: {
      quickbook: [
        {
          chain: 'aurora',
          installation: 'aurora-qb',
          base: 'https://qb.example',
          options: { tenant: '10101', lang: 'cs_CZ' },
          sites: [{ ...site, site: '1051', name: 'Aurora One' }],
        },
      ],
      webedia: [
        {
          chain: 'aurora',
          installation: 'aurora-web',
          base: 'https://web.example',
          sites: [{ ...site, site: 'X01', name: 'Aurora Web' }],
        },
      ],
      'vista-ocapi': [
        {
          chain: 'aurora',
          installation: 'aurora-vista',
          base: 'https://vista.example',
          token: 'AURORA_TOKEN',
          sites: [{ ...site, site: '7', name: 'Aurora Seven' }],
        },
        {
          chain: 'aurora',
          installation: 'no-key',
          base: 'https://other.example',
          token: 'OTHER_TOKEN',
          sites: [{ ...site, site: '8', name: 'Aurora Eight' }],
        },
      ],
      cineplex: [
        {
          chain: 'aurora',
          installation: 'aurora-plex',
          base: 'https://plex.example',
          token: 'AURORA_TOKEN',
          sites: [{ ...site, site: '70', name: 'Aurora Plex' }],
        },
      ],
      ingresso: [
        {
          chain: 'aurora',
          installation: 'aurora-br',
          base: 'https://br.example/v0',
          options: { corporation: 'Aurora' },
          sites: [{ ...site, site: '900', name: 'Aurora Rio', options: { city: '2' } }],
        },
        {
          chain: 'aurora',
          installation: 'unknown-corporation',
          base: 'https://br.example/v0',
          sites: [{ ...site, site: '990', name: 'Aurora Natal', options: { city: '3' } }],
        },
      ],
      hoyts: [
        {
          chain: 'aurora-au',
          installation: 'aurora-au',
          base: 'https://hoyts.example',
          sites: [{ timezone: 'Australia/Perth', site: 'AURONE', name: 'Aurora Perth' }],
        },
      ],
      village: [
        {
          chain: 'aurora-au',
          installation: 'aurora-vic',
          base: 'https://village.example',
          sites: [{ timezone: 'Australia/Melbourne', site: '001', name: 'Aurora Geelong' }],
        },
      ],
      'cinema-api': [
        {
          chain: 'aurora-se',
          installation: 'aurora-se',
          base: 'https://nordic.example',
          sites: [{ timezone: 'Europe/Stockholm', site: 'NCG1', name: 'Aurora Lund' }],
        },
      ],
      alamo: [
        {
          chain: 'aurora-us',
          installation: 'aurora-us',
          base: 'https://us.example',
          options: { market: 'east' },
          sites: [{ timezone: 'America/New_York', site: '11', name: 'Aurora East' }],
        },
      ],
      scare: [
        {
          chain: 'aurora-fr',
          installation: 'aurora-fr',
          base: 'https://fr.example/programmation',
          sites: [{ timezone: 'Europe/Paris', site: '1008400', name: 'Aurora Lyon' }],
        },
      ],
      helios: [
        {
          chain: 'aurora-pl',
          installation: 'aurora-pl',
          base: 'https://pl.example/api/v1',
          options: { rest: 'https://rest.pl.example/api' },
          sites: [
            { timezone: 'Europe/Warsaw', site: 'uuid-1', name: 'Aurora Poznań', options: { number: '1' } },
          ],
        },
      ],
    },
  },
  { AURORA_TOKEN: 'a key' },
)

const bodies: Readonly<Record<string, unknown>> = {
  'https://qb.example/data-api-service/v1/quickbook/10101/cinemas/with-event/until/2027-11-16?attr=&lang=cs_CZ':
    {
      body: {
        cinemas: [
          {
            id: '1052',
            displayName: 'Aurora Two',
            latitude: 50.1,
            longitude: 14.4,
            addressInfo: { address1: 'Main 1', city: 'Praha', postalCode: '110 00' },
          },
          { id: '1053' },
        ],
      },
    },
  'https://web.example/page-data/sq/d/2506275789.json': {
    data: { allTheater: { nodes: [{ id: 'X02', name: 'Aurora Brno', timeZone: 'Europe/Vienna' }] } },
  },
  'https://vista.example/ocapi/v1/sites': {
    sites: [{ id: '9', name: { text: 'Aurora Nine' }, location: { latitude: '49.2', longitude: '16.6' } }],
  },
  'https://br.example/v0/theaters/partnership/www': {
    items: [
      {
        id: '901',
        name: 'Aurora Manaus',
        corporation: 'Aurora',
        address: 'Avenida do Rio',
        number: '7',
        cityId: '27',
        cityName: 'Manaus',
        uf: 'AM',
        geolocation: { lat: -3.1, lng: -60 },
      },
      { id: '902', name: 'Outro Cinema', corporation: 'Outro', cityId: '27', uf: 'AM' },
    ],
    count: 2,
  },
  'https://hoyts.example/cinemaapi-au-live/api/cinemas': [
    {
      id: 'AURTWO',
      name: 'Aurora Adelaide',
      timeZone: 'Cen. Australia Standard Time',
      latitude: -34.9,
      longitude: 138.6,
      address: { street: '1 Park Avenue', suburb: 'Adelaide', state: 'SA', postCode: '5000' },
    },
  ],
  'https://village.example/api/algolia/sessions/hits': {
    hits: ['one', 'two'].map((sessionId) => ({
      sessionId,
      showtime: '2026-11-20T10:00:00+11:00',
      movie: { title: 'Captain Comet', movieHoCode: 'HO1' },
      cinema: {
        cinemaId: '002',
        name: 'Aurora Ballarat',
        address: '2 Mill Lane, Ballarat VIC',
        state: 'VIC',
      },
    })),
  },
  'https://nordic.example/cinema/sv/1/1024': {
    items: [
      {
        ncgId: 'NCG2',
        title: 'Aurora Malmö',
        address: {
          streetAddress: 'Storgatan 1',
          postalCode: '211 34',
          postalAddress: 'Malmö',
          country: { alias: 'se' },
          coordinates: { latitude: 55.6, longitude: 13 },
        },
      },
      { ncgId: 'NCG3', title: 'Aurora Oslo', address: { country: { alias: 'no' } } },
    ],
  },
  'https://fr.example/programmation/lines?size=10000&select=cineid%2Ccinenom%2Ccineadresse%2Ccinecp%2Ccineville%2C_coords.lat%2C_coords.lon&qs=showstart%3A%5B2026-11-16+TO+*%5D':
    {
      total: 3,
      results: [1, 2].map(() => ({
        cineid: '1008401',
        cinenom: 'Aurora Nantes',
        cineadresse: '1 place du Marché',
        cinecp: '44000',
        cineville: 'Nantes',
        '_coords.lat': 47.2,
        '_coords.lon': -1.5,
      })),
    },
  'https://pl.example/api/v1/cinemas': {
    data: [
      { id: 2, sourceId: 'uuid-2', name: 'Aurora Gdynia', location: { city: 'Gdynia' } },
      { id: 3, name: 'Aurora Tczew' },
    ],
  },
  'https://us.example/s/mother/v2/schedule/market/east': {
    data: {
      market: [
        { slug: 'east', cinemas: [{ id: '12', name: 'Aurora Two', timeZoneName: 'America/Chicago' }] },
      ],
    },
  },
  'https://plex.example/prod/cpx/theatrical/api/v1/theatres?language=en': {
    favouriteTheatres: null,
    nearbyTheatres: [],
    otherTheatres: [
      {
        theatreId: 71,
        theatreName: 'Aurora Plex Two',
        location: {
          city: 'Toronto',
          provinceCode: 'ON',
          geoLocation: { latitude: 43.65, longitude: -79.38 },
        },
      },
    ],
  },
}

function client(respond: (url: string) => string, headers: Record<string, string>[] = []): Outbound {
  return {
    async request(url, request) {
      headers.push({ ...request.headers })
      return { status: 200, url, headers: {}, body: respond(url), receivedAt: nowMs }
    },
  }
}

describe('the rosters of cinema platforms', () => {
  const rosters = cinemaRosters(cinemaSources(directory))
  const { signal } = new AbortController()

  it('are one per installation that can be read, with the cells of a new theater', async () => {
    const headers: Record<string, string>[] = []
    const http = client((url) => JSON.stringify(bodies[url] ?? assert.fail(url)), headers)
    const cells = new Map<string, unknown>()
    for (const roster of rosters)
      for (const { memberId, cells: added } of await roster.read(http, nowMs, signal))
        cells.set(memberId, added)
    assert.deepEqual(Object.fromEntries(cells), {
      'aurora.9': {
        installation: 'aurora-vista',
        site: '9',
        name: 'Aurora Nine',
        timezone: 'Europe/Prague',
        lat: '49.2',
        lon: '16.6',
      },
      'aurora.1052': {
        installation: 'aurora-qb',
        site: '1052',
        name: 'Aurora Two',
        timezone: 'Europe/Prague',
        line1: 'Main 1',
        city: 'Praha',
        postal_code: '110 00',
        lat: '50.1',
        lon: '14.4',
      },
      'aurora.x02': {
        installation: 'aurora-web',
        site: 'X02',
        name: 'Aurora Brno',
        timezone: 'Europe/Vienna',
      },
      'aurora.71': {
        installation: 'aurora-plex',
        site: '71',
        name: 'Aurora Plex Two',
        timezone: 'Europe/Prague',
        city: 'Toronto',
        state: 'ON',
        lat: '43.65',
        lon: '-79.38',
      },
      'aurora.901': {
        installation: 'aurora-br',
        site: '901',
        name: 'Aurora Manaus',
        timezone: 'America/Manaus',
        line1: 'Avenida do Rio, 7',
        city: 'Manaus',
        state: 'AM',
        lat: '-3.1',
        lon: '-60',
        options: 'city=27',
      },
      'aurora-au.aurtwo': {
        installation: 'aurora-au',
        site: 'AURTWO',
        name: 'Aurora Adelaide',
        timezone: 'Australia/Adelaide',
        line1: '1 Park Avenue',
        city: 'Adelaide',
        state: 'SA',
        postal_code: '5000',
        lat: '-34.9',
        lon: '138.6',
      },
      'aurora-se.ncg2': {
        installation: 'aurora-se',
        site: 'NCG2',
        name: 'Aurora Malmö',
        timezone: 'Europe/Stockholm',
        line1: 'Storgatan 1',
        city: 'Malmö',
        postal_code: '211 34',
        lat: '55.6',
        lon: '13',
      },
      'aurora-fr.1008401': {
        installation: 'aurora-fr',
        site: '1008401',
        name: 'Aurora Nantes',
        timezone: 'Europe/Paris',
        line1: '1 place du Marché',
        city: 'Nantes',
        postal_code: '44000',
        lat: '47.2',
        lon: '-1.5',
      },
      'aurora-pl.uuid-2': {
        installation: 'aurora-pl',
        site: 'uuid-2',
        name: 'Aurora Gdynia',
        timezone: 'Europe/Warsaw',
        city: 'Gdynia',
        options: 'number=2',
      },
      'aurora-us.12': {
        installation: 'aurora-us',
        site: '12',
        name: 'Aurora Two',
        timezone: 'America/Chicago',
      },
      'aurora-au.002': {
        installation: 'aurora-vic',
        site: '002',
        name: 'Aurora Ballarat',
        timezone: 'Australia/Melbourne',
        line1: '2 Mill Lane',
        state: 'VIC',
      },
    })
    assert.equal(headers.filter(({ authorization }) => authorization === 'Bearer a key').length, 1)
    assert.equal(headers.filter((sent) => sent['ocp-apim-subscription-key'] === 'a key').length, 1)
  })

  it('has three theaters of three corporations in a recording of Ingresso', {
    skip: recordingsSkipReason,
  }, () => {
    const file = '../cinema-2/ingresso/theaters-campinas.json'
    const recorded = JSON.parse(readFileSync(join(recordingsDir('cinema') ?? '', file), 'utf8'))
    const shape = rosterShapes.get('ingresso')
    const rows = shape?.rowsIn(recorded) as unknown[]
    assert.equal(rows.length, 3)
    const theaters = ['Cine Araújo', 'Cinemark', 'Cinépolis'].flatMap((corporation) => {
      const member = testMember({ site: '1', timezone: 'America/Sao_Paulo', options: { corporation } })
      return rows.flatMap((row) => shape?.toTheater(row, member) ?? [])
    })
    assert.deepEqual(
      theaters.map(({ site, timezone, options }) => [site, timezone, options?.city]),
      ['1061', '135', '1057'].map((site) => [site, 'America/Sao_Paulo', '14']),
    )
  })

  it('has four theaters in a recording of Hoyts, whose time zones have other names', {
    skip: recordingsSkipReason,
  }, () => {
    const file = join(recordingsDir('cinema') ?? '', 'hoyts/cinemas.json')
    const shape = rosterShapes.get('hoyts')
    const rows = shape?.rowsIn(JSON.parse(readFileSync(file, 'utf8'))) as unknown[]
    const member = testMember({ site: '1', timezone: 'Australia/Sydney' })
    assert.deepEqual(
      rows.map((row) => shape?.toTheater(row, member)).map((theater) => [theater?.site, theater?.timezone]),
      [
        ['MIDCIN', 'Australia/Perth'],
        ['ROKCIN', 'Australia/Perth'],
        ['ARNCIN', 'Australia/Adelaide'],
        ['BANKTN', 'Australia/Sydney'],
      ],
    )
  })

  it('have a theater of Cineplex that is in one of its lists only', async () => {
    const roster = cinemaRosters(cinemaSources(directory).filter(({ id }) => id === 'cineplex'))[0]
    for (const list of ['favouriteTheatres', 'nearbyTheatres', 'otherTheatres']) {
      const rows = { [list]: [{ theatreId: 72, theatreName: 'Aurora Plex Three' }] }
      const body = { favouriteTheatres: null, nearbyTheatres: [], otherTheatres: [], ...rows }
      const listed = await roster?.read(
        client(() => JSON.stringify(body)),
        nowMs,
        signal,
      )
      assert.deepEqual(
        listed?.map(({ memberId }) => memberId),
        ['aurora.72'],
        list,
      )
    }
  })

  it('fail if the list is empty, no JSON or of another shape', async () => {
    for (const body of ['', '[]', '{}', '<html>', '{"sites":{}}', '{"body":{"cinemas":[]}}', 'null'])
      for (const roster of rosters)
        await assert.rejects(
          roster.read(
            client(() => body),
            nowMs,
            signal,
          ),
          { code: 'upstream_changed' },
          body,
        )
  })
})
