/** How long a gated center is not requested again: longer with each consecutive sighting of the gate. */

interface GateSighting<Response> {
  readonly responses: readonly Response[]
  readonly at: number
  /** Consecutive sightings, at most one per day. */
  readonly times: number
  readonly until: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After the first sighting the next daily run tries again; a removed gate is noticed within a week. */
const pauseDaysBySighting = [0, 2, 4, 7] as const
/** A daily run may be a little early. */
const slackMs = 2 * hourMs
/** Two attempts within this time count as one sighting. */
const sameSightingMs = 20 * hourMs
const centersMax = 20_000
const responsesLengthMax = 65_536

/** In memory only: after a restart, or in a manual sync, every center is tried once. */
export class GateBackoff<Response extends { readonly body: string }> {
  readonly #sightings = new Map<string, GateSighting<Response>>()

  /** The last sighting, while it is too early for another attempt. */
  activePause(center: string, nowMs: number): GateSighting<Response> | undefined {
    const last = this.#sightings.get(center)
    return last && nowMs < last.until ? last : undefined
  }

  recordGate(center: string, responses: readonly Response[], nowMs: number): void {
    const previous = this.#sightings.get(center)
    const isSameSighting = previous !== undefined && nowMs - previous.at < sameSightingMs
    const times = isSameSighting ? previous.times : (previous?.times ?? 0) + 1
    const pauseDays = pauseDaysBySighting[Math.min(times, pauseDaysBySighting.length) - 1] ?? 0
    const length = responses.reduce((sum, { body }) => sum + body.length, 0)
    this.#sightings.delete(center)
    if (this.#sightings.size >= centersMax || length > responsesLengthMax) return
    this.#sightings.set(center, {
      responses,
      at: nowMs,
      times,
      until: nowMs + pauseDays * dayMs - slackMs,
    })
  }

  clear(center: string): void {
    this.#sightings.delete(center)
  }
}
