/** The exact requests for trust centers, and what strict simulated hosts make of others. A change of a request changes `test/support/trust/requests.ts`. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts'
import { unusualProboHosts } from '../../../../sandbox/trust/hosts.ts'
import { trustHosts, trustMembers } from '../../../../sandbox/trust/index.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import {
  assertRequests,
  get,
  type Rewrite,
  recordRequests,
} from '../../../../test/support/sandbox/recorded-requests.ts'
import { pageRequests, providerRequests } from '../../../../test/support/trust/requests.ts'
import { systemClock } from '../../../core/clock.ts'
import { isFailure } from '../../../core/errors.ts'
import { createOutbound } from '../../../core/outbound/create-outbound.ts'
import { allowedHosts } from '../../../sync/define-source.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { CenterRecord, TrustMember } from '../schema/records.ts'
import { adapters } from './adapters/index.ts'
import { trustSources } from './index.ts'

const now = '2026-11-15T06:00:00Z'
let sandbox: Sandbox
before(async () => {
  sandbox = await startSandbox({ clock: new FakeClock(now), seed: 'spring', hosts: trustHosts })
})
after(() => sandbox.close())

async function read(member: TrustMember, rewrite?: Rewrite) {
  const source = trustSources([member], async () => undefined).find(({ id }) => id !== 'trust-directory')
  assert.ok(source)
  await using outbound = createOutbound({
    userAgent: 'Broadsheet/test',
    hosts: allowedHosts([source]),
    overrideOrigin: () => ({ origin: sandbox.origin }),
    pauseBetweenRequests: false,
    attemptsMax: 1,
    clock: systemClock,
  })
  const { http, sent } = recordRequests(outbound, rewrite)
  const nowMs = Date.parse(now)
  const signal = AbortSignal.timeout(600_000)
  const responses = source.fetch({ http, member, baseUrl: source.baseUrl, nowMs, signal })
  const parsed = await parseResponses(source, responses)
  const [record] = [...source.toRecords(parsed, { member, nowMs, drop() {} })] as CenterRecord[]
  assert.ok(record)
  return { sent, record }
}

/** The first member of a provider that is not behind a gate. */
function memberOf(provider: string, at = 0): TrustMember {
  const member = trustMembers().filter((one) => one.provider === provider)[at]
  assert.ok(member)
  return member
}

function countOf({ items }: CenterRecord, surface: string): number {
  return items.filter((item) => item.surface === surface).length
}

describe('the requests for trust centers', () => {
  for (const [provider, { rows }] of Object.entries(providerRequests)) {
    it(`of ${provider} are those of the table`, async () => {
      const { payload_url: _, ...member } = memberOf(provider)
      assertRequests((await read(member)).sent, rows)
    })
  }

  it('of the other providers are the page that the registry names, which is all that is known of them', () => {
    const others = adapters.filter(({ provider }) => !(provider in providerRequests))
    assert.ok(others.length > 10)
    const member = { ...memberOf('vanta'), url: 'https://trust.acme.example/' }
    for (const { steps, provider } of others) {
      const requests = steps({ ...member, provider }).map(({ url, body }) => ({
        request: `${body === undefined ? 'GET' : 'POST'} ${url}`,
        headers: {},
        body: undefined,
      }))
      assertRequests(requests, pageRequests.rows)
    }
  })

  it('of the directory are the list in its repository', async () => {
    const directory = trustSources([], async () => undefined)[0]
    const [member] = directory?.members ?? []
    assert.ok(directory && member)
    const http = {
      request: async (url: string) => ({ status: 200, url, headers: {}, body: '{"data":[]}', receivedAt: 0 }),
    }
    const { http: recorder, sent } = recordRequests(http)
    const { baseUrl } = directory
    const signal = AbortSignal.timeout(600_000)
    await Array.fromAsync(directory.fetch({ http: recorder, member, baseUrl, nowMs: 0, signal }))
    assertRequests(sent, [
      get(
        'https://raw.githubusercontent.com/trustlists/trustlists-data/main/data/trust-centers.json',
        'The repository itself, May 2026; the list is under `data`.',
      ),
    ])
  })

  it('of an operator’s file are the file alone, which no robots.txt concerns', async () => {
    const member = memberOf('trustcloud')
    const evidence = 'A file of the operator.'
    assertRequests((await read(member)).sent, [get(member.payload_url ?? '', evidence)])
  })
})

