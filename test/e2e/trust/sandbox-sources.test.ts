/** The trust sources against the sandbox: every provider in its format, from day to day, with faults. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { route, text } from '../../../sandbox/host.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { trustHosts, trustMembers, trustNameTarget } from '../../../sandbox/trust/index.ts'
import { isFailure } from '../../../src/core/errors.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import type { OutboundClient } from '../../../src/core/outbound/outbound.ts'
import type { CenterRecord, TrustRecord } from '../../../src/services/trust/schema/records.ts'
import { trustSources, trustWriter } from '../../../src/services/trust/sync.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { memberNotes } from '../../../src/sync/member-notes.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import { toMemberRecords } from '../../../src/sync/publish/to-member-records.ts'
import type { AnySource, Member } from '../../../src/sync/source.ts'
import { skipReason } from '../../support/backends.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { recordingsDir } from '../../support/recordings.ts'
import { sqlite, testEngines } from '../../support/store/test-engines.ts'
import { openTrustFixture } from '../../support/trust/trust-fixture.ts'

const members = trustMembers()
const sources = trustSources(members, trustNameTarget)
const clock = new FakeClock('2026-11-15T05:00:00Z')
let sandbox: Sandbox
let outbound: OutboundClient

before(async () => {
  sandbox = await startSandbox({ clock, seed: 'trust', hosts: trustHosts })
  outbound = createOutbound({
    userAgent: 'Broadsheet/test',
    hosts: allowedHosts(sources),
    overrideOrigin: () => ({ origin: sandbox.origin }),
    attemptsMax: 1,
  })
})

after(async () => {
  await outbound[Symbol.asyncDispose]()
  await sandbox.close()
})

async function read(source: AnySource, member: Member): Promise<readonly TrustRecord[]> {
  const signal = new AbortController().signal
  const nowMs = clock.now()
  const answers = source.fetch({ http: outbound, member, baseUrl: source.baseUrl, nowMs, signal })
  const parsed = await parseResponses(source, answers)
  const { records } = await toMemberRecords(source, trustWriter as never, member, parsed, nowMs)
  return records as TrustRecord[]
}

function sourceOf(provider: string): AnySource {
  const source = sources.find(({ id }) => id === `trust-${provider}`)
  assert.ok(source)
  return source
}

async function readAll(provider: string): Promise<CenterRecord[]> {
  const source = sourceOf(provider)
  const records = await Promise.all(source.members.map((member) => read(source, member)))
  return records.flat() as CenterRecord[]
}

function only(source: AnySource): Member {
  const [member] = source.members
  assert.ok(member)
  return member
}

describe('simulated trust centers', () => {
  it('are 300, each with its own host', () => {
    assert.equal(members.length, 300)
    assert.equal(new Set(members.map(({ url }) => url)).size, 300)
    for (const { url } of members)
      assert.ok(
        sandbox.resolve(new URL(url).host) || url.startsWith('https://trust.oneleet.com'),
        `no host for ${url}`,
      )
  })

  it('have the provider of their CNAME target, whatever the directory claims', async () => {
    const source = sourceOf('directory')
    const filed = await read(source, only(source))
    const providerAt = new Map(filed.map(({ center }) => [center.url, center.provider]))
    for (const { url, provider } of members) assert.equal(providerAt.get(url), provider, url)
    // The directory lists Drata under SafeBase, which counts without a CNAME.
    const nameless = trustSources(members, async () => undefined).find(({ id }) => id === 'trust-directory')
    assert.ok(nameless)
    const believed = await read(nameless, only(nameless))
    const drata = new Set(members.filter(({ provider }) => provider === 'drata').map(({ url }) => url))
    assert.ok(drata.size > 0)
    for (const { center } of believed) {
      if (drata.has(center.url)) assert.equal(center.provider, 'safebase')
    }
  })

  it('are all in the directory, without its invalid rows', async () => {
    const source = sourceOf('directory')
    const records = await read(source, only(source))
    assert.equal(records.length, 300)
  })

  const readable = [
    'safebase',
    'oneleet',
    'conveyor',
    'comp-ai',
    'secureframe',
    'probo',
    'trustcloud',
    'vanta',
    'self-hosted',
  ] as const
  for (const provider of readable) {
    it(`are read: ${provider}`, async () => {
      const records = await readAll(provider)
      const good = records.filter(({ gate }) => gate === 'none')
      assert.ok(good.length > 0)
      assert.ok(good.some(({ items }) => items.length > 3))
      for (const { items } of good) {
        const marks = items.filter(
          ({ surface, facts }) => surface === 'certifications' && facts.status === 'held',
        )
        // Some pages list a whole catalogue of 14 frameworks, which nobody holds.
        assert.ok(marks.length < 13, `${marks.length} marks`)
        if (provider !== 'comp-ai')
          assert.deepEqual(
            marks.filter(({ subject }) => subject.startsWith('custom:')),
            [],
          )
      }
      assert.ok(!good.some(({ items }) => items.some(({ subject }) => subject === 'fedramp_high')))
    })
  }

  it('report gates with a reason', async () => {
    const gatesOf = async (provider: string) => new Set((await readAll(provider)).map(({ gate }) => gate))
    assert.deepEqual(await gatesOf('drata'), new Set(['bot_challenge']))
    assert.deepEqual(await gatesOf('sprinto'), new Set(['waf_block']))
    assert.deepEqual(await gatesOf('thoropass'), new Set(['unread_shell']))
    assert.ok((await gatesOf('vanta')).has('signed_api'))
    assert.ok((await gatesOf('safebase')).has('bot_challenge'))
    assert.ok((await gatesOf('delve')).has('bot_challenge'))
    assert.ok((await gatesOf('probo')).has('login'))
    for (const { gate, gate_reason } of await readAll('safebase'))
      assert.equal(gate_reason === null, gate === 'none')
  })

  it('include empty sections', async () => {
    const records = (await Promise.all([readAll('oneleet'), readAll('vanta')])).flat()
    const isEmpty = ({ states, items }: CenterRecord) =>
      states.subprocessors === 'read' && !items.some(({ surface }) => surface === 'subprocessors')
    assert.ok(records.some(isEmpty))
  })

  it('receive only identified requests for public paths', () => {
    const paths = sandbox.requests.list().map(({ path }) => path)
    assert.ok(paths.length > 100)
    assert.ok(!paths.some((path) => /\/(?:access|nda|admin|doc\?s=|viewers)/.test(path)))
  })
})

describe('trust sources under faults', () => {
  async function failureOf(provider: string, fault: object): Promise<string> {
    const source = sourceOf(provider)
    const id = sandbox.faults.set(fault as never)
    try {
      const records = (await read(source, only(source))) as CenterRecord[]
      return `gate ${records[0]?.gate}`
    } catch (thrown) {
      return isFailure(thrown) ? thrown.code : String(thrown)
    } finally {
      sandbox.faults.clear(id)
    }
  }

  it('treat 401 and 403 as gates, 429 and 500 as failures', async () => {
    const at = (status: number) => ({ kind: 'status', host: 'api.oneleet.com', status })
    assert.equal(await failureOf('oneleet', at(401)), 'gate auth_api')
    assert.equal(await failureOf('oneleet', at(403)), 'gate waf_block')
    assert.equal(await failureOf('oneleet', at(404)), 'gate gone')
    assert.equal(await failureOf('oneleet', at(500)), 'upstream_unavailable')
    // The last: the next request would wait.
    assert.equal(await failureOf('oneleet', at(429)), 'upstream_unavailable')
  })
})

describe('a host that robots.txt disallows', () => {
  it('is not requested, and reported as a gate', async () => {
    const pages = sandbox.requests.list().length
    const [member] = members.filter(({ provider }) => provider === 'self_hosted')
    assert.ok(member)
    const closed = {
      host: new URL(member.url).host,
      routes: [route('GET /robots.txt', () => text('User-agent: *\nDisallow: /\n'))],
    }
    await using own = await startSandbox({ clock, seed: 'robots', hosts: [closed] })
    await using http = createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: allowedHosts(sources),
      overrideOrigin: () => ({ origin: own.origin }),
    })
    const source = trustSources(members, trustNameTarget).find(({ id }) => id === 'trust-self-hosted')
    assert.ok(source)
    const signal = new AbortController().signal
    const answers = source.fetch({ http, member, baseUrl: source.baseUrl, nowMs: clock.now(), signal })
    const parsed = await parseResponses(source, answers)
    const { records } = await toMemberRecords(source, trustWriter as never, member, parsed, clock.now())
    const [record] = records as CenterRecord[]
    assert.equal(record?.gate, 'robots')
    assert.deepEqual(
      own.requests.list().map(({ path }) => path),
      ['/robots.txt'],
    )
    assert.equal(sandbox.requests.list().length, pages)
  })
})

describe('the directory', () => {
  const recordings = recordingsDir('trust')

  it('imports all 487 rows of the recording', {
    skip: skipReason('recordings', recordings),
  }, async () => {
    const body = readFileSync(join(recordings ?? '', 'seeds', 'trustlists-sample.json'), 'utf8')
    const answers = (async function* () {
      yield { kind: 'rows', url: 'https://raw.githubusercontent.com/x.json', fetchedAt: 0, body }
    })()
    const source = sourceOf('directory')
    const parsed = await parseResponses(source, answers)
    const { records, dropped } = await toMemberRecords(
      source,
      { ...trustWriter, keyOf: undefined } as never,
      only(source),
      parsed,
      clock.now(),
    )
    assert.equal(records.length, 487)
    assert.deepEqual({ ...dropped }, {})
    await using fixture = await openTrustFixture(sqlite)
    const own = await toMemberRecords(source, trustWriter as never, only(source), parsed, clock.now())
    await fixture.publish('2026-11-15T05:00:00Z', ...(own.records as TrustRecord[]))
    const { data } = (await fixture.get('/v1/coverage/providers?limit=50')).body
    const total = data.reduce(
      (sum: number, { counts }: { counts: { trust_centers: number } }) => sum + counts.trust_centers,
      0,
    )
    assert.equal(total, own.records.length)
    assert.ok(total > 480)
    // Claims of a directory are not counted.
    for (const { counts, data_surface } of data) {
      assert.equal(counts.certifications, 0)
      assert.ok(data_surface.score === 0 || data_surface.score === 26)
    }
  })
})

interface DayOfCenters {
  readonly at: string
  readonly records: readonly CenterRecord[]
}

/** Read once: the engines differ in what they store, not in what is read. */
let daysOfCenters: Promise<readonly DayOfCenters[]> | undefined

