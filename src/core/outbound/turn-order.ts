/** Who was served when, so that callers take turns: the one that was served longest ago is next. */

const callersMax = 1000

/** Requests without a caller take turns with the others as if they were of one. */
const nobody = ''

export class TurnOrder {
  #turns = 0
  /** The least recently served first. */
  readonly #lastTurns = new Map<string, number>()

  markServed(callers: ReadonlySet<string>): void {
    this.#turns += 1
    for (const caller of callers.size === 0 ? [nobody] : callers) {
      this.#lastTurns.delete(caller)
      this.#lastTurns.set(caller, this.#turns)
    }
    for (const caller of this.#lastTurns.keys()) {
      if (this.#lastTurns.size <= callersMax) return
      this.#lastTurns.delete(caller)
    }
  }

  /** Of several callers, the one that was served longest ago decides. 0: never. */
  lastTurnOf(callers: ReadonlySet<string>): number {
    if (callers.size === 0) return this.#lastTurns.get(nobody) ?? 0
    let lastTurn = this.#turns
    for (const caller of callers) lastTurn = Math.min(lastTurn, this.#lastTurns.get(caller) ?? 0)
    return lastTurn
  }
}

export interface Waiting {
  readonly callers: ReadonlySet<string>
}

export function waitingOf(waiting: readonly Waiting[], caller: string): number {
  let count = 0
  for (const { callers } of waiting) if (callers.has(caller)) count += 1
  return count
}

/** How many requests start before a new one of these callers, if nobody else joins. */
export function requestsAhead(waiting: readonly Waiting[], callers: ReadonlySet<string>): number {
  let own = Number.POSITIVE_INFINITY
  for (const caller of callers) own = Math.min(own, waitingOf(waiting, caller))
  if (callers.size === 0) own = waiting.filter((waiter) => waiter.callers.size === 0).length
  const others = new Map<string, number>()
  for (const { callers: owners } of waiting) {
    if ([...owners].some((owner) => callers.has(owner))) continue
    const [owner = nobody] = owners
    others.set(owner, (others.get(owner) ?? 0) + 1)
  }
  let ahead = own
  for (const count of others.values()) ahead += Math.min(count, own + 1)
  return ahead
}
