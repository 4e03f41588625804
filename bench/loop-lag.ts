/** How late the event loop of this process is: what it reads or writes is as late. */

import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 5

export class LoopLag implements Disposable {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs })

  constructor() {
    this.#histogram.enable()
  }

  /** The longest delay since the last call, in milliseconds. */
  take(): number {
    const ms = this.#histogram.max / 1e6 - resolutionMs
    this.#histogram.reset()
    return Math.max(0, ms)
  }

  [Symbol.dispose](): void {
    this.#histogram.disable()
  }
}
