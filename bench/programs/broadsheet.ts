/** The Broadsheet server with a store of notices. Arguments: how many, engine. Republishes them all on request. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createAppContext } from '../../src/app/app-context.ts'
import { createHttpApp } from '../../src/app/http-app.ts'
import { systemClock } from '../../src/core/clock.ts'
import { loadConfig } from '../../src/core/config/load-config.ts'
import { dropSchemas, schemasOf } from '../../test/support/store/spare-schemas.ts'
import { postgresUrl, type StorePlace } from '../data/store-place.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const count = Number(process.argv[2] ?? 1000)
const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
const place: StorePlace =
  process.argv[3] === 'postgres'
    ? { databaseUrl: postgresUrl(), schemaPrefix: `bench_${process.pid}_` }
    : { dataDir }
const publisher = new Worker(new URL('./publish-thread.ts', import.meta.url), {
  workerData: { place, count },
})
await published()

const loaded = loadConfig({
  cwd: dataDir,
  env: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
  flags: {
    'store.dataDir': dataDir,
    ...(place.schemaPrefix === undefined ? {} : { 'store.schemaPrefix': place.schemaPrefix.slice(0, -1) }),
    'log.level': 'warn',
    // The limits are looked at, but never reached.
    'limits.anonymousPerSecond': '1000000',
    'limits.anonymousPerMinute': '60000000',
  },
})
const http = await createHttpApp(await createAppContext(loaded, { clock: systemClock }))
const port = await http.server.listen({ port: 0, host: '127.0.0.1' })

serveRunner(
  { origin: `http://127.0.0.1:${port}`, ...place },
  (question) => (question === 'publish' ? publish() : cpuMicros()),
  async () => {
    await http[Symbol.asyncDispose]()
    await publisher.terminate()
    if (place.schemaPrefix !== undefined)
      await dropSchemas(place.databaseUrl ?? '', ...schemasOf(place.schemaPrefix))
    rmSync(dataDir, { recursive: true, force: true })
  },
)

async function publish(): Promise<{ ms: number }> {
  const startedAt = performance.now()
  publisher.postMessage('again')
  await published()
  return { ms: performance.now() - startedAt }
}

function published(): Promise<void> {
  return new Promise((resolve, reject) => {
    publisher.once('message', () => resolve())
    publisher.once('error', reject)
  })
}
