/** How changes are followed: positions, waiting, failures and the end. */

import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { Broadsheet, ChangesExpiredError } from '../src/index.ts'

interface Asked {
  readonly after: string | null
  readonly prefer: string | undefined
}

async function host(reply: (response: ServerResponse, number: number) => void) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const { prefer } = request.headers
    asked.push({ after: searchParams.get('after'), prefer: Array.isArray(prefer) ? prefer[0] : prefer })
    reply(response, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pauses: number[] = []
  const clock = {
    ms: 0,
    now: () => clock.ms,
    sleep: (ms: number, signal?: AbortSignal) => {
      if (ms <= 30_000) {
        pauses.push(ms)
        return Promise.resolve()
      }
      return new Promise<void>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    },
  }
  return {
    asked,
    pauses,
    clock,
    client: new Broadsheet({ baseUrl, clock, random: () => 0.5 }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const page = (position: string, ...numbers: number[]) => ({
  data: numbers.map((number) => ({ number })),
  meta: { changes_after: position },
})

async function take(stream: AsyncIterable<{ number: number }>, count: number): Promise<number[]> {
  const numbers: number[] = []
  for await (const { number } of stream) if (numbers.push(number) === count) break
  return numbers
}

describe('changes', () => {
  it('follow from one page to the next, wait for news, and go on where they were read to the end', async () => {
    await using server = await host((response, number) =>
      send(response, 200, number === 1 ? page('p1', 1, 2) : page(`p${number}`, 3, 4)),
    )
    const { notices } = server.client
    const stream = server.client.changes(notices.followNoticeChanges, { after: 'p0' })
    assert.deepEqual(await take(stream, 3), [1, 2, 3])
    assert.equal(stream.position, 'p1')
    assert.deepEqual(
      server.asked.map(({ after }) => after),
      ['p0', 'p1'],
    )
    assert.equal(server.asked[0]?.prefer, 'wait=20')
    assert.deepEqual(await take(stream, 2), [3, 4])
    assert.equal(server.asked[2]?.after, 'p1')
  })

  it('survive failures of the server', async () => {
    await using server = await host((response, number) =>
      number < 8
        ? send(response, 503, { error: { code: 'overloaded', message: 'busy' }, meta: {} })
        : send(response, 200, page('p1', 7)),
    )
    const stream = server.client.changes(server.client.notices.followNoticeChanges, { after: 'p0' })
    assert.deepEqual(await take(stream, 1), [7])
    assert.ok(server.pauses.length >= 7, String(server.pauses))
    assert.ok(server.asked.every(({ after }) => after === 'p0'))
  })

  it('pause, longer each time, if the server does not wait', async () => {
    await using server = await host((response, number) => {
      if (number === 4) server.clock.ms += 20_000
      if (number === 6)
        return send(response, 200, { data: [], meta: { changes_after: 'p6', has_more: true } })
      send(response, 200, number < 7 ? page(`p${number}`) : page('p7', 7))
    })
    const stream = server.client.changes(server.client.notices.followNoticeChanges, { after: 'p0' })
    assert.deepEqual(await take(stream, 1), [7])
    assert.deepEqual(server.pauses, [375, 750, 1500, 375])
  })

  it('end with an error if they are no longer stored', async () => {
    await using server = await host((response) =>
      send(response, 410, { error: { code: 'changes_expired', message: 'gone' }, meta: {} }),
    )
    const stream = server.client.changes(server.client.notices.followNoticeChanges, { after: 'p0' })
    await assert.rejects(take(stream, 1), ChangesExpiredError)
  })

  it('end when their signal is aborted', async () => {
    await using server = await host((response) => send(response, 200, page('p1', 1)))
    const abort = new AbortController()
    const { notices } = server.client
    const stream = server.client.changes(notices.followNoticeChanges, {}, { signal: abort.signal })
    const numbers: number[] = []
    for await (const { number } of stream) {
      numbers.push(number)
      abort.abort()
    }
    assert.deepEqual(numbers, [1])
  })
})