async function readTenDays(): Promise<readonly DayOfCenters[]> {
  const days: DayOfCenters[] = []
  const start = clock.now()
  for (let day = 0; day < 10; day += 3) {
    const records = (await Promise.all(['conveyor', 'probo', 'secureframe'].map(readAll))).flat()
    days.push({ at: new Date(clock.now()).toISOString(), records })
    clock.advance(3 * 86_400_000)
  }
  clock.advance(start - clock.now())
  return days
}

for (const engine of testEngines) {
  describe(`${engine.name}: ten days of trust centers`, { skip: engine.skip }, () => {
    it('produce changes of many types, and no removals from best-effort pages', async () => {
      await using fixture = await openTrustFixture(engine)
      daysOfCenters ??= readTenDays()
      for (const { at, records } of await daysOfCenters) await fixture.publish(at, ...records)
      const rows = await fixture.readLog()
      const types = new Set(rows.map(({ type }) => type))
      for (const type of [
        'subprocessor.added',
        'subprocessor.removed',
        'document.added',
        'security_update.published',
      ])
        assert.ok(types.has(type), type)
      const bestEffort = rows.filter(
        ({ provider, type }) => provider === 'secureframe' && type.endsWith('.removed'),
      )
      assert.deepEqual(bestEffort, [])
      assert.ok(rows.length < 500, `${rows.length} events are an alarm, not news`)
    })
  })
}

