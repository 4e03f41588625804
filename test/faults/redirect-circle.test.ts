/** Every source against hosts that redirect each request to itself. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createAppContext } from '../../src/app/app-context.ts'
import { loadSources } from '../../src/app/sources.ts'
import { systemClock } from '../../src/core/clock.ts'
import { loadConfig } from '../../src/core/config/load-config.ts'
import { isFailure } from '../../src/core/errors.ts'
import { createOutbound } from '../../src/core/outbound/create-outbound.ts'
import { allowedHosts } from '../../src/sync/define-source.ts'
import { parseResponses } from '../../src/sync/publish/parse-responses.ts'
import type { AnySource } from '../../src/sync/source.ts'

/** A chain of redirects, and for some adapters a second address that is tried. */
const requestsMax = 14

describe('a host that redirects in a circle', () => {
  let requests = 0
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-circle-'))
  const server = createServer((request, response) => {
    const isRobots = request.url === '/robots.txt'
    if (!isRobots) requests += 1
    response.writeHead(isRobots ? 404 : 302, { location: `https://${request.headers.host}${request.url}` })
    response.end()
  })
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  after(() => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true })
  })

  it('fails the members of every source after a few requests, and nothing is published', async () => {
    const loaded = loadConfig({ env: {}, cwd: folder })
    const { sources } = await loadSources(await createAppContext(loaded, { clock: systemClock }))
    const withMembers = sources.filter(({ members }) => members.length > 0)
    assert.ok(withMembers.length > 30)
    for (const source of withMembers) {
      requests = 0
      await assert.rejects(read(source), (error) => isFailure(error, 'upstream_changed'), source.id)
      assert.ok(requests > 1 && requests <= requestsMax, `${source.id}: ${requests} requests`)
    }
  })

  async function read(source: AnySource): Promise<void> {
    const [member] = source.members
    assert.ok(member)
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await using http = createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: allowedHosts([source]),
      overrideOrigin: () => ({ origin }),
      pauseBetweenRequests: false,
      attemptsMax: 1,
      clock: systemClock,
    })
    const signal = AbortSignal.timeout(600_000)
    const nowMs = systemClock.now()
    await parseResponses(source, source.fetch({ http, member, baseUrl: source.baseUrl, nowMs, signal }))
  }
})
