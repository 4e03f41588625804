import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/core/clock.ts'
import { type TestAnswer, TestClient } from '../../test/support/sandbox/sandbox-client.ts'
import { json, route } from '../host.ts'
import { startSandbox } from '../server.ts'

describe('control.sandbox', () => {
  async function open() {
    const hosts = [{ host: 'shop.sandbox', routes: [route('GET /items', () => json([1]))] }]
    const sandbox = await startSandbox({ clock: systemClock, seed: 'spring', hosts })
    const client = new TestClient(sandbox)
    return {
      sandbox,
      client,
      put: (body: unknown): Promise<TestAnswer> =>
        client.ask('control.sandbox/faults', {
          method: 'PUT',
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      async [Symbol.asyncDispose]() {
        await client[Symbol.asyncDispose]()
        await sandbox.close()
      },
    }
  }

  it('sets, lists and clears faults', async () => {
    await using opened = await open()
    const { client } = opened
    const fault = { host: 'shop.sandbox', path: '/items', kind: 'status', status: 503, times: 5 }
    const set = await opened.put({ faults: [fault] })
    assert.deepEqual([set.status, JSON.parse(set.body).faults[0].fault], [200, fault])

    assert.equal((await client.ask('shop.sandbox/items')).status, 503)
    const shown = await client.ask('control.sandbox/faults')
    assert.deepEqual(JSON.parse(shown.body).faults, [{ id: 1, fault, matched: 1, applied: 1 }])

    const cleared = await client.ask('control.sandbox/faults', { method: 'DELETE' })
    assert.equal(cleared.status, 204)
    assert.equal((await client.ask('shop.sandbox/items')).status, 200)
  })

  it('refuses malformed faults with a reason, and keeps the current ones', async () => {
    await using opened = await open()
    await opened.put({ faults: [{ host: 'shop.sandbox', kind: 'lie' }] })
    const bad: readonly [unknown, RegExp][] = [
      ['{', /the body must be JSON/],
      ['', /the body must be JSON/],
      ['null', /the body must be JSON/],
      [{ faults: 1 }, /the body must be JSON/],
      [{ faults: [7] }, /kind: must be one of/],
      [{ faults: [{ host: 'nowhere', kind: 'lie' }] }, /nowhere matches none of shop\.sandbox/],
      [
        {
          faults: [
            { host: '*', kind: 'html' },
            { host: '*', kind: 'lie', __proto__x: 1 },
          ],
        },
        /unknown for this kind/,
      ],
      [{ faults: Array.from({ length: 1_001 }, () => ({ host: '*', kind: 'lie' })) }, /at most 1000/],
    ]
    for (const [body, problem] of bad) {
      const answer = await opened.put(body)
      assert.equal(answer.status, 400)
      assert.match(JSON.parse(answer.body).problems.join('; '), problem)
    }
    assert.deepEqual(
      opened.sandbox.faults.list().map((one) => one.fault.kind),
      ['lie'],
    )
  })

  it('is not affected by faults', async () => {
    await using opened = await open()
    await opened.put({ faults: [{ host: '*', kind: 'hang' }] })
    assert.equal((await opened.client.ask('control.sandbox/faults')).status, 200)
  })

  it('does not allow requests from other sites', async () => {
    await using opened = await open()
    const answer = await opened.client.ask('control.sandbox/faults', { method: 'OPTIONS' })
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [405, undefined])
  })
})
