import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
} from '../../../../../../test/support/cinema/cinema-sandbox.ts'
import {
  assertValidRecord,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../../../../test/support/fake-clock.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { repairEncoding } from './repair-encoding.ts'
import { scare } from './scare.ts'

const member = testMember({
  site: '1008400',
  name: 'Les Lucioles',
  timezone: 'Europe/Paris',
  base: 'https://donnees.example/datasets/programmation',
  currency: 'EUR',
  address: { country: 'FR' },
})
const now = '2026-11-15T12:00:00Z'

const session = {
  showid: '501',
  showstart: '2026-11-15T20:30:00+01:00',
  cineid: '1008400',
  filmid: '77',
  filmtitle: 'Le Sel et le fer',
  filmdirector: 'Jeanne Martel',
  filmgenre: 'Drame, Policier',
  filmduration: 7560,
  filmversion: 'VF',
  filmposter: 'https://donnees.example/77.jpg',
  auditoriumnumber: '2',
  showurl: 'https://leslucioles.cine.boutique/media/77?showId=501',
}
const sessions = [
  session,
  session,
  {
    ...session,
    showid: 502,
    showstart: '2026-11-15T22:15:00Z',
    filmid: null,
    filmtitle: 'La Chute de lâ€™Ã©ther',
    filmdirector: 'Jeanne Martel, Paul Vey',
    filmduration: 92,
    filmversion: 'VERSION_ORIGINAL',
    filmposter: 'null',
    auditoriumnumber: null,
    showurl: '',
  },
  { ...session, showid: '503', showstart: 'ce soir' },
  { ...session, showid: '504', filmtitle: 'null' },
  { ...session, cineid: '1008499', showid: '505' },
  { showid: '506', cineid: '1008400' },
]
const select =
  'showid%2Cshowstart%2Ccineid%2Cfilmtitle%2Cfilmid%2Cfilmdirector%2Cfilmgenre%2Cfilmduration%2Cfilmversion%2Cfilmposter%2Cauditoriumnumber%2Cshowurl'
const path = `/datasets/programmation/lines?size=10000&select=${select}&qs=showstart%3A%5B2026-11-15+TO+*%5D`

testSource(singleMemberSource(scare, member), {
  now,
  upstream: {
    [path]: {
      body: {
        total: 7,
        next: 'https://elsewhere.example/lines?after=4%2C9&size=3',
        results: sessions.slice(0, 4),
      },
    },
    [`${path}&after=4%2C9`]: { body: { total: 7, results: sessions.slice(4) } },
  },
  empty: { [path]: { body: { total: 0, results: [] } } },
  check: assertValidRecord,
  // The session of another theater is left out before it is saved.
  dropped: { 'listed twice': 1, 'no start': 1, 'no film': 1, 'not a session': 1 },
  records: [
    {
      type: 'theater',
      site: '1008400',
      name: 'Les Lucioles',
      slug: 'les-lucioles',
      address: { country: 'FR' },
      timezone: 'Europe/Paris',
      rawIds: { site: '1008400' },
    },
    {
      type: 'horizon',
      site: '1008400',
      firstDate: '2026-11-15',
      lastDate: '2026-11-15',
    },
    {
      type: 'movie',
      film: '1008400:77',
      title: 'Le Sel et le fer',
      runtimeMinutes: 126,
      genres: ['Drame', 'Policier'],
      images: { poster: 'https://donnees.example/77.jpg' },
      directors: ['Jeanne Martel'],
      ids: {},
      grade: 'partial',
      rawIds: { film: '77' },
    },
    {
      type: 'movie',
      film: '1008400:la-chute-de-l-ether',
      title: 'La Chute de l’éther',
      genres: ['Drame', 'Policier'],
      ids: {},
      grade: 'partial',
      rawIds: { film: '1008400:la-chute-de-l-ether' },
    },
    {
      type: 'showtime',
      site: '1008400',
      session: '501',
      film: '1008400:77',
      startsAt: Date.parse('2026-11-15T19:30:00Z'),
      startsAtLocal: '2026-11-15T20:30:00+01:00',
      timezone: 'Europe/Paris',
      businessDate: '2026-11-15',
      state: 'on_sale',
      auditorium: '2',
      formats: [],
      rawFormats: [],
      language: 'fr',
      seating: 'unknown',
      bookingUrl: 'https://leslucioles.cine.boutique/media/77?showId=501',
      rawIds: { session: '501', film: '1008400:77', site: '1008400' },
    },
    {
      type: 'showtime',
      site: '1008400',
      session: '502',
      film: '1008400:la-chute-de-l-ether',
      startsAt: Date.parse('2026-11-15T22:15:00Z'),
      startsAtLocal: '2026-11-15T23:15:00+01:00',
      timezone: 'Europe/Paris',
      businessDate: '2026-11-15',
      state: 'unknown',
      formats: ['original_language'],
      rawFormats: ['VO'],
      seating: 'unknown',
      rawIds: { session: '502', film: '1008400:la-chute-de-l-ether', site: '1008400' },
    },
    { type: 'listed', site: '1008400', session: '503' },
    { type: 'listed', site: '1008400', session: '504' },
    { type: 'listed', site: '1008400', session: '506' },
  ],
})

describe('scare', () => {
  it('asks for the data set once per run, and saves for each theater its own sessions', async () => {
    await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
    const source = sandboxCinemaSources.find(({ id }) => id === 'scare')
    assert.ok(source)
    const run = world.shareRun(source.members)
    const sessionsOf: number[] = []
    for (const one of source.members) {
      const { records, dropped } = await world.sync(source, one, undefined, run)
      sessionsOf.push(recordsOfType(records, 'showtime').length)
      assert.deepEqual(dropped, {})
    }
    assert.ok(
      sessionsOf.every((count) => count > 80),
      `${sessionsOf}`,
    )
    const pages = Math.ceil(sessionsOf.reduce((sum, count) => sum + count) / 400)
    assert.equal(world.sent.length, pages)
  })

  it('does not believe a list that ends too early', async () => {
    await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'), [
      { kind: 'status', status: 501, host: 'donnees.lucioles.cinema.sandbox', path: '*/lines?*after=*' },
    ])
    const source = sandboxCinemaSources.find(({ id }) => id === 'scare')
    const [one] = source?.members ?? []
    assert.ok(source && one)
    await assert.rejects(world.sync(source, one), { code: 'upstream_unavailable' })
  })

  it('repairs texts that were encoded twice, and no others', () => {
    for (const [text, repaired] of [
      ['Ã‰tÃ©', 'Été'],
      ['CÅ“ur', 'Cœur'],
      ['Ã la derive', 'Ã la derive'],
      ['São Paulo', 'São Paulo'],
      ['Été Ã©', 'Été Ã©'],
    ] as const)
      assert.equal(repairEncoding(text), repaired)
  })
})
