/** A sync on the command line whose first member never ends; the watchdog starts just before. */

import { createAppContext } from '../../../src/app/app-context.ts'
import { startWatchdog } from '../../../src/app/sync/start-watchdog.ts'
import { createSyncApp } from '../../../src/app/sync/sync-app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import type { MemberKey, MemberMarker } from '../../../src/sync/member-marker.ts'

const stallMs = 1_000
const context = await createAppContext(loadConfig(), { clock: systemClock })
const marker: MemberMarker = {
  mark(member: MemberKey) {
    startWatchdog(context, stallMs).marker.mark(member)
    for (;;);
  },
}
await using app = await createSyncApp(context, { thread: { marker } })
await app.engine.run('gazette', { mode: 'manual', signal: new AbortController().signal })
