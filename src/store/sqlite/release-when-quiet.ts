/** Gives memory back when little is happening: a server at rest should hold no more than it needs. */

import type { Clock } from '../../core/clock.ts'

export const quietMs = 30_000

interface ReleaseOptions {
  readonly clock: Clock
  /** So few uses in half a minute, such as those of health checks, are quiet. */
  readonly quietUsesMax: number
  readonly release: () => void
}

export class ReleaseWhenQuiet implements Disposable {
  readonly #options: ReleaseOptions
  #uses = 0
  /** Set between the first use and the release after it. */
  #cancel: (() => void) | undefined
  #isClosed = false

  constructor(options: ReleaseOptions) {
    this.#options = options
  }

  /** Called for every statement, so it only counts. */
  used(): void {
    this.#uses += 1
    if (this.#cancel === undefined && !this.#isClosed) this.#wait()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#cancel?.()
  }

  #wait(): void {
    const { clock, quietUsesMax, release } = this.#options
    this.#cancel = clock.after(quietMs, () => {
      const isQuiet = this.#uses <= quietUsesMax
      this.#uses = 0
      this.#cancel = undefined
      if (isQuiet) release()
      else this.#wait()
    })
  }
}