describe('Probo', () => {
  it('refuses a query with a field that documents do not have', async () => {
    const oldQuery: Rewrite = (url, request) => [
      url,
      request.body === undefined
        ? request
        : {
            ...request,
            body: request.body.replaceAll('id title documentType', 'id title documentType visibility'),
          },
    ]
    await assert.rejects(read(memberOf('probo'), oldQuery), (thrown) => isFailure(thrown, 'upstream_changed'))
    const { record } = await read(memberOf('probo'))
    assert.ok(countOf(record, 'documents') > 0)
  })

  it('is read page by page, because it returns at most 500 rows', async () => {
    const member = { ...memberOf('probo'), url: `https://${unusualProboHosts.long}/` }
    const { sent, record } = await read(member)
    assert.equal(countOf(record, 'subprocessors'), 1200)
    assert.deepEqual(record.incomplete, [])
    assert.equal(sent.length, 4)
    // Earlier versions asked for a thousand rows, and not whether there are more.
    const oldQuery: Rewrite = (url, request) => [
      url,
      {
        ...request,
        ...(request.body && {
          body: request.body
            .replaceAll('first: 500', 'first: 1000')
            .replaceAll(' pageInfo { hasNextPage endCursor }', ''),
        }),
      },
    ]
    assert.equal(countOf((await read(member, oldQuery)).record, 'subprocessors'), 500)
  })

  it('is read up to a limit if its pages never end, and the list is incomplete', async () => {
    const member = { ...memberOf('probo'), url: `https://${unusualProboHosts.long}/` }
    const fromStart: Rewrite = (url, request) => [
      url,
      {
        ...request,
        ...(request.body && { body: request.body.replaceAll(/after: \\"\d+\\"/g, 'after: \\"0\\"') }),
      },
    ]
    const { sent, record } = await read(member, fromStart)
    assert.equal(sent.length, 22)
    assert.deepEqual(record.incomplete, ['subprocessors'])
  })

  it('of an earlier version is read at its earlier address', async () => {
    const member = { ...memberOf('probo'), url: `https://${unusualProboHosts.older}/` }
    const { sent, record } = await read(member)
    assert.deepEqual(
      sent.map(({ request }) => request.replace(`https://${unusualProboHosts.older}`, '')),
      ['GET /robots.txt', 'POST /graphql', 'POST /api/trust/v1/graphql'],
    )
    assert.equal(record.gate, 'none')
    assert.ok(countOf(record, 'documents') > 0)
    const oldUrl: Rewrite = (url, request) => [url.replace('/api/trust/v1/graphql', '/graphql'), request]
    assert.equal((await read(member, oldUrl)).record.gate, 'gone')
  })
})

describe('Comp AI', () => {
  it('has an empty body where the overview is hidden, which costs nothing else', async () => {
    const bodies = new Set<string>()
    for (let at = 0; at < 6; at++) {
      const { record } = await read(memberOf('comp_ai', at))
      assert.ok(countOf(record, 'subprocessors') > 0)
      const overview = record.evidence.find(({ url }) => url.endsWith('/overview'))
      bodies.add(overview?.bytes === null ? 'empty' : 'text')
    }
    assert.ok(bodies.has('empty'))
  })

  it('has only a page at a host of the company’s own, which does not say what the API calls the center', async () => {
    const { handle: _, url, ...center } = memberOf('comp_ai')
    const member = { ...center, url: 'https://trust.example.com/' }
    const { sent, record } = await read(member, (target, request) => [
      target === member.url ? url : target,
      request,
    ])
    assert.deepEqual(
      sent.map(({ request }) => request),
      ['GET https://trust.example.com/robots.txt', `GET ${url}`],
    )
    assert.ok(countOf(record, 'certifications') > 0)
    assert.equal(record.states.subprocessors, 'not_read')
  })

  it('does not publish the vendors of a draft', async () => {
    const member = memberOf('comp_ai')
    const { sent, record } = await read({ ...member, handle: `draft-of-${member.id}` })
    assert.equal(record.gate, 'gone')
    assert.equal(record.items.length, 0)
    assert.equal(sent.length, 2)
    // Earlier versions asked for the vendors first.
    const skipsCheck: Rewrite = (url, request) => [
      url.replace(`draft-of-${member.id}/faqs`, `${member.id}/faqs`),
      request,
    ]
    const old = await read({ ...member, handle: `draft-of-${member.id}` }, skipsCheck)
    assert.ok(countOf(old.record, 'subprocessors') > 0)
  })
})

describe('Vanta', () => {
  it('responds to any path, so a wrong path is not a missing center', async () => {
    const { payload_url: _, ...member } = memberOf('vanta')
    const { record } = await read({ ...member, url: `${member.url}nowhere` })
    assert.equal(record.gate, 'signed_api')
  })
})
