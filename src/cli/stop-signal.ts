/** Turns the first SIGINT or SIGTERM into an abort, and leaves at once on the second. */

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
    // Whoever asks twice does not want to wait for what is still closing: the signal gets its usual meaning back.
    unlisten()
    process.kill(process.pid, name)
  }

  // Ctrl-C reaches a worker and its supervisor alike; the supervisor decides, so that a worker is not asked twice.
  function onSupervisor(message: unknown): void {
    if (message !== null && typeof message === 'object' && 'stop' in message)
      controller.abort(new Stopped('SIGTERM'))
  }

  function unlisten(): void {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    process.off('SIGINT', ignore)
    process.off('message', onSupervisor)
    // A worker ends when its work does, not when its supervisor hangs up.
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
