import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  fromHeliosPage,
  recordingsSkipReason,
  testMember,
} from '../../../../test/support/cinema/replay-recordings.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { parseFormats } from '../normalise/formats.ts'
import { recordsOfType } from '../schema/records.ts'
import { alamo } from './adapters/alamo/alamo.ts'
import { cinemaApi } from './adapters/cinema-api/cinema-api.ts'
import { cineplex } from './adapters/cineplex/cineplex.ts'
import { evt } from './adapters/evt/evt.ts'
import { filmbot } from './adapters/filmbot/filmbot.ts'
import { helios } from './adapters/helios/helios.ts'
import { ingresso } from './adapters/ingresso/ingresso.ts'
import { jsonLd } from './adapters/json-ld/json-ld.ts'
import { quickbook } from './adapters/quickbook/quickbook.ts'
import { readingCinemas } from './adapters/reading/reading.ts'
import { village } from './adapters/village/village.ts'
import { vistaOcapi } from './adapters/vista-ocapi/vista-ocapi.ts'
import { webedia } from './adapters/webedia/webedia.ts'
import type { CinemaAdapter } from './define-cinema-source.ts'

/** Words that are read otherwise, or say nothing about a showtime. */
const silentWords = new Set([
  // The kind of seating.
  'reserved-selected',
  'Auditorium.Comfort.ReservedSeating',
  // The usual auditorium.
  'Standard',
  // Of sound or of vision: the registry says which for chains where it is known.
  'Dolby',
  // The usual sound.
  '5.1',
  // Boxes of a room, which its plan shows.
  'Private Box - 2 Seats',
  // The shape of the picture.
  'Format.Projection.Scope',
  // The name of a season.
  'Showtime.Experience.Beyond',
])

const shareMax = 0.01

function unreadShare(words: readonly string[]): { share: number; unread: readonly string[] } {
  const unread = words.filter((word) => {
    const { formats, language, subtitleLanguage } = parseFormats([word])
    const isRead = formats.length > 0 || language !== undefined || subtitleLanguage !== undefined
    return !isRead && !silentWords.has(word)
  })
  return { share: words.length === 0 ? 0 : unread.length / words.length, unread: [...new Set(unread)] }
}

const readText = (file: string) => readFileSync(join(recordingsDir('cinema') ?? '', file), 'utf8')
const readJson = (file: string) => JSON.parse(readText(file))

/** What the adapter gets of it. */
function readBody(adapter: CinemaAdapter, file: string): unknown {
  if (file.endsWith('.html')) return readText(file)
  return adapter === helios ? JSON.parse(fromHeliosPage(readText(file))) : readJson(file)
}

/** Where the times of a recording are not those of London. */
const timeZones: ReadonlyMap<CinemaAdapter, string> = new Map([
  [readingCinemas, 'Australia/Perth'],
  [village, 'Australia/Melbourne'],
  [ingresso, 'America/Sao_Paulo'],
  [cineplex, 'America/Toronto'],
  [alamo, 'America/New_York'],
  [helios, 'Europe/Warsaw'],
  [jsonLd, 'America/New_York'],
])

/** Of the showtimes that an adapter makes of a recording. */
function wordsOf(adapter: CinemaAdapter, site: string, files: Readonly<Record<string, string>>): string[] {
  const responses = Object.entries(files).map(([kind, file]) => ({
    kind,
    url: 'https://recorded.invalid/',
    fetchedAt: 0,
    body: readBody(adapter, file),
  }))
  const member = testMember({ site, timezone: timeZones.get(adapter) ?? 'Europe/London' })
  const records = [...adapter.toRecords(responses, { member, nowMs: 0, drop: () => {} })]
  const showtimes = recordsOfType(records, 'showtime')
  assert.ok(showtimes.length > 0, Object.values(files)[0])
  return showtimes.flatMap(({ rawFormats }) => rawFormats)
}

