/** Clock changes and impossible coordinates, on the platforms that list local times or coordinates. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testMember } from '../../../../test/support/cinema/replay-recordings.ts'
import type { ParsedResponse } from '../../../sync/source.ts'
import { recordsOfType } from '../schema/records.ts'
import { jsonLd } from './adapters/json-ld/json-ld.ts'
import { readingCinemas } from './adapters/reading/reading.ts'
import { vistaOcapi } from './adapters/vista-ocapi/vista-ocapi.ts'
import { webedia } from './adapters/webedia/webedia.ts'
import type { CinemaAdapter } from './define-cinema-source.ts'

const member = testMember({
  site: 'x1',
  timezone: 'Europe/London',
  options: { theaters: 'https://x.example' },
})

function toRecords(adapter: CinemaAdapter, responses: readonly (readonly [kind: string, body: unknown])[]) {
  const parsed = responses.map(
    ([kind, body]): ParsedResponse => ({ kind, url: 'https://x.example/', fetchedAt: 0, body }),
  )
  return [...adapter.toRecords(parsed, { member, nowMs: Date.parse('2026-10-24T12:00:00Z'), drop() {} })]
}

/** Shows in one auditorium, around the hour that occurs twice on 25 October 2026. */
const starts = ['2026-10-25T00:10:00', '2026-10-25T01:30:00']

function readingListing(cinema: object = {}) {
  const showtimes = starts.map((date_time, index) => ({
    id: `s${index}`,
    ScheduledFilmId: 'f',
    date_time,
    auditorium: '1',
  }))
  const film = {
    name: 'Comet',
    length: '130',
    showdates: [{ date: '2026-10-24', showtypes: [{ showtimes }] }],
  }
  return toRecords(readingCinemas, [
    ['cinemas', { data: [{ slug: 'x1', name: 'X', phone: '1', ...cinema }] }],
    ['films', { data: [film] }],
  ])
}

function vistaListing(site: object = {}) {
  const showtimes = starts.map((startsAt, index) => ({
    id: `s${index}`,
    siteId: 'x1',
    filmId: 'f',
    screenId: '1',
    schedule: { businessDate: '2026-10-24', startsAt },
  }))
  const relatedData = {
    sites: [{ id: 'x1', name: { text: 'X' }, ...site }],
    films: [{ id: 'f', title: { text: 'Comet' }, runtimeInMinutes: 130 }],
    screens: [{ id: '1', name: { text: 'Screen 1' } }],
  }
  return toRecords(vistaOcapi, [['showtimes', { showtimes, relatedData }]])
}

describe('a show in the hour that occurs twice', () => {
  for (const [name, listing] of [
    ['reading', readingListing],
    ['vista-ocapi', vistaListing],
  ] as const) {
    it(`is the later one on ${name} if the previous film still runs`, () => {
      assert.deepEqual(
        recordsOfType(listing(), 'showtime').map(({ startsAtLocal }) => startsAtLocal),
        ['2026-10-25T00:10:00+01:00', '2026-10-25T01:30:00+00:00'],
      )
    })
  }
})

describe('coordinates', () => {
  const platforms: Record<string, (lat: unknown, lon: unknown) => ReturnType<typeof toRecords>> = {
    reading: (latitude, longitude) => readingListing({ latitude, longitude }),
    'vista-ocapi': (latitude, longitude) => vistaListing({ location: { latitude, longitude } }),
    webedia: (latitude, longitude) =>
      toRecords(webedia, [
        ['schedule', {}],
        [
          'theaters',
          {
            data: {
              allTheater: {
                nodes: [{ id: 'X1', name: 'X', practicalInfo: { coordinates: { latitude, longitude } } }],
              },
            },
          },
        ],
      ]),
    'json-ld': (latitude, longitude) => {
      const venue = { '@type': 'MovieTheater', name: 'X', geo: { latitude, longitude } }
      return toRecords(jsonLd, [
        ['page', `<script type="application/ld+json">${JSON.stringify(venue)}</script>`],
      ])
    },
  }
  for (const [platform, listing] of Object.entries(platforms)) {
    it(`of ${platform} outside of the globe are dropped, and the theater stays`, () => {
      const geoOf = (lat: unknown, lon: unknown) => {
        const [theater] = recordsOfType(listing(lat, lon), 'theater')
        assert.equal(theater?.name, platform === 'reading' ? member.name : 'X')
        return theater.geo
      }
      assert.deepEqual(geoOf(51.5, -0.12), { lat: 51.5, lon: -0.12 })
      assert.deepEqual(geoOf('51.5', '-0.12'), { lat: 51.5, lon: -0.12 })
      for (const [lat, lon] of [
        [91, 0],
        [51.5, 1000],
        [-90.1, 180.1],
        [0, 0],
        [null, null],
        ['', ''],
        ['north', 'west'],
        [undefined, undefined],
      ])
        assert.equal(geoOf(lat, lon), undefined, `${lat}, ${lon}`)
    })
  }
})
