/** How long a center whose gate was seen is left alone: longer each time the gate still stands. */

export interface Seen<Answer> {
  readonly answers: readonly Answer[]
  readonly at: number
  /** On how many days in a row the gate was seen. */
  readonly times: number
  readonly until: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After the first time it is tried on the next day as usual; a gate that is taken down is noticed within a week. */
const pausesDays = [0, 2, 4, 7] as const
/** A daily run may come a little early. */
const slackMs = 2 * hourMs
/** Two looks that close together are one. */
const sameLookMs = 20 * hourMs
const centersMax = 20_000
const answersLengthMax = 65_536

/** Kept in memory: whoever starts the program anew, or syncs by hand, has every gate tried once. */
export class GatePatience<Answer extends { readonly body: string }> {
  readonly #seen = new Map<string, Seen<Answer>>()

  /** What was seen last, while it is too early to ask again. */
  recall(center: string, nowMs: number): Seen<Answer> | undefined {
    const seen = this.#seen.get(center)
    return seen && nowMs < seen.until ? seen : undefined
  }

  gated(center: string, answers: readonly Answer[], nowMs: number): void {
    const before = this.#seen.get(center)
    const isSameLook = before !== undefined && nowMs - before.at < sameLookMs
    const times = isSameLook ? before.times : (before?.times ?? 0) + 1
    const pauseDays = pausesDays[Math.min(times, pausesDays.length) - 1] ?? 0
    const length = answers.reduce((sum, { body }) => sum + body.length, 0)
    this.#seen.delete(center)
    if (this.#seen.size >= centersMax || length > answersLengthMax) return
    this.#seen.set(center, { answers, at: nowMs, times, until: nowMs + pauseDays * dayMs - slackMs })
  }

  open(center: string): void {
    this.#seen.delete(center)
  }
}
