/** A program whose thread hangs when it is asked to, watched by another. Argument: `hang` or `work`. */

import { watchThisThread } from '../../../src/cli/serve/watchdog.ts'
import { systemClock } from '../../../src/core/clock.ts'

await using _watchdog = watchThisThread({ clock: systemClock, stallMs: 3000 })
// Not before the watchdog has seen a heartbeat.
await systemClock.sleep(4000)
if (process.argv[2] === 'hang') for (;;);
