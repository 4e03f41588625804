/** Replays recorded responses through a cinema adapter like the sync engine: parsed, validated, mapped. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { systemClock } from '../../../src/core/clock.ts'
import { isTimeZone } from '../../../src/core/zoned-time.ts'
import { isDay } from '../../../src/services/cinema/normalise/time.ts'
import { cinemaPlausibility } from '../../../src/services/cinema/publish/plausibility.ts'
import { Address, Geo } from '../../../src/services/cinema/schema/index.ts'
import {
  type AvailabilityRecord,
  type CinemaRecord,
  recordKey,
} from '../../../src/services/cinema/schema/records.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import {
  type CinemaAdapter,
  type CinemaSource,
  toCinemaSource,
} from '../../../src/services/cinema/sources/define-cinema-source.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import { openStore } from '../../../src/store/open.ts'
import { openPlausibilityGate } from '../../../src/sync/plausibility.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import type { AnySource, MapContext, UpstreamResponse } from '../../../src/sync/source.ts'
import { skipReason } from '../backends.ts'
import { recordingsDir } from '../recordings.ts'
import { newFolder } from '../shared-folder.ts'

export interface Recording {
  readonly kind: string
  readonly file: string
  readonly url?: string
  /** The response in which the adapter expects what was recorded from a page. */
  readonly toBody?: (recorded: string) => string
}

export const recordingsSkipReason = skipReason('recordings', recordingsDir('cinema'))

export async function replayRecordings(
  adapter: CinemaAdapter,
  member: CinemaMember,
  now: string,
  recordings: readonly Recording[],
): Promise<{ records: CinemaRecord[]; dropped: Record<string, number> }> {
  const nowMs = Date.parse(now)
  const responses = recordings.map(({ kind, file, url = 'https://recorded.invalid/', toBody = same }) => ({
    kind,
    url,
    fetchedAt: nowMs,
    body: toBody(readFileSync(join(recordingsDir('cinema') ?? '', file), 'utf8')),
  }))
  const parsed = await parseResponses(adapter as unknown as AnySource, toAsyncIterable(responses))
  const dropped: Record<string, number> = {}
  const drop = (reason: string) => {
    dropped[reason] = (dropped[reason] ?? 0) + 1
  }
  const records = [...adapter.toRecords(parsed, { member, nowMs, drop })]
  await assertStorable(singleMemberSource(adapter, member), member, records, nowMs)
  return { records, dropped }
}

const same = (text: string) => text

/** The page of a Helios theater holds the response in another shape: films and events are a list, with the key of each. */
export function fromHeliosPage(recorded: string): string {
  const { list, screenings } = JSON.parse(recorded)
  const movies = Object.fromEntries(list.map((row: { _id: string }) => [row._id, row]))
  return JSON.stringify({ data: { screenings, movies, events: [] } })
}

