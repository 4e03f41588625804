/** Worker processes behind one port: starts them, replaces those that die, stops them together. */

import cluster, { type Worker } from 'node:cluster'
import type { Clock } from '../../core/clock.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import { CommandFailed } from '../exit.ts'
import { untilStopped } from '../stop-signal.ts'

export interface WorkerOptions {
  readonly count: number
  readonly clock: Clock
  readonly stop: AbortSignal
  /** How long workers may take to stop before they are killed. */
  readonly stopTimeoutMs: number
  /** Added to our environment variables. */
  readonly env: Readonly<Record<string, string>>
  readonly note: (line: string) => void
}

const backoffMs = { first: 200, max: 10_000 }
/** A worker that lived this long was healthy: the pause before a restart is short again. */
const healthyAfterMs = 30_000

export interface WorkerGroup extends AsyncDisposable {
  readonly port: number
}

/** Resolves when all workers listen; rejects when the first ones cannot. Disposing stops them and waits for them. */
export async function startWorkers(plan: WorkerOptions): Promise<WorkerGroup> {
  const end = new AbortController()
  const stop = AbortSignal.any([plan.stop, end.signal])
  const group: Group = { plan: { ...plan, stop }, workers: new Set(), pauseMs: backoffMs.first }
  try {
    // One first: a problem that keeps every worker from listening is then reported once.
    const { port } = await rejectWhenStopped(plan.stop, startWorker(group))
    await rejectWhenStopped(
      plan.stop,
      Promise.all(Array.from({ length: plan.count - 1 }, () => startWorker(group))),
    )
    for (const worker of group.workers) replaceOnDeath(group, worker, plan.clock.monotonic())
    const ended = stopAll(group)
    return {
      port,
      async [Symbol.asyncDispose]() {
        end.abort()
        await ended
      },
    }
  } catch (thrown) {
    for (const worker of group.workers) worker.kill('SIGKILL')
    throw thrown
  }
}

function rejectWhenStopped<Result>(stop: AbortSignal, work: Promise<Result>): Promise<Result> {
  return Promise.race([work, untilStopped(stop).then((): never => stop.throwIfAborted() as never)])
}

interface Group {
  readonly plan: WorkerOptions
  readonly workers: Set<Worker>
  pauseMs: number
}

function startWorker(group: Group): Promise<{ worker: Worker; port: number }> {
  const worker = cluster.fork(group.plan.env)
  group.workers.add(worker)
  return new Promise((resolve, reject) => {
    function onExit(code: number | null, signal: string | null): void {
      group.workers.delete(worker)
      reject(new WorkerEnded(code, signal))
    }
    worker.once('exit', onExit)
    worker.once('listening', ({ port }) => {
      worker.off('exit', onExit)
      worker.once('exit', () => group.workers.delete(worker))
      resolve({ worker, port })
    })
  })
}

function replaceOnDeath(group: Group, worker: Worker, startedAt: number): void {
  worker.once('exit', (code, signal) => {
    if (group.plan.stop.aborted) return
    if (group.plan.clock.monotonic() - startedAt >= healthyAfterMs) group.pauseMs = backoffMs.first
    group.plan.note(`worker ${worker.process.pid} ended (${signal ?? `code ${code}`}); starting another`)
    void replace(group)
  })
}

async function replace(group: Group): Promise<void> {
  const { plan } = group
  while (!plan.stop.aborted) {
    const pauseMs = group.pauseMs
    group.pauseMs = Math.min(backoffMs.max, pauseMs * 2)
    try {
      await plan.clock.sleep(pauseMs, plan.stop)
      const startedAt = plan.clock.monotonic()
      const { worker } = await startWorker(group)
      replaceOnDeath(group, worker, startedAt)
      return
    } catch (thrown) {
      if (!plan.stop.aborted) plan.note(`worker did not start: ${String(thrown)}; retrying`)
    }
  }
}

async function stopAll(group: Group): Promise<void> {
  const { plan } = group
  await untilStopped(plan.stop)
  const allExited = Promise.all(
    [...group.workers].map((worker) => new Promise((resolve) => worker.once('exit', resolve))),
  )
  for (const worker of group.workers) if (worker.isConnected()) worker.send({ stop: true })
  const hasStopped = allExited.then(() => true)
  if (await withTimeout(plan.clock, plan.stopTimeoutMs, hasStopped, () => false)) return
  plan.note('some workers did not stop in time; killing them')
  for (const worker of group.workers) worker.kill('SIGKILL')
  await allExited
}

/** The worker has printed the reason; its exit code becomes ours. */
class WorkerEnded extends CommandFailed {
  constructor(code: number | null, signal: string | null) {
    super(signal ? `a worker was killed by ${signal}` : '', code || 1)
  }
}
