/** Starts the simulated world in a thread, and calls it. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HostRequests } from './host-log.ts'
import type { MemberTruth } from './truth.ts'

export interface WorldOptions {
  readonly seed: string
  readonly clockAheadMs: number
  readonly latencyMs: number
  /** The factor for the time in which hosts accept so many requests; 0 for any pace. */
  readonly politeness: number
  /** Whether every member and every host is healthy, and every row complete. */
  readonly isKind?: boolean
}

export interface WorldCall {
  nextDay(ms: number): void
  hosts(argument?: undefined): Record<string, HostRequests>
  /** What the members list now, by `source/member`; without those that list nothing for everybody. */
  readTruth(members: readonly string[]): Record<string, MemberTruth>
}

export interface SimulatedWorld extends AsyncDisposable {
  readonly origin: string
  /** The keys that cinemas ask for, by the names in the registry. */
  readonly tokens: Readonly<Record<string, string>>
  call<Name extends keyof WorldCall>(
    name: Name,
    argument?: Parameters<WorldCall[Name]>[0],
  ): Promise<ReturnType<WorldCall[Name]>>
}

export async function startWorld(options: WorldOptions): Promise<SimulatedWorld> {
  const worker = new Worker(new URL('./world-thread.ts', import.meta.url), { workerData: options })
  const [ready] = await once(worker, 'message')
  const waiting = new Map<number, (result: never) => void>()
  let calls = 0
  worker.on('message', ({ id, result }) => {
    waiting.get(id)?.(result as never)
    waiting.delete(id)
  })
  return {
    ...ready,
    call(name, argument) {
      const id = ++calls
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        worker.postMessage({ id, name, argument })
      })
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
