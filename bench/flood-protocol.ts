/** The messages between the runner and both sides of a flood. */

/** From one caller, over and over; the program answers when it has begun, and again when `stop` has ended it. */
export interface FloodRequest {
  readonly origin: string
  readonly key: string
  readonly connections: number
  /** `{n}` is replaced by a number, so that no response is cached. */
  readonly paths: readonly string[]
}

/** Responses by status. */
export type FloodResult = Readonly<Record<string, number>>

/** From ten addresses, each at a steady pace. */
export interface ReadersRequest {
  readonly origin: string
  /** By kind; each is requested in turn. */
  readonly paths: Readonly<Record<string, readonly string[]>>
  readonly seconds: number
}

/** How long each response took, in milliseconds, by kind. */
export type ReadersResult = Readonly<Record<string, readonly number[]>>