describe('a gated center', () => {
  it('is tried less and less often, whatever ends in between, and keeps the time of the last attempt', async () => {
    // As after the end of the sync thread: nothing is remembered in memory.
    const newSource = () => {
      const source = trustSources(members, trustNameTarget).find(({ id }) => id === 'trust-drata')
      assert.ok(source)
      return source
    }
    const member = only(newSource())
    const { host } = new URL((member as (typeof members)[number]).url)
    await using fixture = await openTrustFixture(sqlite)
    const askedOn: number[] = []
    const { store } = fixture
    for (let day = 0; day < 9; day++) {
      const source = newSource()
      const nowMs = clock.now() + day * 86_400_000
      const before = sandbox.requests.list(host).length
      const answers = source.fetch({
        http: outbound,
        member,
        baseUrl: source.baseUrl,
        nowMs,
        signal: new AbortController().signal,
        notes: memberNotes(store, source, member, nowMs),
      })
      const parsed = await parseResponses(source, answers)
      if (sandbox.requests.list(host).length > before) askedOn.push(day)
      const { records } = await toMemberRecords(source, trustWriter as never, member, parsed, nowMs)
      await fixture.publish(new Date(nowMs).toISOString(), ...(records as TrustRecord[]))
      const { data } = (await fixture.get(`/v1/trust-centers?host=${host}`)).body
      const lastAskedMs = clock.now() + (askedOn.at(-1) ?? 0) * 86_400_000
      assert.equal(data[0].gate, 'bot_challenge')
      assert.equal(data[0].last_attempt_at, new Date(lastAskedMs).toISOString())
      const checked = (await fixture.get(`/v1/sources?trust_center=${data[0].id}`)).body.data
      assert.equal(checked[0].last_checked_at, new Date(lastAskedMs).toISOString())
    }
    assert.deepEqual(askedOn, [0, 1, 3, 7])
    assert.deepEqual(await fixture.readChanges(), [
      `trust_center.discovered ${(member as { name?: string }).name}`,
    ])
  })
})
