/** The messages between the runner and the steady load generator. */

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
