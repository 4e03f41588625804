/** The database fails while the server runs: 503 with Retry-After meanwhile, and no restart afterwards. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresUrl, skipReason } from '../../support/backends.ts'
import { startServerProcess, waitForResponse } from '../../support/server/server-process.ts'
import { postgres } from '../../support/store/test-engines.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

describe('a database outage', () => {
  it('answers 503 with Retry-After, and recovers without a restart', {
    skip: skipReason('PostgreSQL', postgresUrl()),
    timeout: 600_000,
  }, async () => {
    assert.ok(postgres)
    await using place = await postgres.createDatabase()
    const direct = new URL(place.storeOptions.databaseUrl ?? '')
    await using proxy = await startTcpProxy(direct.hostname, Number(direct.port || 5432))
    const through = new URL(direct)
    through.hostname = '127.0.0.1'
    through.port = String(proxy.port)
    using served = await startServerProcess(['notices'], {
      DATABASE_URL: through.href,
      DATABASE_SCHEMA_PREFIX: place.storeOptions.schemaPrefix?.replace(/_$/, '') ?? '',
    })
    const list = `${served.origin}/v1/notices?limit=2`
    await waitForResponse(list, (_, body) => !body.startsWith('{"data":[]'))

    proxy.cut()
    // A request that was not sent before, so that no cached response is used.
    const refused = await fetch(`${served.origin}/v1/notices?limit=7`)
    const body = (await refused.json()) as { error: { code: string } }
    assert.equal(refused.status, 503)
    assert.equal(body.error.code, 'store_unavailable')
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await fetch(`${served.origin}/healthz`)).status, 503)
    assert.equal((await fetch(`${served.origin}/health`)).status, 200)

    proxy.restore()
    await waitForResponse(`${served.origin}/v1/notices?limit=9`, (answer) => answer.status === 200)
    await waitForResponse(`${served.origin}/healthz`, (answer) => answer.status === 200)
  })
})
