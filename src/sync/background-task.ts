/** Work of the sync thread beside the runs of sources. */

export interface BackgroundTask {
  /** Unique. */
  readonly name: string
  readonly everyMs: number
  run(signal: AbortSignal): Promise<void>
}
