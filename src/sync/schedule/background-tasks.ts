/** Work beside the runs of sources, such as reading rosters: now and then, on one of the processes that share the store. */

import { acquireLease, releaseLease } from '../../store/coordination/lease.ts'
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

  /** Starts what is due. A lease is released only if the task was stopped: it marks when the task was last started. */
  async startDue(signal: AbortSignal, onFinished: () => void): Promise<void> {
    const { store, holder, leaseTime, tasks } = this.#deps
    for (const task of tasks) {
      if (signal.aborted || this.#active.has(task.name)) continue
      if (!(await acquireLease(store.ledger, leaseName(task), holder, task.everyMs, leaseTime))) continue
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

  async #run(task: BackgroundTask, signal: AbortSignal): Promise<void> {
    try {
      await task.run(signal)
    } catch (thrown) {
      if (signal.aborted) return await this.#letStartAgain(task)
      const message = `the task ${task.name} failed: ${thrown instanceof Error ? thrown.message : thrown}`
      const cause = thrown instanceof Error ? thrown.stack : undefined
      this.#deps.events.scheduleFailed({ message, ...(cause === undefined ? {} : { cause }) })
    }
  }
  /** A store that fails costs one interval. */
  async #letStartAgain(task: BackgroundTask): Promise<void> {
    const { store, holder } = this.#deps
    await releaseLease(store.ledger, leaseName(task), holder).catch(() => {})
  }
}

function leaseName({ name }: BackgroundTask): string {
  return `task:${name}`
}
