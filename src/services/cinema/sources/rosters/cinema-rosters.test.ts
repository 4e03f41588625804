import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Outbound } from '../../../../core/outbound/outbound.ts'
import { toCinemaDirectory } from '../cinema-directory.ts'
import { cinemaSources } from '../index.ts'
import { cinemaRosters } from './cinema-rosters.ts'

const nowMs = Date.UTC(2026, 10, 16)
const site = { timezone: 'Europe/Prague' }
const directory = toCinemaDirectory(
  {
    chains: [{ id: 'aurora', name: 'Aurora', country: 'CZ', currency: 'CZK' }],
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
    })
    assert.equal(headers.filter(({ authorization }) => authorization === 'Bearer a key').length, 1)
    assert.equal(headers.filter((sent) => sent['ocp-apim-subscription-key'] === 'a key').length, 1)
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
