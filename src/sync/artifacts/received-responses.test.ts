import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UpstreamResponse } from '../source.ts'
import { ReceivedResponses } from './received-responses.ts'

let open = 0

async function* respond(...bodies: readonly string[]): AsyncGenerator<UpstreamResponse> {
  open += 1
  try {
    for (const [at, body] of bodies.entries())
      yield { kind: 'page', url: `https://x.example/${at}`, fetchedAt: at, body }
  } finally {
    open -= 1
  }
}

const half = 'x'.repeat(2 * 1024 ** 2)

describe('received responses', () => {
  it('are passed on in their order, and can then be taken once', async () => {
    await using received = await ReceivedResponses.receive(respond('a', 'b', 'c'))
    const passedOn = await Array.fromAsync(received.all())
    assert.deepEqual(
      passedOn.map(({ body }) => body),
      ['a', 'b', 'c'],
    )
    const taken = received.take()
    assert.ok(taken)
    assert.deepEqual(await Array.fromAsync(taken), passedOn)
  })

  it('are all passed on although they do not fit in memory, and cannot be taken then', async () => {
    await using received = await ReceivedResponses.receive(respond(half, half, 'x', 'y', 'z'))
    const passedOn = await Array.fromAsync(received.all())
    assert.deepEqual(
      passedOn.map(({ body }) => body.at(-1)),
      ['x', 'x', 'x', 'y', 'z'],
    )
    assert.equal(received.take(), undefined)
    assert.equal(received.digest(''), undefined)
  })

  it('have a digest of what they say, not of when they were received', async () => {
    const digestOf = async (prefix: string, ...responses: readonly UpstreamResponse[]) => {
      await using received = await ReceivedResponses.receive(toAsync(responses))
      return received.digest(prefix)
    }
    const page = { kind: 'page', url: 'https://x.example/0', fetchedAt: 1, body: 'one' }
    const other = { ...page, body: 'two' }
    const digest = await digestOf('1', page, other)
    assert.equal(await digestOf('1', { ...page, fetchedAt: 2 }, other), digest)
    for (const [prefix, ...responses] of [
      ['2', page, other],
      ['1', other, page],
      ['1', page],
      ['1', page, { ...other, url: 'https://x.example/1' }],
      ['1', page, { ...other, kind: 'detail' }],
      ['1', { ...page, body: 'on' }, { ...other, body: 'etwo' }],
    ] as const)
      assert.notEqual(await digestOf(prefix, ...responses), digest)
  })

  it('have a digest without the texts of ignored fields, and with everything else', async () => {
    const digestOf = async (body: string) => {
      const response = { kind: 'list', url: 'https://x.example/0', fetchedAt: 1, body }
      await using received = await ReceivedResponses.receive(
        toAsync([{ ...response, bytes: Buffer.from(body) }]),
      )
      return received.digest('1', ['updated_at', 'seen'])
    }
    const digest = await digestOf('[{"id":1,"updated_at":"1 May","seen":"x"},{"id":2,"updated_at":"2 May"}]')
    for (const same of [
      '[{"id":1,"updated_at":"2 May","seen":"x"},{"id":2,"updated_at":"3 May"}]',
      '[{"id":1,"updated_at":"","seen":"longer – é"},{"id":2,"updated_at":"11 May"}]',
    ])
      assert.equal(await digestOf(same), digest)
    for (const other of [
      '[{"id":3,"updated_at":"1 May","seen":"x"},{"id":2,"updated_at":"2 May"}]',
      '[{"id":1,"updated_at":"1 May","seen":"x"},{"id":2,"updated_at":"2 May","a":1}]',
      '[{"id":1,"updated_at":null,"seen":"x"},{"id":2,"updated_at":"2 May"}]',
      '[{"id":1,"updated_at":"1 May","seen":"x"},{"id":2,"updated_at":"2 May\\"}]',
      '[{"id":1,"updated_at":"1 May","seen":"x"},{"id":2,"updated_at":"2 May',
    ])
      assert.notEqual(await digestOf(other), digest, other)
    const inText = (day: number) => digestOf(JSON.stringify([{ content: `{"updated_at":"${day} May"}` }]))
    assert.notEqual(await inText(1), await inText(2))
  })

  it('have the same digest with and without their bytes, which are released once they are stored', async () => {
    const page = { kind: 'page', url: 'https://x.example/0', fetchedAt: 1, body: 'café – 🗞️' }
    await using plain = await ReceivedResponses.receive(toAsync([page]))
    await using received = await ReceivedResponses.receive(
      toAsync([{ ...page, bytes: Buffer.from(page.body) }]),
    )
    assert.equal(received.digest('1'), plain.digest('1'))
    assert.deepEqual(await Array.fromAsync(received.take() ?? []), [page])
  })

  it('are requested no longer if nobody reads the rest', async () => {
    {
      await using _ = await ReceivedResponses.receive(respond(half, half, 'x', 'y'))
      assert.equal(open, 1)
    }
    assert.equal(open, 0)
  })
})

async function* toAsync(responses: readonly UpstreamResponse[]): AsyncGenerator<UpstreamResponse> {
  yield* responses
}
