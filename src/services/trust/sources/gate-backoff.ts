/** How long a center whose gate was seen is left alone: longer each time the gate still stands. */

export interface GateSighting<Answer> {
  readonly responses: readonly Answer[]
  readonly at: number
  /** On how many days in a row the gate was seen. */
  readonly times: number
  readonly until: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After the first time it is tried on the next day as usual; a gate that is taken down is noticed within a week. */
const pauseDaysBySighting = [0, 2, 4, 7] as const
/** A daily run may come a little early. */
const slackMs = 2 * hourMs
/** Two looks that close together are one. */
const sameSightingMs = 20 * hourMs
const centersMax = 20_000
const responsesLengthMax = 65_536

/** Kept in memory: whoever starts the program anew, or syncs by hand, has every gate tried once. */
export class GateBackoff<Answer extends { readonly body: string }> {
  readonly #sightings = new Map<string, GateSighting<Answer>>()

  /** What was seen last, while it is too early to ask again. */
  activePause(center: string, nowMs: number): GateSighting<Answer> | undefined {
    const seen = this.#sightings.get(center)
    return seen && nowMs < seen.until ? seen : undefined
  }

  recordGate(center: string, answers: readonly Answer[], nowMs: number): void {
    const previous = this.#sightings.get(center)
    const isSameLook = previous !== undefined && nowMs - previous.at < sameSightingMs
    const times = isSameLook ? previous.times : (previous?.times ?? 0) + 1
    const pauseDays = pauseDaysBySighting[Math.min(times, pauseDaysBySighting.length) - 1] ?? 0
    const length = answers.reduce((sum, { body }) => sum + body.length, 0)
    this.#sightings.delete(center)
    if (this.#sightings.size >= centersMax || length > responsesLengthMax) return
    this.#sightings.set(center, {
      responses: answers,
      at: nowMs,
      times,
      until: nowMs + pauseDays * dayMs - slackMs,
    })
  }

  clear(center: string): void {
    this.#sightings.delete(center)
  }
}
