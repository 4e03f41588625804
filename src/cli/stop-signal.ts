/** Turns the first SIGINT or SIGTERM into an abort, and exits at once on the second. */

import cluster from 'node:cluster'
import { Stopped } from './exit.ts'

export interface StopListener extends Disposable {
  readonly signal: AbortSignal
}

export function listenForStop(): StopListener {
  const controller = new AbortController()

  function onSignal(name: 'SIGINT' | 'SIGTERM'): void {
    if (!controller.signal.aborted) {
      controller.abort(new Stopped(name))
      return
    }
    // A second signal means: do not wait for what is still closing. It gets its default effect back.
    unlisten()
    process.kill(process.pid, name)
  }

  // Ctrl-C reaches workers and supervisor alike. The supervisor stops the workers, so they ignore it.
  function onSupervisor(message: unknown): void {
    if (message !== null && typeof message === 'object' && 'stop' in message)
      controller.abort(new Stopped('SIGTERM'))
  }

  function unlisten(): void {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    process.off('SIGINT', ignore)
    process.off('message', onSupervisor)
    // An open channel would keep the worker alive after its work is done.
    process.channel?.unref()
  }

  process.on('SIGINT', cluster.isWorker ? ignore : onSignal)
  process.on('SIGTERM', onSignal)
  if (cluster.isWorker) process.on('message', onSupervisor)
  return { signal: controller.signal, [Symbol.dispose]: unlisten }
}

/** Resolves when the signal aborts. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function ignore(): void {}
