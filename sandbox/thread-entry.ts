/** The entry point of the sandbox thread. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../src/core/clock.ts'
import { sandboxHosts } from './all-hosts.ts'
import { parseFaultText } from './faults/fault-text.ts'
import { startSandbox } from './server.ts'
import type { SandboxThreadMessage, SandboxThreadOptions } from './thread.ts'

function send(message: SandboxThreadMessage): void {
  parentPort?.postMessage(message)
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
  send({ origin: sandbox.origin })
} catch (thrown) {
  send({ failed: thrown instanceof Error ? thrown.message : String(thrown) })
}
