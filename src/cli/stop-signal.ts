/** Turns the first SIGINT or SIGTERM into an abort, and exits at once on the second. */

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

  function unlisten(): void {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }

  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { signal: controller.signal, [Symbol.dispose]: unlisten }
}

/** Resolves when the signal aborts. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Settles like the work, or rejects with the signal that asked to stop, whichever comes first. */
export function unlessStopped<Result>(stop: AbortSignal, work: Promise<Result>): Promise<Result> {
  return Promise.race([work, untilStopped(stop).then((): never => stop.throwIfAborted() as never)])
}
