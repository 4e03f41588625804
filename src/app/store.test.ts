import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { systemClock } from '../core/clock.ts'
import { loadConfig } from '../core/config/load-config.ts'
import { createStore } from './store.ts'

describe('the store of a server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'broadsheet-store-'))
  after(() => rm(dataDir, { recursive: true, force: true }))

  it('lets as many queries wait as the server answers requests at once', async () => {
    const loaded = loadConfig({ env: { DATA_DIR: dataDir, IN_FLIGHT_MAX: '1500' }, cwd: dataDir })
    const logger = pino({ level: 'silent' })
    await using store = await createStore({ loaded, clock: systemClock, logger }, 'server', {
      mayMigrate: true,
    })
    const reads = Array.from({ length: 1500 }, () =>
      store.ledger.heavy.selectFrom('lease').selectAll().execute(),
    )
    assert.equal((await Promise.all(reads)).length, 1500)
  })
})
