/** The thread the pretend internet lives in. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from './core/clock.ts'
import { parseFaultText } from './sandbox/fault-text.ts'
import { sandboxHosts } from './sandbox/hosts.ts'
import { startSandbox } from './sandbox/server.ts'
import type { SandboxThreadGreeting, SandboxThreadOptions } from './sandbox/thread.ts'

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
