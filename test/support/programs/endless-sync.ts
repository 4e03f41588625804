/** Syncs the notices until it is killed; prints each step, each acknowledged run and each that could not be made. */

import { createAppContext } from '../../../src/app/app-context.ts'
import { createSyncApp } from '../../../src/app/sync/sync-app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { createEvents } from '../../../src/core/events.ts'
import { createLogger } from '../../../src/core/log.ts'

const [sandboxOrigin] = process.argv.slice(2)
const context = await createAppContext(loadConfig(), {
  clock: systemClock,
  logger: createLogger({ level: 'silent', format: 'json' }),
  events: createEvents((name) => process.stdout.write(`step ${name}\n`)),
  sandboxOrigin,
})
await using sync = await createSyncApp(context)
await sync.engine.recover()
process.stdout.write('syncing\n')
for (;;) {
  try {
    const report = await sync.engine.run('gazette', { mode: 'manual', signal: AbortSignal.timeout(600_000) })
    if ('runId' in report) process.stdout.write(`acknowledged ${report.runId} ${report.status}\n`)
    // Another node syncs.
    else await systemClock.sleep(20)
  } catch (thrown) {
    process.stdout.write(`failed ${String(thrown).replaceAll('\n', ' ')}\n`)
    await systemClock.sleep(100)
  }
}
