import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Value } from 'typebox/value'
import { gazette as gazetteHost } from '../../../../../sandbox/hosts/gazette.ts'
import { gazetteTowns as sandboxTowns } from '../../../../../sandbox/hosts/gazette-notices.ts'
import { startSandbox } from '../../../../../sandbox/server.ts'
import { FakeClock } from '../../../../../test/support/fake-clock.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { type Clock, systemClock, toInstant } from '../../../../core/clock.ts'
import { isFailure } from '../../../../core/errors.ts'
import { createOutbound } from '../../../../core/outbound/create-outbound.ts'
import type { OutboundResponse } from '../../../../core/outbound/outbound.ts'
import { withMembers } from '../../../../sync/define-source.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../../sync/source.ts'
import { Notice, NoticeRecord, type TownRecord } from '../../schema/notice.ts'
import { loadGazetteTowns, type Town } from '../members/gazette-towns.ts'
import { gazette } from './gazette.ts'

const gazetteTowns = loadGazetteTowns()
const harrowgate: Town = { id: 'harrowgate', name: 'Harrowgate' }
const nowMs = Date.parse('2026-11-15T12:00:00Z')

const row = {
  ref: 'HG-20770-1',
  headline: 'Road closure &amp; diversion: Mill Lane',
  kind: 'ROAD',
  printed: '14/11/2026',
  text_html: '<p>Closed &lt; 10 days.</p>\n<p>See the <b>Town Hall</b>.</p>',
  amended: 1_794_735_000,
  permalink: 'https://elsewhere.example/x',
}

interface Mapped {
  readonly records: NoticeRecord[]
  /** Those that are listed, but cannot be read. */
  readonly listed: string[]
  readonly dropped: string[]
}

function map(rows: readonly unknown[], town = harrowgate): Mapped {
  const answer: ParsedResponse = {
    kind: 'notices',
    url: 'https://gazette.sandbox/api/towns/harrowgate/notices?page=1',
    fetchedAt: nowMs,
    body: { results: rows, paging: { next: null } },
  }
  const dropped: string[] = []
  const context = { member: town, nowMs, drop: (reason: string) => dropped.push(reason) }
  const all = [...gazette.toRecords([answer], context)]
  return {
    records: all.filter(isNotice),
    listed: all.filter((record) => !isNotice(record)).map(({ id }) => id),
    dropped,
  }
}

function isNotice(record: TownRecord): record is NoticeRecord {
  return !('isListed' in record)
}

/** Fetches one town from an upstream that returns these bodies in turn. */
async function fetchAll(
  ...bodies: string[]
): Promise<{ responses: UpstreamResponse[]; requested: string[] }> {
  const requested: string[] = []
  const http = {
    async request(url: string): Promise<OutboundResponse> {
      requested.push(url)
      const body = bodies[Math.min(requested.length, bodies.length) - 1] ?? ''
      return { status: 200, url, headers: {}, body, receivedAt: nowMs }
    },
  }
  const { signal } = new AbortController()
  const context = { http, member: harrowgate, baseUrl: 'https://gazette.sandbox', nowMs, signal }
  return { responses: await Array.fromAsync(gazette.fetch(context)), requested }
}

function page(next: string | null): string {
  return JSON.stringify({ results: [], paging: { next } })
}

const feed = '/api/towns/harrowgate/notices'

testSource(withMembers(gazette, gazetteTowns), {
  member: 'harrowgate',
  now: '2026-11-15T12:00:00Z',
  upstream: {
    [`${feed}?page=1`]: { body: { results: [row, null], paging: { next: `${feed}?page=2` } } },
    [`${feed}?page=2`]: {
      body: {
        results: [{ ...row, ref: 'HG-20769-1', kind: 'PLAN', printed: '13/11/2026', amended: null }],
        paging: { next: null },
      },
    },
  },
  records: [
    {
      id: 'nt_ze53hpjla3tujg5coupc',
      title: 'Road closure & diversion: Mill Lane',
      town: 'Harrowgate',
      category: 'roads',
      published_on: '2026-11-14',
      body: 'Closed < 10 days. See the Town Hall.',
      url: 'https://gazette.sandbox/notices/HG-20770-1',
      updated_at: '2026-11-15T09:30:00.000Z',
    },
    {
      id: 'nt_4pk4vqosvjozpb2uz4kz',
      title: 'Road closure & diversion: Mill Lane',
      town: 'Harrowgate',
      category: 'planning',
      published_on: '2026-11-13',
      body: 'Closed < 10 days. See the Town Hall.',
      url: 'https://gazette.sandbox/notices/HG-20769-1',
    },
  ],
  dropped: { 'not a notice': 1 },
  empty: { [`${feed}?page=1`]: { body: { results: [], paging: { next: null } } } },
  check: (record) => assert.deepEqual(Value.Errors(NoticeRecord, record), []),
})

