/** Starts the sandbox in a separate thread, so that it does not use the event loop of the server. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface SandboxThreadOptions {
  readonly seed: string
  readonly port: number
  /** In the syntax of the command line. */
  readonly faults: readonly string[]
}

/** The first message of the thread. */
export type SandboxThreadMessage = { readonly origin: string } | { readonly failed: string }

export interface SandboxThread extends AsyncDisposable {
  readonly origin: string
}

/** More memory does not make the thread faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 }

export async function startSandboxThread(options: SandboxThreadOptions): Promise<SandboxThread> {
  const worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
    workerData: options,
    resourceLimits,
  })
  const [message] = (await once(worker, 'message')) as [SandboxThreadMessage]
  if ('failed' in message) {
    await worker.terminate()
    throw new Error(`the sandbox did not start: ${message.failed}`)
  }
  return {
    origin: message.origin,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
