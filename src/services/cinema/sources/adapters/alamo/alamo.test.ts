import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
} from '../../../../../../test/support/cinema/cinema-sandbox.ts'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../../../../test/support/fake-clock.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { alamo } from './alamo.ts'

const member = testMember({
  site: '2101',
  timezone: 'America/New_York',
  base: 'https://longhorn.example',
  currency: 'USD',
  address: { country: 'US' },
  options: { market: 'east' },
})
const now = '2026-09-28T12:00:00Z'

const session = {
  cinemaId: '2101',
  sessionId: '501',
  presentationSlug: 'captain-comet-open-caption',
  status: 'ONSALE',
  businessDateClt: '2026-09-28',
  showTimeClt: '2026-09-29T00:15:00',
  cinemaTimeZoneName: 'America/New_York',
  showTimeUtc: '2026-09-29T04:15:00',
  reservedSeating: true,
  screenNumber: '5',
  formatSlug: 'open-caption',
  sessionAttributeSlugs: ['Digital', 'Atmos'],
  isClosedCaptioningAvailable: true,
  isDescriptiveAudioAvailable: true,
  isHidden: false,
}
const sessions = [
  session,
  session,
  { ...session, sessionId: '502', status: 'SOLDOUT', showTimeClt: '2026-09-28T23:45:00' },
  { ...session, sessionId: '503', isHidden: true },
  { ...session, sessionId: '504', presentationSlug: 'secret' },
  { ...session, sessionId: '505', presentationSlug: 'undescribed' },
  { ...session, sessionId: '506', showTimeUtc: 'tonight' },
  { cinemaId: '2101', sessionId: '507' },
]
const show = { slug: 'captain-comet', title: 'Captain Comet', certification: 'PG' }
const presentations = [
  { slug: 'captain-comet-open-caption', show, superTitle: { superTitle: 'Comets Tuesday' }, isHidden: false },
  { slug: 'secret', show: { ...show, slug: 'secret' }, isHidden: true },
  { slug: 'broken', show: { title: 'Broken' } },
]
const market = [
  {
    slug: 'east',
    cinemas: [
      {
        id: '2101',
        name: 'Longhorn East',
        street1: '1 Mill Lane',
        city: 'Brooklyn',
        state: 'NY',
        latitude: 40.69,
        longitude: -73.98,
      },
    ],
  },
]
const path = '/s/mother/v2/schedule/market/east'

const showtime = {
  type: 'showtime' as const,
  site: '2101',
  session: '501',
  film: 'captain-comet',
  startsAt: Date.parse('2026-09-29T04:15:00Z'),
  startsAtLocal: '2026-09-29T00:15:00-04:00',
  timezone: 'America/New_York',
  businessDate: '2026-09-28',
  state: 'on_sale' as const,
  auditorium: '5',
  formats: ['audio_description', 'closed_caption', 'digital', 'dolby_atmos', 'open_caption'],
  rawFormats: ['open-caption', 'Digital', 'Atmos', 'closed captions', 'audio description'],
  seating: 'reserved' as const,
  bookingUrl: 'https://longhorn.example/east/show/captain-comet-open-caption',
  rawIds: { session: '501', film: 'captain-comet', site: '2101' },
}

testSource(singleMemberSource(alamo, member), {
  now,
  upstream: {
    [path]: { body: { data: { market, presentations: [...presentations], sessions } } },
  },
  empty: { [path]: { body: { data: { market, presentations: [], sessions: [] } } } },
  check: assertValidRecord,
  // A presentation without a session at this cinema is left out before it is saved.
  dropped: { 'listed twice': 1, 'not announced': 2, 'no film': 1, 'no start': 1, 'not a session': 1 },
  records: [
    {
      type: 'theater',
      site: '2101',
      name: 'Longhorn East',
      slug: 'longhorn-east',
      address: { line1: '1 Mill Lane', city: 'Brooklyn', state: 'NY', country: 'US' },
      geo: { lat: 40.69, lon: -73.98 },
      timezone: 'America/New_York',
      rawIds: { site: '2101' },
    },
    {
      type: 'horizon',
      site: '2101',
      firstDate: '2026-09-28',
      lastDate: '2026-09-28',
    },
    {
      type: 'movie',
      film: 'captain-comet',
      title: 'Captain Comet',
      rating: 'PG',
      ids: {},
      grade: 'title_only',
      rawIds: { film: 'captain-comet' },
    },
    showtime,
    {
      ...showtime,
      session: '502',
      state: 'sold_out',
      warnings: ['offset_mismatch'],
      rawIds: { ...showtime.rawIds, session: '502', local_start: '2026-09-28T23:45:00' },
    },
    { type: 'listed', site: '2101', session: '505' },
    { type: 'listed', site: '2101', session: '506' },
    { type: 'listed', site: '2101', session: '507' },
  ],
})

describe('alamo', () => {
  it('asks for a market once per run, and saves for each cinema its own sessions', async () => {
    await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
    const source = sandboxCinemaSources.find(({ id }) => id === 'alamo')
    assert.ok(source)
    const run = world.shareRun(source.members)
    for (const one of source.members) {
      const { records, dropped } = await world.sync(source, one, undefined, run)
      assert.ok(recordsOfType(records, 'showtime').length > 80)
      assert.deepEqual(dropped, {})
    }
    assert.equal(world.sent.length, 1)
  })
})

describe('alamo: recordings', { skip: recordingsSkipReason }, () => {
  it('parses 7 sessions of three cinemas, of which 2 have a film that the recording does not describe', async () => {
    const seen = { showtimes: 0, listed: 0 }
    for (const site of ['2101', '2102', '2103']) {
      const { records } = await replayRecordings(
        alamo,
        testMember({ site, timezone: 'America/New_York', currency: 'USD', options: { market: 'nyc' } }),
        '2026-09-28T12:00:00Z',
        [{ kind: 'schedule', file: 'alamo/nyc-schedule.json' }],
      )
      for (const record of records) assertValidRecord(record)
      const showtimes = recordsOfType(records, 'showtime')
      for (const { warnings, businessDate } of showtimes)
        assert.deepEqual([warnings, businessDate], [undefined, '2026-09-28'])
      seen.showtimes += showtimes.length
      seen.listed += recordsOfType(records, 'listed').length
      // The series that presents a film is not part of its title.
      for (const { title } of recordsOfType(records, 'movie')) assert.equal(title, 'Resident Evil (2026)')
    }
    assert.deepEqual(seen, { showtimes: 5, listed: 2 })
  })
})
