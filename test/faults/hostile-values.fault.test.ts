/** Whatever values an upstream returns, none that cannot be true is stored, nothing is lost, and the run says so. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cinemaPlatforms } from '../../src/services/cinema/sources/index.ts'
import { jobAdapters } from '../../src/services/jobs/sources/index.ts'
import { allowedHosts } from '../../src/sync/define-source.ts'
import type { AnySource, UpstreamResponse } from '../../src/sync/source.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { type ModelRules, type PublishedModel, readModel } from '../support/faults/published-model.ts'
import { SandboxUpstream } from '../support/faults/sandbox-upstream.ts'
import { servicesUnderTest } from '../support/faults/services.ts'
import type { ServiceUnderTest } from '../support/faults/source-bench.ts'
import { testEngines } from '../support/store/test-engines.ts'
import { openSyncFixture, type SyncFixture } from '../support/sync/sync-fixture.ts'

const start = Date.parse('2026-11-15T06:00:00Z')
const manual = { mode: 'manual', signal: new AbortController().signal } as const

type Mutation = (body: string) => string

/** Of a whole run. As much at a stretch is taken for a stall: the thread is killed, and the member quarantined. */
const processorMsMax = 7500

/** A day as JSON, also as the name of a field; some platforms write midnight with it. */
const day = /"\d{4}-\d{2}-\d{2}(?=(?:T00:00:00(?:\.0+)?)?Z?")/g
/** Also in digits only. */
const instant = /\d{4}-\d{2}-\d{2}(?=[T ]\d{2}:\d{2})|(?<=")\d{8}(?=\d{6}")/g
const title =
  /"(?:title|name|text|headline|Title|Name|movie_name|rendered|filmtitle|jobOpeningName)" ?: ?"(?=[^"])|<name>(?=[^<])/g
const amount =
  /("(?:price|amount|priceInCents|totalPrice|movieVersionPrice|seatsRemaining|availableSeats|SeatsAvailable|audience|maxOccupancy|latitude|lat)" ?: ?"?)[\d.]+/g

/** The first text of a JSON document that is markup, also as entities. */
const textOfMarkup = /"(?=<[a-z])|"&lt;(?=[a-z])/i

/** Each begins with a tag or a comment, and is never closed. */
const markups: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['a', 'h1', 'form', 'p', 'div'].map((tag) => [`5,000 nested ${tag}`, `<${tag}>`.repeat(5000)]),
  ),
  '5,000 nested tables': '<table><tr><td>'.repeat(5000),
  '50,000 list items': '<li>'.repeat(50_000),
  '100,000 attributes': `<a ${Array.from({ length: 100_000 }, (_, at) => `x${at}=1`).join(' ')}>`,
  'comments without an end': '<!-- '.repeat(5000),
}

const mutations: Readonly<Record<string, Mutation>> = {
  'days of the year 1': (body) => body.replaceAll(day, otherDay('0001')),
  'days of the year 9999': (body) => body.replaceAll(day, otherDay('9999')),
  // Before those of the times, which leave no plan to request: a plan of the day before gives way to newer counts.
  'titles of 200,000 characters': (body) => {
    let isFirst = true
    return body.replaceAll(title, (whole) => {
      const padding = isFirst ? 'long '.repeat(40_000) : ''
      isFirst = false
      return `${whole}${padding}`
    })
  },
  'times of the year 1': (body) =>
    body.replaceAll(instant, (text) => (text.length === 8 ? '00010101' : '0001-01-01')),
  'times of the year 9999': (body) =>
    body.replaceAll(instant, (text) => (text.length === 8 ? '99991231' : '9999-12-31')),
  'times of the next year': (body) =>
    body.replaceAll(instant, (text) => `${Number(text.slice(0, 4)) + 1}${text.slice(4)}`),
  ...Object.fromEntries(
    Object.entries(markups).map(([name, markup]): [string, Mutation] => [
      name,
      (body) =>
        body
          .replace(/<body[^>]*>|<!\[CDATA\[/i, (whole) => `${whole}${markup}`)
          .replace(
            textOfMarkup,
            (whole) => `${whole}${whole === '"&lt;' ? markup.replaceAll('<', '&lt;').slice(4) : markup}`,
          ),
    ]),
  ),
  'amounts beyond reason': (body) => body.replaceAll(amount, '$199999999999999999999'),
}

/** Their responses have no markup, or the simulated platform refuses programs. */
const withoutMarkup = new Set([
  'alamo',
  'breezy',
  'smartrecruiters',
  'trust-delve',
  'trust-directory',
  'trust-drata',
  'trust-oneleet',
  'trust-sprinto',
  'trust-trustcloud',
  'cinema-api',
  'cineplex',
  'evt',
  'filmbot',
  'helios',
  'hoyts',
  'ingresso',
  'kinoheld',
  'quickbook',
  'scare',
  'veezi',
  'village',
  'vista-ocapi',
  'webedia',
])

/** They say to which day a show belongs; of others it is that of the start. */
const withBusinessDates = new Set([
  'alamo',
  'cineplex',
  'ingresso',
  'quickbook',
  'reading',
  'village',
  'vista-ocapi',
  'webedia',
])

/** What trust centers respond is a text within the saved response. */
function mutateBody(mutate: Mutation): Mutation {
  return (saved) => {
    if (!saved.startsWith('{"step":')) return mutate(saved)
    const response = JSON.parse(saved)
    return JSON.stringify({ ...response, body: mutate(response.body) })
  }
}

/** One for each, because days are also names of fields. */
function otherDay(year: string): () => string {
  let count = 0
  const part = (number: number) => String(number + 1).padStart(2, '0')
  return () => `"${year}-${part(Math.floor(count / 28) % 12)}-${part(count++ % 28)}`
}

interface CurrentMutation {
  mutate: Mutation | undefined
  /** Of the run without a mutation. */
  readonly bodies: string[]
}

/** A source whose responses are changed after they were fetched, and before they are saved. */
function withMutation(source: AnySource, current: CurrentMutation): AnySource {
  return {
    ...source,
    async *fetch(context) {
      for await (const response of source.fetch(context)) {
        if (current.mutate === undefined) current.bodies.push(response.body)
        yield change(response, current.mutate)
      }
    },
  }
}

function change({ bytes: _, tag: __, ...response }: UpstreamResponse, mutate?: Mutation): UpstreamResponse {
  return { ...response, body: mutate?.(response.body) ?? response.body }
}

/** Values that no reader should ever see. */
function findImpossible(model: PublishedModel): string[] {
  return [...model].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, fields]) =>
      [...fields].flatMap(([path, value]) => (isPossible(value) ? [] : [`${table} ${key} ${path}`])),
    ),
  )
}

