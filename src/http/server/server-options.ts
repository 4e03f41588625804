/** What the HTTP server is created with. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { AccessControl } from '../access-control.ts'
import type { CursorCodec } from '../cursor.ts'
import type { LiveLimits } from '../live/live-connections.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { LoadShedder } from './load/load-shedder.ts'

export interface ServerOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly accessControl: AccessControl
  readonly cursors: CursorCodec
  readonly loadShedder: LoadShedder
  /** Applies to receiving the request and again to handling it. */
  readonly requestTimeoutMs: number
  readonly bodyBytesMax: number
  readonly trustedProxies: readonly string[]
  readonly logRequests: 'all' | 'errors' | 'none'
  /** How many streams may be open. */
  readonly streamLimits: LiveLimits
  /** Memory for cached responses. */
  readonly cacheBytesMax: number
  /** Whether responses are marked as made up. Default: false. */
  readonly isSandbox?: boolean
  /** The state of the data of a scope; see `Database.stamp`. */
  stampOf(scope: string): string
  /** When data of a scope was last published; 0 before the first time. */
  publishedAt(scope: string): number
  /** The end of the change log of a scope; undefined if it has none. */
  changesAfter?(scope: string): string | undefined
}