describe('words of recordings that are not read', { skip: recordingsSkipReason }, () => {
  for (const [adapter, site, files] of [
    [quickbook, '103', { events: 'cineworld-quickbook/103-film-events-2025-01-25.json' }],
    [quickbook, '1090', { events: '../cinema-2/quickbook/pl-1090-film-events-2026-08-04.json' }],
    [quickbook, '1052', { events: '../cinema-2/quickbook/cz-1052-film-events-2026-08-01.json' }],
    [
      webedia,
      'X0712',
      {
        schedule: 'webedia-boxoffice/everyman-X0712-schedule.json',
        movies: 'webedia-boxoffice/everyman-movies.json',
      },
    ],
    [readingCinemas, 'belmont', { films: 'reading/sessions.belmont.json' }],
    [cineplex, '7130', { movies: 'cineplex/movies.json', showtimes: 'cineplex/showtimes.json' }],
    [vistaOcapi, 'BLO1', { showtimes: 'vista-ocapi/curzon-BLO1-showtimes-2025-04-01-bst.json' }],
    [vistaOcapi, '153', { showtimes: 'vista-ocapi/odeon-153-showtimes-2025-01-26.json' }],
    [vistaOcapi, '158', { showtimes: 'vista-ocapi/odeon-158-showtimes-2025-01-31-soldout.json' }],
    [vistaOcapi, '593', { showtimes: 'vista-ocapi/odeon-593-showtimes-2025-01-27-unallocated.json' }],
    [filmbot, '192', { listings: 'filmbot/brattle-listings.json' }],
    [alamo, '2101', { schedule: 'alamo/nyc-schedule.json' }],
    [
      cinemaApi,
      'NCG12773',
      {
        films: '../cinema-2/cinema-api/movies-2021.json',
        shows: '../cinema-2/cinema-api/shows-stripped-gb-2022.json',
      },
    ],
    [evt, '58', { days: 'event/getsessions.burwood.json' }],
    [village, '027', { hits: 'village/sessions.json' }],
    [ingresso, '136', { sessions: '../cinema-2/ingresso/sessions-kinoplex-dom-pedro.json' }],
    [
      helios,
      '4ca060df-c4f2-4157-8905-bf46527aae58',
      { screenings: '../cinema-2/helios/repertoire-state-2026-08.json' },
    ],
    [jsonLd, 'roxy', { page: 'veezi-public/roxy-sessions.html' }],
  ] as const) {
    it(`are at most one in a hundred: ${Object.values(files)[0]}`, (test) => {
      const { share, unread } = unreadShare(wordsOf(adapter, site, files))
      test.diagnostic(`unread: ${(share * 100).toFixed(1)}%`)
      assert.ok(share <= shareMax, `${(share * 100).toFixed(1)}%: ${unread.join(', ')}`)
    })
  }

  it('are at most one in a hundred of sessions without their films', () => {
    const sessions: { typeId: string; originalTags: string[] }[] = readJson('hoyts/sessions.midcin.json')
    // The registry says what this one means.
    const known = new Set(['STANDARD', 'SS'])
    const words = sessions.flatMap(({ typeId, originalTags }) => [typeId, ...originalTags])
    const { share, unread } = unreadShare(words.filter((word) => !known.has(word)))
    assert.ok(words.length > 40 && share <= shareMax, unread.join(', '))
  })

  it('are at most one in a hundred in a schedule without its films', () => {
    const text = JSON.stringify(readJson('webedia-boxoffice/landmark-X081D-schedule.json'))
    const words = [...text.matchAll(/"tags":(\[[^\]]*\])/g)].flatMap(([, tags]) => JSON.parse(tags ?? '[]'))
    const { share, unread } = unreadShare(words.filter((word) => !word.startsWith('Internal.')))
    assert.ok(share <= shareMax, unread.join(', '))
  })
})

it('knows the words that public recordings of 2026 have', () => {
  for (const [word, tag] of [
    ['dolby-atmos', 'dolby_atmos'],
    ['Showtime.Accessibility.AudioDescription', 'audio_description'],
    ['Showtime.Accessibility.AudioDescribed', 'audio_description'],
    ['Showtime.Accessibility.ClosedCaption', 'closed_caption'],
    ['INFINITY VISION', 'plf'],
    ['Cine Inclusivo', 'sensory_friendly'],
    ['NAC', 'original_language'],
    ['DBOX Rows', 'd_box'],
    ['PRC', 'recliner'],
    ['OV', 'original_language'],
    ['Open Captions', 'open_caption'],
  ] as const)
    assert.deepEqual(parseFormats([word]).formats, [tag], word)
})
