/** What the HTTP server is created with. */

import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import type { Publications } from '../../store/store.ts'
import type { AccessControl } from '../access-control.ts'
import type { CursorCodec } from '../cursor.ts'
import type { LiveLimits } from '../live/live-connections.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Site } from '../pages/site.ts'
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
  /** What all pages share. Default: no sections, and data that is not made up. */
  readonly site?: Site
  /** Of the data that the routes show. */
  readonly publications: Publications
}
