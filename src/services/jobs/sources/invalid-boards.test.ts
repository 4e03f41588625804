/** Boards that return status 200 and something other than their list. */

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { createOutbound } from '../../../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'
import { allowedHosts } from '../../../sync/define-source.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import { lever } from './adapters/lever.ts'

const member = { id: 'acme', key: 'acme', name: 'Acme', home: 'FR' }
const nowMs = Date.UTC(2026, 10, 15)

function row(id: string, title: string): string {
  return JSON.stringify({ id, text: title, hostedUrl: `https://jobs.lever.co/acme/${id}`, categories: {} })
}

describe('a board with an invalid response of status 200', () => {
  let body: () => Iterable<string | Buffer> = () => []
  let type = 'application/json'
  let outbound: OutboundClient
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type })
    pipeline(body, response).catch(() => response.destroy())
  })
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const hosts = allowedHosts([lever])
    outbound = createOutbound({ userAgent: 'Broadsheet/test', hosts, overrideOrigin: () => ({ origin }) })
  })
  after(async () => {
    await outbound?.[Symbol.asyncDispose]()
    server.close()
    server.closeAllConnections()
  })

  async function read(): Promise<BoardRecord[]> {
    const signal = AbortSignal.timeout(600_000)
    const responses = lever.fetch({ http: outbound, member, baseUrl: lever.baseUrl, nowMs, signal })
    const parsed = await parseResponses(lever as never, responses)
    return [...lever.toRecords(parsed, { member, nowMs, drop: () => {} })]
  }

  it('is mapped row by row, so that the work can pause', async () => {
    const parsed = await parseResponses(
      lever as never,
      (async function* () {
        const body = `[${row('1', 'Welder')},{"id":"2"},${row('3', 'Miller')}]`
        yield { kind: 'postings', url: 'https://api.lever.co/', fetchedAt: nowMs, body }
      })(),
    )
    const steps: string[] = []
    for (const record of lever.toRecords(parsed, { member, nowMs, drop: () => steps.push('dropped') }))
      steps.push(record.type)
    assert.deepEqual(steps, ['posting', 'dropped', 'posting', 'listed'])
  })

  const titles = (records: readonly BoardRecord[]) =>
    records.filter((record): record is Posting => record.type === 'posting').map(({ title }) => title)

  for (const [what, ...chunks] of [
    ['has an empty body', ''],
    ['is truncated', `[${row('1', 'Welder')},{"id":"2"`],
    ['is an HTML page', '<!doctype html><p>Sorry'],
    ['has another shape', '{"jobs":[]}'],
  ] as const) {
    it(`is rejected if it ${what}`, async () => {
      body = () => chunks
      await assert.rejects(read(), (error) => isFailure(error, 'upstream_changed'))
    })
  }

  it('is rejected if it lists a million postings', async () => {
    body = function* () {
      yield '['
      for (let from = 0; from < 1_000_000; from += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, at) => row(String(from + at), 'Welder'))
        yield `${from > 0 ? ',' : ''}${rows.join()}`
      }
      yield ']'
    }
    await assert.rejects(read(), /more than 200000 rows/)
  })

  it('is decoded with the declared encoding', async () => {
    type = 'application/json; charset=iso-8859-1'
    body = () => [Buffer.from(`[${row('1', 'Ingénieur à Orléans')}]`, 'latin1')]
    assert.deepEqual(titles(await read()), ['Ingénieur à Orléans'])
    type = 'application/json'
    body = () => [Buffer.from(`\ufeff[${row('1', 'Ingénieur')}]`, 'utf16le')]
    assert.deepEqual(titles(await read()), ['Ingénieur'])
  })

  it('is incomplete if rows have no id', async () => {
    body = () => [`[${row('1', 'Welder')},{"text":"Baker"},null,7]`]
    const records = await read()
    assert.deepEqual(titles(records), ['Welder'])
    assert.deepEqual(records.at(-1), { type: 'note', verdict: 'incomplete', reason: 'a row has no id' })
  })
})
