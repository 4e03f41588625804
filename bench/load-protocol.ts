/** The messages between the runner and the load generator. */

export interface LoadRequest {
  readonly origin: string
  /** Asked for in turn. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  readonly p99Ms: number
  /** Of the load generator, per request. */
  readonly cpuMicros: number
}
