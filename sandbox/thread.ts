/** Starts the pretend internet in a thread of its own, so that it costs the server's event loop nothing. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface SandboxThreadOptions {
  readonly seed: string
  readonly port: number
  /** In the short form of the command line. */
  readonly faults: readonly string[]
}

/** What the thread says first. */
export type SandboxThreadGreeting = { readonly origin: string } | { readonly failed: string }

export interface SandboxThread extends AsyncDisposable {
  readonly origin: string
}

/** Room for new objects: more makes it no faster, only larger. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 }

export async function startSandboxThread(options: SandboxThreadOptions): Promise<SandboxThread> {
  const worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
    workerData: options,
    resourceLimits,
  })
  const [greeting] = (await once(worker, 'message')) as [SandboxThreadGreeting]
  if ('failed' in greeting) {
    await worker.terminate()
    throw new Error(`the sandbox did not start: ${greeting.failed}`)
  }
  return {
    origin: greeting.origin,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
