/** A server that is killed while it writes an export leaves nothing on the disk after the next start. */

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { CliRunner, noCoverage } from '../../support/cli-runner.ts'
import { until } from '../../support/until.ts'

describe('a server that is killed in the middle of an export', () => {
  it('removes the file at its next start, and exports again', async () => {
    using runner = new CliRunner()
    const spool = join(runner.folder, 'exports', 'spool')
    const start = async () => {
      const server = runner.start(['serve'], env(runner.folder))
      const [, origin = ''] = await server.waitForOutput(/ready at (http:\S+)/)
      return { server, origin }
    }
    // An export that was complete before the kill proves nothing.
    do {
      const { server, origin } = await start()
      const broken = fetch(`${origin}/notices/v1/notices.parquet`).catch(() => undefined)
      await until(() => filesIn(spool).length === 1)
      server.child.kill('SIGKILL')
      await server.exited
      await broken
    } while (filesIn(spool).length === 0)
    const { origin } = await start()
    assert.deepEqual(filesIn(spool), [])
    assert.equal((await fetch(`${origin}/notices/v1/notices.parquet`)).status, 200)
  })
})

function env(folder: string) {
  return { ...noCoverage, PORT: '0', DATA_DIR: folder, SYNC_ENABLED: 'false' }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
