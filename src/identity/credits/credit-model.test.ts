/** Many callers at once, some of whom do not read, hang up or repeat themselves, against a model of what each must pay. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, it } from 'node:test'
import { type IdentityFixture, openIdentityFixture } from '../../../test/support/server/identity-fixture.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'

/** What the caller does when the head of the response is there. */
const readers = ['reads to the end', 'hangs up at once', 'hangs up in the middle', 'never reads'] as const
type Reader = (typeof readers)[number]

interface Call {
  readonly reader: Reader
  readonly credits: number
  /** Chunks of 64 KiB: more than the buffers of a connection hold, so that an unread response waits. */
  readonly chunks: number
  readonly fails: boolean
  readonly idempotencyKey: string | undefined
}

interface Outcome extends Call {
  readonly status: number
  readonly isReplayed: boolean
}

const callsPerRound = 60
const allowance = 1000

/** A small generator, so that a failure can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomCall(random: (below: number) => number): Call {
  const key = random(3) === 0 ? random(6) : undefined
  return {
    reader: readers[random(readers.length)] ?? 'reads to the end',
    // The body is the same for the same key.
    credits: key === undefined ? 1 + random(9) : key + 1,
    chunks: key === undefined ? random(2) * 200 : key === 5 ? 100 : key,
    fails: key === undefined && random(6) === 0,
    idempotencyKey: key === undefined ? undefined : `key-${key}`,
  }
}

/** Requests whose body is not read stay open until `end`. */
async function send(server: IdentityFixture, apiKey: string, call: Call, end: Promise<void>) {
  const { credits, chunks, fails, idempotencyKey } = call
  const sent = request(`${server.origin}/v1/snapshot`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'x-request-id': 'chosen-by-the-caller',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  })
  sent.end(JSON.stringify({ credits, ...(chunks > 0 ? { chunks } : {}), ...(fails ? { fails } : {}) }))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  sent.on('error', () => {})
  response.on('error', () => {})
  await receive(response, call.reader, end)
  const isReplayed = response.headers['idempotency-replayed'] === 'true'
  return { ...call, status: response.statusCode ?? 0, isReplayed } satisfies Outcome
}

async function receive(response: IncomingMessage, reader: Reader, end: Promise<void>): Promise<void> {
  if (reader === 'reads to the end') {
    response.resume()
    await once(response, 'end')
    assert.ok(response.complete)
    return
  }
  if (reader === 'hangs up in the middle') await once(response, 'readable')
  if (reader === 'never reads') await end
  response.destroy()
}

/** A response without a key is paid for when it was sent; one with a key once, and then it is replayed for nothing. */
function owed(outcomes: readonly Outcome[]): number {
  const sent = outcomes.filter(({ status }) => status === 200)
  const withoutKey = sent.filter(({ idempotencyKey }) => idempotencyKey === undefined)
  const perKey = new Map(sent.map(({ idempotencyKey, credits }) => [idempotencyKey, credits]))
  perKey.delete(undefined)
  const sum = (credits: Iterable<number>) => [...credits].reduce((total, amount) => total + amount, 0)
  return sum(withoutKey.map(({ credits }) => credits)) + sum(perKey.values())
}

for (const engine of testEngines) {
  describe(`${engine.name}: credits of callers who hang up, do not read and repeat`, {
    skip: engine.skip,
  }, () => {
    for (const seed of [1, 2, 3]) {
      it(`are exactly what was sent (seed ${seed})`, async () => {
        await using database = await engine.borrowDatabase()
        await using store = await database.openStore()
        await using server = await openIdentityFixture({
          store,
          allowances: { perDayAnonymous: 50, perMonthIdentified: allowance },
        })
        const { key } = await server.signIn('model@example.org')
        const random = randomNumbers(seed)
        const calls = Array.from({ length: callsPerRound }, () => randomCall(random))
        const end = Promise.withResolvers<void>()
        const pending = calls.map((call) => send(server, key, call, end.promise))
        const isWaiting = (call: Call) => call.reader === 'never reads'
        await Promise.all(pending.filter((_, n) => !isWaiting(calls[n] as Call)))
        end.resolve()
        const outcomes = await Promise.all(pending)

        for (const { status, fails, idempotencyKey, isReplayed } of outcomes) {
          const expected = fails ? [500] : idempotencyKey === 'key-5' ? [422, 409] : [200, 409]
          assert.ok(expected.includes(status), `${status} for ${idempotencyKey}`)
          if (isReplayed) assert.equal(status, 200)
        }
        const firsts = outcomes.filter((one) => one.idempotencyKey && one.status === 200 && !one.isReplayed)
        assert.equal(new Set(firsts.map((one) => one.idempotencyKey)).size, firsts.length)
        const { json } = await server.request('GET', '/v1/usage', { headers: { 'x-api-key': key } })
        const { used, available } = json.data.credits
        assert.deepEqual([used, available], [owed(outcomes), allowance - owed(outcomes)])
        const held = await server.ledger.read
          .selectFrom('credit_entry')
          .select('id')
          .where('state', '=', 'held')
          .execute()
        assert.deepEqual(held, [])
      })
    }
  })
}