function isPossible(value: string | number | boolean): boolean {
  if (typeof value === 'number') return Math.abs(value) < 1e15
  if (typeof value !== 'string') return true
  const [, year = '2026'] = /^(\d{4})-\d{2}-\d{2}/.exec(value) ?? []
  return value.length < 50_000 && Number(year) >= 1880 && Number(year) < 2200
}

function findLost(before: PublishedModel, after: PublishedModel, rules: ModelRules, at: number): string[] {
  return [...before].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, fields]) => {
      const now = after.get(table)?.get(key)
      const isOver = rules.isOver?.(table, fields, at) ?? false
      const isGone = now === undefined || (rules.isGone?.(table, now) && !rules.isGone(table, fields))
      return isGone && !isOver ? [`${table} ${key}`] : []
    }),
  )
}

/** The places of a row in the programme. */
function programme(model: PublishedModel): Map<string, unknown[]> {
  const rows = [...(model.get('showtime') ?? [])]
  return new Map(
    rows.map(([key, fields]) => [key, [fields.get('doc.starts_at'), fields.get('doc.business_date')]]),
  )
}

describe('hostile values', () => {
  it('are tested of every platform of cinemas and jobs', () => {
    const tested = new Set(
      servicesUnderTest.flatMap(({ createSources }) => createSources().map(({ id }) => id)),
    )
    const platforms = [...cinemaPlatforms, ...jobAdapters.map(({ id }) => id)]
    assert.deepEqual(
      platforms.filter((id) => !tested.has(id)),
      [],
    )
  })
})

for (const engine of testEngines) {
  describe(`hostile values on ${engine.name}`, { skip: engine.skip }, () => {
    for (const service of servicesUnderTest) {
      // What differs between engines is the store, which all sources of a service share.
      const isSample = engine.name !== 'sqlite' && ['jobs', 'trust'].includes(service.name)
      for (const { id } of service.createSources().slice(0, isSample ? 2 : undefined))
        it(`of ${service.name} ${id} are held`, () => testSource(service, id, engine))
    }
  })
}

async function testSource(
  service: ServiceUnderTest,
  sourceId: string,
  engine: (typeof testEngines)[number],
): Promise<void> {
  const whole = service.createSources().find(({ id }) => id === sourceId) as AnySource
  const current: CurrentMutation = { mutate: undefined, bodies: [] }
  const members = service.pickMembers(whole)
  // Of Filmbot all, because they have different endpoints.
  const picked = sourceId === 'filmbot' ? members : members.slice(0, 2)
  const source = withMutation({ ...whole, members: picked }, current)
  const clock = new FakeClock(start)
  const options = {
    clock,
    sources: [source],
    writers: [service.createWriter()],
    outbound: new SandboxUpstream(service.hosts, start, allowedHosts([whole])),
  }
  await using fixture = await openSyncFixture(engine, options)
  await run(fixture, source)
  const before = await readModel(fixture.store, service.rules)
  const applicable = Object.entries(mutations)
    .map(([name, mutate]) => [name, mutateBody(mutate)] as const)
    .filter(([, mutate]) => current.bodies.some((body) => mutate(body) !== body))
  const hasMarkup = applicable.some(([name]) => name.includes('nested'))
  assert.equal(
    hasMarkup,
    !withoutMarkup.has(sourceId),
    'a source is in `withoutMarkup` if no text of its responses is markup, and only then',
  )
  for (const [name, mutate] of applicable) {
    current.mutate = mutate
    // Twice, so that what one list lacks would be confirmed.
    for (let repeated = 0; repeated < 2; repeated++) {
      clock.advance(Math.min(service.stepMs, 7 * 3_600_000))
      const usedBefore = process.threadCpuUsage()
      const status = await run(fixture, source)
      const { user, system } = process.threadCpuUsage(usedBefore)
      assert.ok(user + system < processorMsMax * 1000, `${name}: ${(user + system) / 1000} ms`)
      const after = await readModel(fixture.store, service.rules)
      assert.deepEqual(findImpossible(after).slice(0, 3), [], `${name}: impossible`)
      assert.deepEqual(findLost(before, after, service.rules, clock.now()).slice(0, 3), [], `${name}: lost`)
      if (service.name !== 'cinema') continue
      const [was, is] = [programme(before), programme(after)]
      for (const [key, place] of was) assert.deepEqual(is.get(key) ?? place, place, `${name}: moved`)
      if (/times|titles/.test(name) || (/days/.test(name) && withBusinessDates.has(sourceId)))
        assert.notEqual(status, 'succeeded', name)
    }
  }
}

async function run({ engine }: SyncFixture, { id }: AnySource): Promise<string> {
  return (await engine.run(id, manual)).status
}
