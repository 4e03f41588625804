import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/host-closed.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import type { FetchingSource } from './first-requests.ts'
import { examineUpstreams } from './upstreams.ts'

const clock = new FakeClock()
const signal = new AbortController().signal

/** Each host responds with this Date header, or throws this. */
function outboundOf(hosts: Readonly<Record<string, number | Failure>>): Outbound {
  return {
    async request(url) {
      const answer = hosts[new URL(url).host]
      if (answer instanceof Failure) throw answer
      const headers = { date: new Date(answer ?? 0).toUTCString() }
      return { status: 404, url, headers, body: '', receivedAt: clock.now() }
    },
  }
}

async function examine(hosts: Readonly<Record<string, number | Failure>>) {
  const upstreams = Object.keys(hosts).map((host) => sourceOf(host.split('.')[0] ?? '', [host]))
  return await examineUpstreams(upstreams, outboundOf(hosts), clock, signal)
}

/** A source whose members are hosts, on a platform with a home page of its own. */
function sourceOf(id: string, hosts: readonly string[]): FetchingSource {
  return {
    id,
    baseUrl: 'https://home-page.example',
    members: hosts.map((host) => ({ id: host })),
    async *fetch({ http, member, signal }) {
      const { url, body } = await http.request(`https://${member.id}/api/list`, { signal })
      yield { kind: 'list', url, fetchedAt: 0, body }
    },
  }
}

describe('doctor: upstreams', () => {
  const verdicts: [string, number | Failure, string, RegExp][] = [
    ['answers, whatever it says', clock.now(), 'ok', /a\.example answers/],
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
    const outbound: Outbound = {
      async request(url) {
        asked.push(url)
        return { status: 200, url, headers: {}, body: '', receivedAt: 0 }
      },
    }
    const sources = [
      sourceOf('chains', ['one.example', 'one.example', 'two.example', 'three.example', 'four.example']),
      sourceOf('gazette', []),
    ]
    const findings = await examineUpstreams(sources, outbound, clock, signal)
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
    const outbound: Outbound = {
      async request(url) {
        asked.push(url)
        return { status: 200, url, headers: {}, body: '', receivedAt: 0 }
      },
    }
    const plain = sourceOf('careful', ['a.example'])
    const careful: FetchingSource = {
      ...plain,
      async *fetch(context) {
        await context.http.request('https://a.example/robots.txt', { signal: context.signal })
        yield* plain.fetch(context)
      },
    }
    await examineUpstreams([careful], outbound, clock, signal)
    assert.deepEqual(asked, ['https://a.example/api/list'])
  })

  it('leave out members that lack their token', async () => {
    const source: FetchingSource = {
      ...sourceOf('locked', ['a.example']),
      // biome-ignore lint/correctness/useYield: it fails before the first response
      async *fetch() {
        throw new Failure('upstream_refused', 'It requires A_TOKEN, which is not configured.')
      },
    }
    assert.deepEqual(await examineUpstreams([source], outboundOf({}), clock, signal), [])
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
