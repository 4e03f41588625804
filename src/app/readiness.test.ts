import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { isFailure } from '../core/errors.ts'
import { LoadShedder } from '../http/server/load/load-shedder.ts'
import { createReadiness } from './readiness.ts'

const { signal } = new AbortController()

for (const engine of testEngines) {
  describe(`readiness on ${engine.name}`, { skip: engine.skip }, () => {
    it('fails while the disk of the data folder has too little free space', async (t) => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const dataDir = await mkdtemp(join(tmpdir(), 'readiness-'))
      t.after(() => rm(dataDir, { recursive: true }))
      const loadShedder = new LoadShedder(1)
      const options = { store, loadShedder, dataDir: join(dataDir, 'not', 'yet', 'made') }
      await createReadiness({ ...options, freeBytesMin: 1 })(signal)
      await assert.rejects(createReadiness({ ...options, freeBytesMin: 2 ** 50 })(signal), (thrown) => {
        assert.ok(isFailure(thrown, 'store_unavailable'))
        assert.equal(thrown.details?.free_bytes_min, 2 ** 50)
        assert.ok(Number(thrown.details?.free_bytes) > 0)
        return true
      })
    })

    it('checks once for concurrent requests, and again for later ones', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const loadShedder = new LoadShedder(1)
      let pings = 0
      const countedStore = {
        ping: (limit: AbortSignal) => {
          pings += 1
          return store.ping(limit)
        },
      }
      const options = { store: countedStore, loadShedder, dataDir: tmpdir(), freeBytesMin: 1 }
      const checkReady = createReadiness(options)
      await Promise.all(Array.from({ length: 50 }, () => checkReady(signal)))
      assert.equal(pings, 1)
      await checkReady(signal)
      assert.equal(pings, 2)
      const left = AbortSignal.abort(new Error('the client has left'))
      await Promise.all([assert.rejects(checkReady(left), /has left/), checkReady(signal)])
      loadShedder.drain()
      await assert.rejects(checkReady(signal), (thrown) => isFailure(thrown, 'overloaded'))
    })
  })
}
