/** A recording: the requests that a source sent for one member and the responses to them, without secrets, as JSON. */

type Headers = Readonly<Record<string, string>>

export interface Exchange {
  readonly request: {
    readonly method: string
    readonly url: string
    /** Those that the adapter sets. */
    readonly headers: Headers
    readonly body?: string
  }
  readonly response?: {
    readonly status: number
    /** After redirects. */
    readonly url: string
    readonly headers: Headers
    readonly body: string
  }
  /** Instead of a response that the source could use. */
  readonly failure?: { readonly code: string; readonly message: string }
}

export interface Recording {
  readonly recording: 1
  readonly source: string
  readonly member: string
  readonly recordedAt: string
  /** Requests that a bound of the recording left out. */
  readonly leftOut: number
  readonly exchanges: readonly Exchange[]
}
