import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../../src/core/clock.ts'
import { storedHostStates } from '../../../src/store/coordination/host-states.ts'
import { CliRunner } from '../../support/cli-runner.ts'
import { sqlite } from '../../support/store/test-engines.ts'

describe('the metrics of a server with several workers', () => {
  it('have the state of a host once, whichever worker is asked and whoever found it', async () => {
    await using database = await sqlite.createDatabase()
    using cli = new CliRunner()
    const env = { PORT: '0', SYNC_ENABLED: 'false', DATA_DIR: database.storeOptions.dataDir ?? '' }
    const server = cli.start(['serve', 'notices', '--workers', '2'], env)
    const [, origin = ''] = await server.waitForOutput(/ready at (\S+)/)
    {
      await using store = await database.openStore({ role: 'worker' })
      const state = {
        state: 'refusing',
        since: systemClock.now(),
        closedMs: 60_000,
        needsProbe: true,
      } as const
      await storedHostStates(store, systemClock).save({ host: 'a.example', ...state })
    }
    for (let request = 0; request < 8; request += 1) {
      const response = await fetch(`${origin}/metrics`, { headers: { connection: 'close' } })
      const lines = (await response.text()).match(/^broadsheet_upstream_host_state\{.*$/gm)
      assert.deepEqual(lines, [
        'broadsheet_upstream_host_state{host="a.example",group="",state="refusing"} 1',
      ])
    }
    server.child.kill('SIGTERM')
    await server.exited
  })
})
