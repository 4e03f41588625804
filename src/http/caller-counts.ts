/** Counts what callers have at the moment, for each and for the networks around it, which may have multiples of it. */

import type { Principal } from './access-control.ts'

/** Who something is counted for. */
export type CountedCaller = Pick<Principal, 'subject' | 'networks'>

export class CallerCounts {
  readonly #counts = new Map<string, number>()

  of({ subject }: CountedCaller): number {
    return this.#counts.get(subject) ?? 0
  }

  /** Whether the caller or a network around it has at least `max`, or the multiple of it that the network may have. */
  isFull(caller: CountedCaller, max: number): boolean {
    return this.room(caller, max) <= 0
  }

  /** How much more the caller may have. */
  room({ subject, networks }: CountedCaller, max: number): number {
    let room = max - (this.#counts.get(subject) ?? 0)
    for (const network of networks)
      room = Math.min(room, max * network.factor - (this.#counts.get(network.subject) ?? 0))
    return room
  }

  /** A negative amount takes away. Nothing is remembered of those who have nothing. */
  add({ subject, networks }: CountedCaller, amount: number): void {
    this.#add(subject, amount)
    for (const network of networks) this.#add(network.subject, amount)
  }

  #add(subject: string, amount: number): void {
    const count = (this.#counts.get(subject) ?? 0) + amount
    if (count > 0) this.#counts.set(subject, count)
    else this.#counts.delete(subject)
  }
}
