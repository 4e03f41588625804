/** What the steady stream is asked to do, and what it reports. */

export interface SteadyLoadRequest {
  readonly origin: string
  readonly paths: readonly string[]
  readonly perSecond: number
  readonly seconds: number
}

export interface SteadyLoadResult {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}