describe('gazette: records', () => {
  it('maps unknown kinds to other', () => {
    assert.equal(map([{ ...row, kind: 'constructor' }]).records[0]?.category, 'other')
  })

  it('derives the id from town and reference only', () => {
    const [before] = map([row]).records
    const [after] = map([{ ...row, headline: 'Corrected', printed: '13/11/2026' }]).records
    assert.equal(after?.id, before?.id)
    assert.notEqual(map([row], { id: 'dunmere', name: 'Dunmere' }).records[0]?.id, before?.id)
    assert.notEqual(map([{ ...row, ref: 'HG-20770-2' }]).records[0]?.id, before?.id)
  })

  it('escapes the reference in the URL', () => {
    const [record] = map([{ ...row, ref: '../../admin?x=#"><script>' }]).records
    const { origin, pathname, search } = new URL(record?.url ?? '')
    assert.deepEqual(
      [origin, pathname.startsWith('/notices/..%2F'), search],
      ['https://gazette.sandbox', true, ''],
    )
  })

  it('drops invalid rows with a reason', () => {
    const bad = [
      null,
      'text',
      { ...row, ref: null },
      { ...row, ref: '' },
      { ...row, amended: 'yesterday' },
      { ...row, amended: 1e15 },
      { ...row, headline: ' <p> </p>' },
      { ...row, printed: '31/02/2026' },
      { ...row, printed: '2026-11-14' },
      { ...row, printed: '' },
    ]
    const { records, dropped } = map([...bad, row])
    assert.equal(records.length, 1)
    assert.deepEqual(dropped, [...Array(6).fill('not a notice'), 'no title', ...Array(3).fill('no such day')])
  })

  it('say of an invalid row that its notice is listed', () => {
    const { records, listed } = map([
      { ...row, printed: '' },
      { ...row, ref: null },
    ])
    assert.deepEqual([records, listed], [[], map([row]).records.map(({ id }) => id)])
  })
})

describe('gazette: fetch', () => {
  it('counts pages and does not follow links', async () => {
    const { responses, requested } = await fetchAll(
      page('/x?page=2'),
      page('https://evil.example/'),
      page(null),
    )
    assert.deepEqual(
      requested.map((url) => url.replace('https://gazette.sandbox/api/towns/harrowgate/notices', '')),
      ['?page=1', '?page=2', '?page=3'],
    )
    assert.deepEqual(
      responses.map(({ kind, url, fetchedAt }) => [kind, url, fetchedAt]),
      requested.map((url) => ['notices', url, nowMs]),
    )
  })

  it('yields a body that is not a page unchanged, and stops', async () => {
    for (const body of ['', '{"results": [', '<!doctype html>', 'null', '{"error": {}}']) {
      const { responses } = await fetchAll(body)
      assert.deepEqual(
        responses.map((response) => response.body),
        [body],
      )
    }
  })

  it('fails if the pages never end', async () => {
    await assert.rejects(fetchAll(page('/x?page=2')), (error) => isFailure(error, 'upstream_changed'))
  })
})

describe('gazette in the sandbox', () => {
  async function open(clock: Clock) {
    const sandbox = await startSandbox({ clock, seed: 'spring', hosts: [gazetteHost] })
    const http = createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: new Set(['gazette.sandbox']),
      overrideOrigin: sandbox.resolve,
      random: () => 0,
    })
    return {
      sandbox,
      async records(member: Town) {
        const { signal } = new AbortController()
        const context = { http, member, baseUrl: gazette.baseUrl, nowMs: clock.now(), signal }
        const answers = await Array.fromAsync(gazette.fetch(context))
        const parsed = answers.map((answer) => ({ ...answer, body: JSON.parse(answer.body) }))
        const dropped: string[] = []
        const drop = (reason: string) => dropped.push(reason)
        return {
          records: [...gazette.toRecords(parsed, { member, nowMs: clock.now(), drop })],
          dropped,
          answers,
        }
      },
      async [Symbol.asyncDispose]() {
        await http[Symbol.asyncDispose]()
        await sandbox.close()
      },
    }
  }

  it('has the same towns as the sandbox', () => {
    assert.deepEqual(
      gazetteTowns.map(({ id, name }) => [id, name]),
      sandboxTowns.map(({ slug, label }) => [slug, label]),
    )
  })

  it('returns notices that match the public schema for every town', async () => {
    await using opened = await open({ ...systemClock, now: () => nowMs })
    let notices = 0
    let drops = 0
    for (const member of gazetteTowns) {
      const { records, dropped, answers } = await opened.records(member)
      for (const answer of answers)
        assert.ok(Value.Check(gazette.raw.notices ?? false, JSON.parse(answer.body)))
      const read = records.filter(isNotice)
      for (const record of read) {
        const lineage = {
          source_id: 'gazette',
          member_id: member.id,
          captured_at: toInstant(nowMs),
          artifact_id: '1',
        }
        assert.deepEqual(Value.Errors(NoticeRecord, record), [])
        assert.deepEqual(Value.Errors(Notice, { ...record, source_lineage: lineage }), [])
        assert.doesNotMatch(record.title + record.body, /&(amp|lt|#\d+);|<\/?p>/)
        assert.ok(record.published_on <= '2026-11-15' && record.published_on > '2026-09-25')
      }
      notices += read.length
      drops += dropped.length
    }
    assert.ok(notices > 240 && notices < 360, `notices ${notices}`)
    assert.ok(drops > 0 && drops < 30, `drops ${drops}`)
    assert.equal(opened.sandbox.requests.count('gazette.sandbox', '/api/towns/*/notices?page=1'), 12)
  })

  it('returns most notices with the same ids on the next day', async () => {
    const clock = new FakeClock(nowMs)
    await using opened = await open(clock)
    const today = new Set((await opened.records(harrowgate)).records.map((record) => record.id))
    clock.advance(86_400_000)
    const tomorrow = new Set((await opened.records(harrowgate)).records.map((record) => record.id))
    const same = today.intersection(tomorrow).size
    assert.ok(same > today.size * 0.7, `${same} of ${today.size}`)
  })
})