/** Publishes the records to a temporary store; none may be held or dropped. */
export async function assertStorable(
  source: CinemaSource,
  member: CinemaMember,
  records: readonly CinemaRecord[],
  capturedAt: number,
): Promise<void> {
  const gate = openPlausibilityGate(cinemaPlausibility, { member, capturedAt })
  for (const record of records) gate.pass(record)
  assert.deepEqual(gate.held, {}, 'held as implausible')
  const dataDir = newFolder('storable')
  try {
    await using store = await openStore({
      dataDir,
      role: 'worker',
      statementTimeoutMs: 600_000,
      poolMax: 1,
      clock: systemClock,
    })
    const { dialect } = store.readModel
    const batch = { sourceId: source.id, memberId: member.id, artifactId: 1, capturedAt, records }
    const { dropped } = await store.readModel.transaction((tx) =>
      cinemaWriter([source]).write({ ...batch, tx, dialect }),
    )
    // A recording may contain the seat plan of a session that is not in the listing.
    const {
      'seats of a showtime nobody lists': _,
      'prices of a showtime nobody lists': __,
      ...rest
    } = dropped ?? {}
    assert.deepEqual(rest, {}, member.id)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Maps the responses for one showtime like a live refresh. */
export async function toLiveRecords(
  adapter: CinemaAdapter,
  responses: AsyncIterable<UpstreamResponse>,
  { member, nowMs }: Pick<MapContext<CinemaMember>, 'member' | 'nowMs'>,
): Promise<CinemaRecord[]> {
  const parsed = await parseResponses(adapter as unknown as AnySource, responses)
  return [
    ...singleMemberSource(adapter, member).toRecords(parsed, { member, nowMs, isPart: true, drop: () => {} }),
  ]
}

/** A member with defaults. */
export function testMember(
  overrides: Partial<CinemaMember> & Pick<CinemaMember, 'site' | 'timezone'>,
): CinemaMember {
  return {
    id: `test.${overrides.site.toLowerCase()}`,
    chain: 'test',
    base: 'https://cinema.invalid',
    name: 'The Test',
    address: { country: 'GB' },
    currency: 'GBP',
    options: {},
    ...overrides,
  }
}

async function* toAsyncIterable<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

/** The adapter as a source with this one member. */
export function singleMemberSource(
  adapter: CinemaAdapter,
  member: CinemaMember,
  seatCalls = 1,
): CinemaSource {
  return toCinemaSource(adapter, [member], { seatCalls, gapMs: 0 })
}

/** Asserts the invariants of every record. */
export function assertValidRecord(record: CinemaRecord): void {
  assert.ok(recordKey(record).length < 400)
  switch (record.type) {
    case 'theater':
      assert.ok(record.name !== '' && isTimeZone(record.timezone), record.timezone)
      assert.deepEqual([...Value.Errors(Address, record.address ?? {})], [])
      if (record.geo !== undefined) assert.ok(Value.Check(Geo, record.geo))
      break
    case 'movie':
      assert.ok(record.title !== '' && record.film !== '')
      assert.ok(
        record.runtimeMinutes === undefined ||
          (Number.isInteger(record.runtimeMinutes) && record.runtimeMinutes > 0),
      )
      if (record.images?.poster !== undefined) assert.ok(URL.canParse(record.images.poster))
      break
    case 'showtime':
      assert.equal(Date.parse(record.startsAtLocal), record.startsAt)
      assert.match(record.startsAtLocal, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
      assert.ok(isDay(record.businessDate) && isTimeZone(record.timezone))
      assert.deepEqual(record.formats, [...new Set(record.formats)].sort())
      if (record.bookingUrl !== undefined) assert.ok(URL.canParse(record.bookingUrl))
      break
    case 'layout':
      assert.equal(new Set(record.seats.map(({ id }) => id)).size, record.seats.length)
      for (const { section, x, y } of record.seats) assert.ok(record.sections[section] && x >= 0 && y >= 0)
      break
    case 'availability':
      assertValidCounts(record)
      break
    case 'prices':
      assert.ok(record.quotes.length > 0)
      for (const { amount, currency, label } of record.quotes)
        assert.ok(amount >= 0 && /^[A-Z]{3}$/.test(currency) && label !== '')
      break
    case 'horizon':
      assert.ok(isDay(record.firstDate) && isDay(record.lastDate) && record.firstDate <= record.lastDate)
  }
}

function assertValidCounts({ counts, codes, grade }: AvailabilityRecord): void {
  const { occupancy_rate, ...seatCounts } = counts
  for (const count of Object.values(seatCounts))
    assert.ok(count === null || (Number.isInteger(count) && count >= 0))
  assert.ok(occupancy_rate === null || (occupancy_rate >= 0 && occupancy_rate <= 1))
  assert.equal(grade === 'grid', codes !== undefined)
  if (codes !== undefined) assert.equal(codes.replaceAll('g', '').length, counts.capacity)
}
