/** The thread the pretend internet lives in. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../src/core/clock.ts'
import { sandboxHosts } from './all-hosts.ts'
import { parseFaultText } from './fault-text.ts'
import { startSandbox } from './server.ts'
import type { SandboxThreadGreeting, SandboxThreadOptions } from './thread.ts'

function greet(greeting: SandboxThreadGreeting): void {
  parentPort?.postMessage(greeting)
}

try {
  const { seed, port, faults } = workerData as SandboxThreadOptions
  const sandbox = await startSandbox({
    clock: systemClock,
    seed,
    port,
    hosts: sandboxHosts,
    faults: faults.map(parseFaultText),
  })
  greet({ origin: sandbox.origin })
} catch (thrown) {
  greet({ failed: thrown instanceof Error ? thrown.message : String(thrown) })
}
