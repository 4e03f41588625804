/** Work beside the runs of sources, such as reading rosters: now and then, on one of the processes that share the store. */

import { acquireLease } from '../../store/lease.ts'
import type { BackgroundTask } from '../background-task.ts'
import type { SyncDeps } from '../sync-deps.ts'

type TaskDeps = Pick<SyncDeps, 'store' | 'holder' | 'leaseTime' | 'events' | 'tasks'>

export class BackgroundTasks {
  readonly #deps: TaskDeps
  readonly #active = new Map<string, Promise<void>>()

  constructor(deps: TaskDeps) {
    this.#deps = deps
  }

  get isActive(): boolean {
    return this.#active.size > 0
  }

  /** Starts what is due. A lease is not released: it marks when the task was last started. */
  async startDue(signal: AbortSignal, onFinished: () => void): Promise<void> {
    const { store, holder, leaseTime, tasks } = this.#deps
    for (const task of tasks) {
      if (signal.aborted || this.#active.has(task.name)) continue
      if (!(await acquireLease(store.ledger, `task:${task.name}`, holder, task.everyMs, leaseTime))) continue
      const running = this.#run(task, signal).finally(() => {
        this.#active.delete(task.name)
        onFinished()
      })
      this.#active.set(task.name, running)
    }
  }

  async settle(): Promise<void> {
    await Promise.all(this.#active.values())
  }

  async #run({ name, run }: BackgroundTask, signal: AbortSignal): Promise<void> {
    try {
      await run(signal)
    } catch (thrown) {
      if (signal.aborted) return
      const message = `the task ${name} failed: ${thrown instanceof Error ? thrown.message : thrown}`
      const cause = thrown instanceof Error ? thrown.stack : undefined
      this.#deps.events.scheduleFailed({ message, ...(cause === undefined ? {} : { cause }) })
    }
  }
}
