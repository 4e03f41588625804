/** The test cases that every source must pass, against a fake upstream. A source's own test adds what is specific to it. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { type ErrorCode, isFailure } from '../../../src/core/errors.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import { toMemberRecords } from '../../../src/sync/publish/to-member-records.ts'
import type { Member, ParsedResponse, SourceDefinition } from '../../../src/sync/source.ts'
import { FakeClock } from '../fake-clock.ts'

export interface UpstreamRequest {
  readonly method: string
  readonly host: string
  /** With the query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface UpstreamReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Anything but a string is sent as JSON. */
  readonly body: unknown
}

/** By path with query, or a function. Undefined means 404. */
export type UpstreamReplies =
  | Readonly<Record<string, UpstreamReply>>
  | ((request: UpstreamRequest) => UpstreamReply | undefined)

export type SharedCase = 'empty list' | 'wrong shape' | 'truncated'

export interface SourceCases<Rec> {
  /** Default: the first member. */
  readonly member?: string
  /** The time of capture. */
  readonly now: string
  readonly upstream: UpstreamReplies
  /** The exact result. */
  readonly records: readonly Rec[]
  /** Number of dropped rows, by reason. Default: none. */
  readonly dropped?: Readonly<Record<string, number>>
  /** The same upstream with an empty list. */
  readonly empty?: UpstreamReplies
  /** Throws when a record does not match the service's schema. */
  check(record: Rec): void
  /** What a 404 means to this source. Default: `upstream_changed`. */
  readonly notFound?: ErrorCode | 'nothing'
  /** Cases that do not apply to this source; add a comment that says why. */
  readonly skip?: readonly SharedCase[]
}

export function testSource<M extends Member, Rec>(
  source: SourceDefinition<M, Rec>,
  cases: SourceCases<Rec>,
): void {
  const replay = (upstream: UpstreamReplies) => replaySource(source, cases, upstream)
  const always = (reply: UpstreamReply) => replay(() => reply)
  /** A case that does not apply is not registered at all. */
  const itUnlessSkipped = (name: SharedCase, title: string, test: () => Promise<void>) => {
    if (!cases.skip?.includes(name)) it(title, test)
  }

  describe(`${source.id}: shared cases`, () => {
    it('gives exactly these records', async () => {
      const { records, dropped } = await replay(cases.upstream)
      assert.deepEqual(records, cases.records)
      assert.deepEqual({ ...dropped }, cases.dropped ?? {})
    })

    it('gives records that match the schema of the service', async () => {
      const { records } = await replay(cases.upstream)
      for (const record of records) cases.check(record as Rec)
    })

    it('maps purely: the same responses give the same records and are not changed', async () => {
      const answers = (await fetchAll(source, cases, cases.upstream)).map(deepFreeze)
      assert.deepEqual(await toRecords(source, cases, answers), await toRecords(source, cases, answers))
    })

    itUnlessSkipped('empty list', 'gives nothing for an empty list', async () => {
      assert.ok(cases.empty, 'set `empty`, or skip the case')
      assert.deepEqual((await replay(cases.empty)).records, [])
    })

    for (const [status, code] of [
      [401, 'upstream_refused'],
      [403, 'upstream_refused'],
      [429, 'upstream_unavailable'],
      [500, 'upstream_unavailable'],
      [503, 'upstream_unavailable'],
    ] as const) {
      it(`reports ${status} as ${code}`, async () => {
        await assertFailsWith(always({ status, body: 'no' }), code)
      })
    }

    const { notFound = 'upstream_changed' } = cases
    it(`reports 404 as ${notFound}`, async () => {
      const result = always({ status: 404, body: 'none' })
      if (notFound === 'nothing') assert.deepEqual((await result).records, [])
      else await assertFailsWith(result, notFound)
    })

    it('reports silence as upstream_unavailable', async () => {
      const clock = new FakeClock(cases.now)
      const silence = () => {
        clock.advance(24 * 60 * 60_000)
        return 'silence' as const
      }
      await assertFailsWith(replaySource(source, cases, silence, clock), 'upstream_unavailable')
    })

    itUnlessSkipped('wrong shape', 'reports another shape as upstream_changed', async () => {
      await assertFailsWith(always({ body: { unexpected: true } }), 'upstream_changed')
    })

    itUnlessSkipped('truncated', 'reports half a response as upstream_changed', async () => {
      const halved = (request: UpstreamRequest) => {
        const reply = replyFor(cases.upstream, request)
        if (!reply) return undefined
        const text = toText(reply.body)
        return { ...reply, body: text.slice(0, Math.ceil(text.length / 2)) }
      }
      await assertFailsWith(replay(halved), 'upstream_changed')
    })
  })
}

