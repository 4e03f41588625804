/** A board too large for one piece comes in as parts; one that breaks off closes nothing. */

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { createOutbound } from '../../../core/outbound/create-outbound.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import { allowedHosts, type UpstreamResponse } from '../../../sync/source.ts'
import type { BoardRecord } from '../schema/records.ts'
import { greenhouse } from './greenhouse.ts'

const member = { id: 'large', key: 'large', name: 'Large', home: 'US' }
const nowMs = Date.UTC(2026, 10, 15)
const rows = 5_000
/** Together more than 16 MB. */
const content = '&lt;p&gt;We build &amp;amp; repair.&lt;/p&gt; '.repeat(100)

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
  let breaksAfter = Number.POSITIVE_INFINITY
  let asked = 0
  let outbound: OutboundClient
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    pipeline(list, response).catch(() => response.destroy())
  })

  function* list(): Generator<string> {
    yield '{"jobs":['
    for (let id = 1; id <= rows; id++) {
      if (id > breaksAfter) throw new Error('broken off')
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
      signal: AbortSignal.timeout(60_000),
    })

  it('is read in parts, completely, and of its texts only a digest is held', async () => {
    const answers: UpstreamResponse[] = await Array.fromAsync(fetched())
    assert.ok(answers.length > 5 && answers.every(({ body }) => body.length < 4_000_000))
    const parsed = await parseResponses(
      greenhouse as never,
      (async function* () {
        yield* answers
      })(),
    )
    assert.ok(JSON.stringify(parsed).length < 3_000_000)
    const records: BoardRecord[] = [...greenhouse.toRecords(parsed, { member, nowMs, drop: assert.fail })]
    assert.equal(records.filter(({ type }) => type === 'posting').length, rows)
    assert.equal(records.filter(({ type }) => type === 'note').length, 0)
  })

  it('fails as a whole when it breaks off', async () => {
    breaksAfter = 4_900
    asked = 0
    await assert.rejects(Array.fromAsync(fetched()), /before the response was complete/)
    assert.equal(asked, 2)
  })
})
