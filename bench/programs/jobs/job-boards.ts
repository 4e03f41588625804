/** The job boards of the sandbox, in a process of their own so that their work is not counted as ours. */

import { jobHosts } from '../../../sandbox/jobs/index.ts'
import { startSandbox } from '../../../sandbox/server.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { cpuMicros, serveRunner } from '../serve-runner.ts'

const sandbox = await startSandbox({ clock: systemClock, seed: 'bench', hosts: jobHosts })
serveRunner({ origin: sandbox.origin }, cpuMicros, () => sandbox.close())
