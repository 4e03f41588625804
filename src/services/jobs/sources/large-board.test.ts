/** A large board is read in parts; a truncated one fails. */

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { createOutbound } from '../../../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'
import { allowedHosts } from '../../../sync/define-source.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { UpstreamResponse } from '../../../sync/source.ts'
import type { BoardRecord } from '../schema/records.ts'
import { greenhouse } from './adapters/greenhouse.ts'

const member = { id: 'large', key: 'large', name: 'Large', home: 'US' }
const nowMs = Date.UTC(2026, 10, 15)
const rows = 5_000
/** Together more than 16 MB. */
const content = `&lt;p&gt;We build &amp;amp; repair.&lt;/p&gt; ${'Steel, copper and tin. '.repeat(180)}`

function row(id: number): string {
  return JSON.stringify({
    id,
    internal_job_id: id,
    title: `Welder ${id}`,
    absolute_url: `https://job-boards.greenhouse.io/large/jobs/${id}`,
    location: { name: 'Toledo, OH' },
    content,
  })
}

describe('a board of twenty megabytes', () => {
  let endsAfter = Number.POSITIVE_INFINITY
  let requests = 0
  let outbound: OutboundClient
  const server = createServer((_, response) => {
    requests += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    pipeline(list, response).catch(() => response.destroy())
  })

  function* list(): Generator<string> {
    yield '{"jobs":['
    for (let id = 1; id <= rows; id++) {
      if (id > endsAfter) throw new Error('closed early')
      yield `${id > 1 ? ',' : ''}${row(id)}`
    }
    yield `],"meta":{"total":${rows}}}`
  }

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    outbound = createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: allowedHosts([greenhouse]),
      overrideOrigin: () => ({ origin }),
      attemptsMax: 1,
    })
  })
  after(async () => {
    await outbound?.[Symbol.asyncDispose]()
    server.close()
    server.closeAllConnections()
  })

  const fetched = () =>
    greenhouse.fetch({
      http: outbound,
      member,
      baseUrl: greenhouse.baseUrl,
      nowMs,
      signal: AbortSignal.timeout(600_000),
    })

  it('is read completely, in parts, with long texts compressed', async () => {
    const responses: UpstreamResponse[] = await Array.fromAsync(fetched())
    assert.ok(responses.length > 5 && responses.every(({ body }) => body.length < 4_000_000))
    const parsed = await parseResponses(
      greenhouse as never,
      (async function* () {
        yield* responses
      })(),
    )
    assert.ok(JSON.stringify(parsed).length < 3_000_000)
    const records: BoardRecord[] = [...greenhouse.toRecords(parsed, { member, nowMs, drop: assert.fail })]
    assert.equal(records.filter(({ type }) => type === 'posting').length, rows)
    assert.equal(records.filter(({ type }) => type === 'note').length, 0)
  })

  it('fails if the connection is closed early', async () => {
    endsAfter = 4_900
    requests = 0
    await assert.rejects(Array.fromAsync(fetched()), /before the response was complete/)
    assert.equal(requests, 2)
  })
})
