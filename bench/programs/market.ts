/** Ours: the market service alone, over the simulated provider in a thread of its own. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppContext } from '../../src/app/app-context.ts'
import { createHttpApp } from '../../src/app/http-app.ts'
import { systemClock } from '../../src/core/clock.ts'
import { loadConfig } from '../../src/core/config/load-config.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
const loaded = loadConfig({
  cwd: dataDir,
  env: {},
  flags: {
    'store.dataDir': dataDir,
    'log.level': 'warn',
    // The limits are looked at, but never reached.
    'limits.anonymousPerSecond': '1000000',
    'limits.anonymousPerMinute': '60000000',
    'market.missesPerMinute': '60000000',
  },
})
const context = await createAppContext(loaded, { clock: systemClock })
const sandbox = await context.profile.startUpstreams()
const http = await createHttpApp(context, { onlyService: 'market' })
const port = await http.server.listen({ port: 0, host: '127.0.0.1' })

serveRunner({ origin: `http://127.0.0.1:${port}`, sandbox: sandbox?.origin }, cpuMicros, async () => {
  await http[Symbol.asyncDispose]()
  await sandbox?.[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})
