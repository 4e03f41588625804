/** The exact requests for a board of a platform, with the evidence for each. */

import type { RequestRow } from '../../sandbox/recorded-requests.ts'

export interface PlatformRequests {
  readonly key: string
  readonly rows: readonly RequestRow[]
  /** What no client, recording or document shows. */
  readonly unproved?: string
  /** A board that does not exist, and what is requested then. */
  readonly unknownKey: string
  readonly unknownRows: readonly RequestRow[]
}

export const robots = 'RFC 9309: robots.txt is read before anything else.'
