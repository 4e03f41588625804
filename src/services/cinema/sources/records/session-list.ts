/** Reads the sessions of a listing one after the other: each is published, held or dropped in the same way for all sources. */

import { isPrivateHire } from '../../normalise/private-hire.ts'
import type { AvailabilityRecord, MovieRecord, ShowtimeRecord } from '../../schema/records.ts'
import { idsIn } from '../field-values.ts'
import { type FreeSeats, toCountRecords } from './count-records.ts'
import { resolveRepeatedHours } from './resolve-repeated-hours.ts'

export interface ReadSessions {
  readonly films: readonly MovieRecord[]
  readonly showtimes: readonly ShowtimeRecord[]
  /** Those that are listed but cannot be read. */
  readonly listed: readonly string[]
  /** Of the showtimes with a number of free seats. */
  readonly counts: readonly AvailabilityRecord[]
}

interface SessionListContext {
  readonly nowMs: number
  drop(reason: string): void
}

export class SessionList {
  readonly #context: SessionListContext
  readonly #films = new Map<string, MovieRecord>()
  readonly #showtimes = new Map<string, ShowtimeRecord>()
  readonly #listed: string[] = []
  readonly #counts: AvailabilityRecord[] = []

  constructor(context: SessionListContext) {
    this.#context = context
  }

  /** A row of another shape, which may still have an id. */
  hold(row: unknown, idField: string, reason: string): void {
    this.#context.drop(reason)
    this.#listed.push(...idsIn(row, idField))
  }

  /** Returns the showtime if it is to be published: it is new, has a film and a start, and is no private hire. */
  add(
    session: string,
    film: MovieRecord | undefined,
    toShowtime: (film: MovieRecord) => ShowtimeRecord | undefined,
    seats?: FreeSeats,
  ): ShowtimeRecord | undefined {
    if (film !== undefined && isPrivateHire(film.title)) return undefined
    const showtime = film && toShowtime(film)
    if (film === undefined || showtime === undefined) {
      this.#context.drop(film === undefined ? 'no film' : 'no start')
      this.#listed.push(session)
      return undefined
    }
    if (this.#showtimes.has(showtime.session)) {
      this.#context.drop('listed twice')
      return undefined
    }
    if (!this.#films.has(film.film)) this.#films.set(film.film, film)
    this.#showtimes.set(showtime.session, showtime)
    if (seats) this.#counts.push(...toCountRecords(showtime, seats, this.#context.nowMs))
    return showtime
  }

  read(): ReadSessions {
    return {
      films: [...this.#films.values()],
      showtimes: resolveRepeatedHours(this.#showtimes.values(), this.#films),
      listed: this.#listed,
      counts: this.#counts,
    }
  }
}