type ReplayedCase = Pick<SourceCases<unknown>, 'member' | 'now'>

type UpstreamBehavior =
  | UpstreamReplies
  | ((request: UpstreamRequest) => UpstreamReply | 'silence' | undefined)

/** The records that a source gives for these responses. */
export async function replaySource<M extends Member, Rec>(
  source: SourceDefinition<M, Rec>,
  cases: ReplayedCase,
  upstream: UpstreamBehavior,
  clock?: Clock,
) {
  return toRecords(source, cases, await fetchAll(source, cases, upstream, clock))
}

function toRecords<M extends Member, Rec>(
  source: SourceDefinition<M, Rec>,
  cases: ReplayedCase,
  answers: readonly ParsedResponse[],
) {
  const writer = { service: source.service, write: () => assert.fail('nothing is written here') }
  return toMemberRecords(source, writer, memberOf(source, cases), answers, Date.parse(cases.now))
}

async function fetchAll<M extends Member, Rec>(
  source: SourceDefinition<M, Rec>,
  cases: ReplayedCase,
  upstream: UpstreamBehavior,
  clock: Clock = systemClock,
): Promise<ParsedResponse[]> {
  await using server = await startUpstream(upstream)
  await using outbound = createOutbound({
    userAgent: 'Broadsheet/test',
    hosts: allowedHosts([source]),
    overrideOrigin: () => ({ origin: server.origin }),
    attemptsMax: 1,
    clock,
  })
  const answers = source.fetch({
    http: outbound,
    member: memberOf(source, cases),
    baseUrl: source.baseUrl,
    nowMs: Date.parse(cases.now),
    signal: new AbortController().signal,
  })
  return await parseResponses(source, answers)
}

function memberOf<M extends Member, Rec>(source: SourceDefinition<M, Rec>, { member }: ReplayedCase): M {
  const found = member === undefined ? source.members[0] : source.members.find(({ id }) => id === member)
  assert.ok(found, `${source.id} has no member ${member ?? 'at all'}`)
  return found
}

async function startUpstream(upstream: UpstreamBehavior): Promise<AsyncDisposable & { origin: string }> {
  const server = createServer((request, response) => void respond(upstream, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function respond(
  upstream: UpstreamBehavior,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = replyFor(upstream, {
    method: request.method ?? 'GET',
    host: request.headers.host ?? '',
    path: request.url ?? '/',
    headers: request.headers,
    body: Buffer.concat(await Array.fromAsync(request)).toString('utf8'),
  })
  if (reply === 'silence') return
  const { status = 200, headers = {}, body } = reply ?? { status: 404, body: 'none' }
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
    ...headers,
  })
  response.end(toText(body))
}

function replyFor(upstream: UpstreamReplies, request: UpstreamRequest): UpstreamReply | undefined
function replyFor(upstream: UpstreamBehavior, request: UpstreamRequest): UpstreamReply | 'silence' | undefined
function replyFor(upstream: UpstreamBehavior, request: UpstreamRequest) {
  return typeof upstream === 'function' ? upstream(request) : upstream[request.path]
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

async function assertFailsWith(result: Promise<unknown>, code: ErrorCode): Promise<void> {
  const thrown = await result.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  assert.ok(isFailure(thrown), String(thrown))
  assert.equal(thrown.code, code)
}

function deepFreeze<Value>(value: Value): Value {
  // Bytes cannot be frozen; no mapping gets them.
  if (value instanceof Object && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFreeze(part)
  }
  return value
}
