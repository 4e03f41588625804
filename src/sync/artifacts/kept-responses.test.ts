import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UpstreamResponse } from '../source.ts'
import { KeptResponses } from './kept-responses.ts'

async function* respond(...bodies: readonly string[]): AsyncGenerator<UpstreamResponse> {
  for (const [at, body] of bodies.entries())
    yield { kind: 'page', url: `https://x.example/${at}`, fetchedAt: at, body }
}

describe('kept responses', () => {
  it('are those that were passed on, in their order, and can be taken once', async () => {
    const kept = new KeptResponses()
    const passedOn = await Array.fromAsync(kept.keep(respond('a', 'b', 'c')))
    assert.deepEqual(
      passedOn.map(({ body }) => body),
      ['a', 'b', 'c'],
    )
    const taken = kept.take()
    assert.ok(taken)
    assert.deepEqual(await Array.fromAsync(taken), passedOn)
    assert.equal(kept.take(), undefined)
  })

  it('are none if they are too long together, although all are passed on', async () => {
    const kept = new KeptResponses()
    const half = 'x'.repeat(2 * 1024 ** 2)
    assert.equal((await Array.fromAsync(kept.keep(respond(half, half, 'x', 'y')))).length, 4)
    assert.equal(kept.take(), undefined)
  })
})
