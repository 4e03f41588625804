import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { defineTownsSource, townsWriter } from '../../../test/support/sync/sync-fixture.ts'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/hosts/host-closed.ts'
import type { Outbound, OutboundClient } from '../../core/outbound/outbound.ts'
import type { AnySource, AnyWriter } from '../../sync/source.ts'
import { examineUpstreams } from './upstreams.ts'

const clock = new FakeClock()
const signal = new AbortController().signal

type Answer = number | string | Failure

/** Each host says 404 with this Date header, sends this list, or throws this. */
function outboundOf(
  hosts: Readonly<Record<string, Answer>>,
  asked: string[] = [],
): Pick<OutboundClient, 'for'> {
  const http: Outbound = {
    async request(url) {
      asked.push(url)
      const answer = hosts[new URL(url).host]
      if (answer instanceof Failure) throw answer
      if (typeof answer === 'string')
        return { status: 200, url, headers: {}, body: answer, receivedAt: clock.now() }
      const headers = { date: new Date(answer ?? 0).toUTCString() }
      return { status: 404, url, headers, body: '', receivedAt: clock.now() }
    },
  }
  return { for: () => http }
}

async function examine(hosts: Readonly<Record<string, Answer>>) {
  const sources = Object.keys(hosts).map((host) => sourceOf(host.split('.')[0] ?? '', [host]))
  return await examineUpstreams({ sources, writers }, outboundOf(hosts), clock, signal)
}

const writers = [townsWriter as AnyWriter]

/** A source whose members are hosts, or `again-` and a host, on a platform with a home page of its own. */
function sourceOf(id: string, hosts: readonly string[], overrides: Partial<AnySource> = {}): AnySource {
  const source = defineTownsSource({
    id,
    baseUrl: 'https://home-page.example',
    members: hosts.map((host) => ({ id: host })),
    async *fetch({ http, member, signal }) {
      for (let page = 0, next = true; next; page += 1) {
        const host = member.id.replace('again-', '')
        const { url, body } = await http.request(`https://${host}/api/list${page || ''}`, { signal })
        yield { kind: 'page', url, fetchedAt: 0, body }
        next = body.includes('"next":true')
      }
    },
  })
  return { ...source, ...overrides } as AnySource
}

const list = (...rows: readonly unknown[]) => JSON.stringify({ items: rows, next: false })
const good = { ref: 'a', title: 'A title' }
const renamed = { ref: 'b', name: 'A title' }

describe('doctor: upstreams', () => {
  const verdicts: [string, Answer, string, RegExp][] = [
    ['answers, and only the member is gone', clock.now(), 'ok', /a\.example answers$/],
    ['sends what a sync can read', list(good, renamed), 'ok', /a\.example answers$/],
    ['sends a form that is not known', '<p>Moved</p>', 'warn', /not answer as expected: .* is not JSON/],
    [
      'renamed a field',
      list(renamed, renamed),
      'warn',
      /not answer as expected: None of 2 rows could be read/,
    ],
    [
      'sends rows of which most cannot be read',
      list(good, renamed, renamed),
      'warn',
      /but 2 of 3 rows of a\.example cannot be read/,
    ],
    ['answers in an unknown form', new Failure('upstream_changed', 'x'), 'warn', /not answer as expected: x/],
    ['limits requests', new HostClosed({ host: 'a.example' }, 'limiting', 1000), 'warn', /limits requests/],
    ['refuses', new Failure('upstream_refused', 'It said 403.'), 'warn', /refuses: It said 403\./],
    [
      'does not answer',
      new Failure('upstream_unavailable', 'Timeout.'),
      'fail',
      /cannot be reached: Timeout\./,
    ],
  ]
  for (const [what, answer, status, found] of verdicts) {
    it(`are ${status} when one ${what}`, async () => {
      const [finding, ...others] = await examine({ 'a.example': answer })
      assert.equal(finding?.status, status)
      assert.match(finding.found, found)
      assert.deepEqual(others, [])
    })
  }

  it('are the hosts of the members, and not the home page of the platform', async () => {
    const asked: string[] = []
    const hosts = ['one', 'two', 'three', 'four'].map((name) => [`${name}.example`, list(good)] as const)
    const sources = [
      sourceOf('chains', [
        'one.example',
        'again-one.example',
        'two.example',
        'three.example',
        'four.example',
      ]),
      sourceOf('gazette', []),
    ]
    const findings = await examineUpstreams(
      { sources, writers },
      outboundOf(Object.fromEntries(hosts), asked),
      clock,
      signal,
    )
    assert.deepEqual(asked, [
      'https://one.example/api/list',
      'https://two.example/api/list',
      'https://three.example/api/list',
    ])
    assert.deepEqual(
      findings.map(({ check, found }) => `${check}: ${found}`),
      [
        'upstream chains: one.example answers',
        'upstream chains: two.example answers',
        'upstream chains: three.example answers',
      ],
    )
  })

  it('are asked what a sync would ask, not for robots.txt', async () => {
    const asked: string[] = []
    const plain = sourceOf('careful', ['a.example'])
    const careful = sourceOf('careful', ['a.example'], {
      async *fetch(context: Parameters<AnySource['fetch']>[0]) {
        await context.http.request('https://a.example/robots.txt', { signal: context.signal })
        yield* plain.fetch(context)
      },
    })
    const outbound = outboundOf({ 'a.example': list(good) }, asked)
    await examineUpstreams({ sources: [careful], writers }, outbound, clock, signal)
    assert.deepEqual(asked, ['https://a.example/api/list'])
  })

  it('leave out members that lack their token', async () => {
    const source = sourceOf('locked', ['a.example'], {
      // biome-ignore lint/correctness/useYield: it fails before the first response
      async *fetch() {
        throw new Failure('upstream_refused', 'It requires A_TOKEN, which is not configured.')
      },
    })
    assert.deepEqual(
      await examineUpstreams({ sources: [source], writers }, outboundOf({}), clock, signal),
      [],
    )
  })

  it('are asked three times at most for a member, and judged by the form of what they send', async () => {
    const asked: string[] = []
    const endless = JSON.stringify({ items: [renamed], next: true })
    const sources = [sourceOf('long', ['a.example'])]
    const outbound = outboundOf({ 'a.example': endless }, asked)
    const [finding] = await examineUpstreams({ sources, writers }, outbound, clock, signal)
    assert.deepEqual([finding?.status, asked.length], ['ok', 3])
  })

  it('report our clock when most of them disagree with it', async () => {
    const hourLater = clock.now() + 3_600_000
    const findings = await examine({
      'a.example': hourLater,
      'b.example': hourLater,
      'c.example': clock.now(),
    })
    assert.deepEqual(
      findings.filter(({ check }) => check === 'clock').map(({ status }) => status),
      ['fail'],
    )
  })

  it('do not report our clock when one of them disagrees', async () => {
    const findings = await examine({
      'a.example': Date.parse('1999-01-01'),
      'b.example': clock.now(),
      'c.example': Date.parse(toInstant(clock.now() - 3000)),
    })
    assert.ok(findings.every(({ check }) => check !== 'clock'))
  })
})
