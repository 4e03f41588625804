/** A server whose jobs are searched in ClickHouse: indexed by a command, down, and back. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ServerProcess, startSyncedServerProcess } from '../../support/server/server-process.ts'
import { ClickHouseServer, clickHouseSkip } from '../../support/store/clickhouse-server.ts'

const jobs = '/data/job-postings/v1/jobs'

interface Envelope {
  readonly data: readonly { readonly id: string }[]
  readonly meta?: { readonly pagination?: unknown }
  readonly error: { readonly code: string }
}

describe('a server with ANALYTICS_URL', { skip: clickHouseSkip }, () => {
  let engine: ClickHouseServer
  let served: ServerProcess

  before(async () => {
    engine = await ClickHouseServer.start()
    served = await startSyncedServerProcess([], {
      ANALYTICS_URL: engine.url,
      LIMIT_ANONYMOUS_PER_SECOND: '2000',
    })
  })
  after(async () => {
    served?.[Symbol.dispose]()
    await engine?.[Symbol.asyncDispose]()
  })

  const get = async (path: string) => {
    const response = await fetch(`${served.origin}${path}`, { headers: { 'cache-control': 'no-cache' } })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope }
  }
  const searches = [
    `${jobs}/search?q=engineer&sort=relevance&limit=20`,
    `${jobs}/search?q=senior%20eng*&limit=20`,
    `${jobs}/search?department=Engineering&sort=salary&limit=20`,
    `${jobs}/search?q=-manager&near=Berlin&sort=distance&limit=20`,
    `${jobs}/facets?field=city&q=engineer&limit=50`,
    `${jobs}/suggest?q=eng`,
  ]
  const answers = async () => {
    const found = await Promise.all(searches.map(get))
    return found.map(({ status, body }) => ({ status, data: body.data, pagination: body.meta?.pagination }))
  }
  let expected: Awaited<ReturnType<typeof answers>>

  it('searches as without it until there is an index, and then finds the same', async () => {
    expected = await answers()
    assert.ok(expected.every(({ status, data }) => status === 200 && data.length > 0))
    const { stdout, stderr } = await served.runner.run(
      ['reindex', '--json', '--data-dir', served.runner.folder],
      { ANALYTICS_URL: engine.url },
    )
    const built = JSON.parse(stdout || 'null')
    assert.ok(built?.postings > 100, stderr)
    const statements = await engine.countStatements()
    assert.deepEqual(await answers(), expected)
    assert.ok((await engine.countStatements()) > statements, 'ClickHouse was asked')
  })

  it('says that searches are unavailable while it is down, and goes on with everything else', async () => {
    const id = expected[0]?.data[0]?.id
    await engine.kill()
    const down = await get(`${jobs}/search?q=engineer&limit=7`)
    assert.equal(down.status, 503)
    assert.equal(down.body.error.code, 'store_unavailable')
    assert.ok(Number(down.headers.get('retry-after')) >= 1)
    assert.equal((await get(`${jobs}/${id}`)).status, 200)
    assert.equal((await get(`${jobs}/search?limit=3`)).status, 200, 'the newest jobs are in the read model')
    assert.equal((await get('/healthz')).status, 200)
    assert.equal((await get('/notices/v1/notices?limit=1')).status, 200)
    await engine.start()
    assert.equal((await get(`${jobs}/search?q=engineer&limit=7`)).status, 200)
    assert.deepEqual(await answers(), expected)
  })
})
