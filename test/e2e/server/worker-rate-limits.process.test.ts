import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { CliRunner } from '../../support/cli-runner.ts'

/** Opens its own connection, so that all workers get some. */
function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

describe('workers', () => {
  it('apply one limit to a caller together', async () => {
    using cli = new CliRunner()
    const env = { PORT: '0', SYNC_ENABLED: 'false', LIMIT_ANONYMOUS_PER_MINUTE: '6' }
    const server = cli.start(['serve', 'notices', '--workers', '3'], env)
    const [, origin = ''] = await server.waitForOutput(/ready at (\S+)/)
    const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf(`${origin}/v1/notices`)))
    assert.equal(statuses.filter((status) => status === 200).length, 6)
    assert.equal(statuses.filter((status) => status === 429).length, 24)
    server.child.kill('SIGTERM')
    const { stderr } = await server.exited
    assert.doesNotMatch(stderr, /unreachable/)
  })
})
