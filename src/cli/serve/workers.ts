/** Worker threads behind one port: starts them, replaces those that die, stops them together. */

import { type MessagePort, Worker } from 'node:worker_threads'
import { heartbeatBytes, waitForStall } from '../../core/async/heartbeat.ts'
import { withTimeout } from '../../core/async/with-timeout.ts'
import type { Clock } from '../../core/clock.ts'
import { CommandFailed } from '../exit.ts'
import { unlessStopped, untilStopped } from '../stop-signal.ts'
import type { Ports } from './listen.ts'
import type { WorkerMessage, WorkerStart } from './run-worker.ts'

export interface WorkerOptions {
  readonly entry: URL
  readonly count: number
  readonly clock: Clock
  readonly stop: AbortSignal
  /** How long workers may take to stop before they are terminated. */
  readonly stopTimeoutMs: number
  /** How long the heart of a worker may stop before it is terminated and replaced. */
  readonly stallMs: number
  /** How long a worker may take until it listens; its heart beats only then. */
  readonly startMsMax: number
  /** What a new worker is started with. The ports in it are transferred. */
  createData(): { readonly data: unknown; readonly ports: readonly MessagePort[] }
  /** Called when a worker has seen that a run is requested. */
  onRunRequested(): void
  /** `cause`: the error that ended a worker, if there is one. */
  note(line: string, cause?: unknown): void
}

const backoffMs = { first: 200, max: 10_000 }
/** A worker that lived this long was healthy: the pause before a restart is short again. */
const healthyAfterMs = 30_000

/** As much memory for new objects as the only thread of a server has. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 }

export interface WorkerGroup extends AsyncDisposable, Ports {}

/** Resolves when all workers listen; rejects when the first ones cannot. Disposing stops them and waits for them. */
export async function startWorkers(plan: WorkerOptions): Promise<WorkerGroup> {
  const end = new AbortController()
  const stop = AbortSignal.any([plan.stop, end.signal])
  const group: Group = { plan: { ...plan, stop }, workers: new Set(), pauseMs: backoffMs.first }
  try {
    // One first: a problem that keeps every worker from listening is then reported once, and it chooses port 0.
    const ports = await unlessStopped(plan.stop, startLasting(group, undefined))
    await unlessStopped(
      plan.stop,
      Promise.all(Array.from({ length: plan.count - 1 }, () => startLasting(group, ports))),
    )
    const ended = stopAll(group)
    return {
      ...ports,
      async [Symbol.asyncDispose]() {
        end.abort()
        await ended
      },
    }
  } catch (thrown) {
    end.abort()
    await endAll(group)
    throw thrown
  }
}

interface RunningWorker {
  readonly thread: Worker
  readonly id: number
  /** It has accepted requests. */
  isListening: boolean
  /** Resolves with its last words. */
  readonly ended: Promise<{ readonly code: number; readonly cause: unknown }>
}

interface Group {
  readonly plan: WorkerOptions
  readonly workers: Set<RunningWorker>
  pauseMs: number
}

interface StartedWorker {
  readonly worker: RunningWorker
  readonly ports: Ports
}

/** `ports`: those of the first worker, for all others. */
async function startWorker(group: Group, ports: Ports | undefined): Promise<StartedWorker> {
  const { entry, createData, onRunRequested } = group.plan
  const { data, ports: transferList } = createData()
  const heartbeatMemory = new SharedArrayBuffer(heartbeatBytes)
  const workerData: WorkerStart<unknown> = { data, ports, heartbeatMemory }
  const thread = new Worker(entry, { workerData, transferList: [...transferList], resourceLimits })
  const started = Promise.withResolvers<StartedWorker>()
  const ended = Promise.withResolvers<Awaited<RunningWorker['ended']>>()
  const worker: RunningWorker = { thread, id: thread.threadId, isListening: false, ended: ended.promise }
  group.workers.add(worker)
  const exited = new AbortController()
  let cause: unknown
  const { clock, stallMs, startMsMax } = group.plan
  const cancelStartLimit = clock.after(startMsMax, () => {
    cause = new Error(`it did not listen within ${Math.round(startMsMax / 1000)} s`)
    void thread.terminate()
  })
  waitForStall(heartbeatMemory, { clock, stallMs, signal: exited.signal }).then(
    (reason) => {
      cause = new Error(reason)
      void thread.terminate()
    },
    () => {},
  )
  thread.on('message', (message: WorkerMessage) => {
    if (message.kind === 'listening') {
      cancelStartLimit()
      worker.isListening = true
      started.resolve({ worker, ports: message.ports })
    } else if (message.kind === 'failed') cause = new CommandFailed(message.message, message.code)
    else onRunRequested()
  })
  thread.once('error', (error) => {
    cause = error
  })
  thread.once('exit', (code) => {
    cancelStartLimit()
    exited.abort()
    group.workers.delete(worker)
    ended.resolve({ code, cause })
    started.reject(cause ?? new CommandFailed(`a worker ended with code ${code}`, code || 1))
  })
  return await started.promise
}

/** Starts a worker that is replaced if it dies, even while others are still starting. Resolves when it listens. */
async function startLasting(group: Group, wantedPorts: Ports | undefined): Promise<Ports> {
  const startedAt = group.plan.clock.monotonic()
  const { worker, ports } = await startWorker(group, wantedPorts)
  replaceOnDeath(group, worker, ports, startedAt)
  return ports
}

function replaceOnDeath(group: Group, worker: RunningWorker, ports: Ports, startedAt: number): void {
  const { plan } = group
  void worker.ended.then(({ code, cause }) => {
    if (plan.stop.aborted) return
    if (plan.clock.monotonic() - startedAt >= healthyAfterMs) group.pauseMs = backoffMs.first
    const reason = cause instanceof Error ? cause.message : `code ${code}`
    plan.note(`worker ${worker.id} ended (${reason}); starting another`, cause)
    void replace(group, ports)
  })
}

async function replace(group: Group, ports: Ports): Promise<void> {
  const { plan } = group
  while (!plan.stop.aborted) {
    const pauseMs = group.pauseMs
    group.pauseMs = Math.min(backoffMs.max, pauseMs * 2)
    try {
      await plan.clock.sleep(pauseMs, plan.stop)
      await startLasting(group, ports)
      return
    } catch (thrown) {
      if (!plan.stop.aborted) plan.note(`worker did not start: ${String(thrown)}; retrying`)
    }
  }
}

async function stopAll(group: Group): Promise<void> {
  await untilStopped(group.plan.stop)
  await endAll(group)
}

/** Those that listen answer what they have accepted; one that is still starting has nothing to finish. */
async function endAll({ plan, workers }: Group): Promise<void> {
  const allEnded = Promise.all([...workers].map(endOne)).then(() => true)
  if (await withTimeout(plan.clock, plan.stopTimeoutMs, allEnded, () => false)) return
  plan.note('some workers did not stop in time; terminating them')
  await Promise.all([...workers].map(({ thread }) => thread.terminate()))
}

async function endOne({ thread, isListening, ended }: RunningWorker): Promise<void> {
  if (isListening) thread.postMessage('stop')
  else await thread.terminate()
  await ended
}
