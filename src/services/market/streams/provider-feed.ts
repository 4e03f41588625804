/** The one connection of this process to the provider's socket: opened when it is needed, shared by all readers, closed when it is idle. */

import { type Clock as ClientClock, systemRandom } from '../../../../packages/client/src/clock.ts'
import { ChartSessions } from '../../../../packages/client/src/socket/chart-session.ts'
import { MarketConnectionError, MarketProtocolError } from '../../../../packages/client/src/socket/errors.ts'
import { connectToProvider } from '../../../../packages/client/src/socket/provider-protocol.ts'
import type {
  ConnectionChange,
  ReconnectingConnection,
  SessionHandler,
} from '../../../../packages/client/src/socket/reconnecting-connection.ts'
import type { SeriesContext } from '../../../../packages/client/src/socket/series-subscription.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { OutboundClient } from '../../../core/outbound/outbound.ts'
import { socketHost } from '../gateway/hosts.ts'
import { originRequired } from '../gateway/origin-required.ts'

interface ProviderFeedOptions {
  readonly outbound: Pick<OutboundClient, 'openSocket'>
  readonly clock: Clock
  /** `Origin` of the connection; the provider refuses connections without one. */
  readonly origin: string | undefined
}

/** How long the connection stays open without readers. */
const idleMs = 30_000
const messageBytesMax = 16 * 1024 * 1024
const frameCharsMax = 8_000_000

export class ProviderFeed implements Disposable {
  readonly connection: ReconnectingConnection
  /** The client measures durations only. */
  readonly clock: ClientClock
  readonly #charts: ChartSessions
  readonly #options: ProviderFeedOptions
  #isHeld = false
  #releaseHold: (() => void) | undefined
  #lastChange: ConnectionChange = { state: 'closed' }

  constructor(options: ProviderFeedOptions) {
    this.#options = options
    const { clock } = options
    this.clock = { now: () => clock.monotonic(), sleep: (ms, signal) => clock.sleep(ms, signal) }
    this.connection = connectToProvider(
      {
        url: `wss://${socketHost.name}/socket.io/websocket`,
        openSocket: (url) => this.#openSocket(url),
        clock: this.clock,
        random: systemRandom,
        backoff: { initialMs: 500, maxMs: 30_000 },
        attemptsMax: Number.POSITIVE_INFINITY,
        helloTimeoutMs: 10_000,
        idleTimeoutMs: 90_000,
        frameCharsMax,
      },
      (call) => call('set_auth_token', 'unauthorized_user_token'),
    )
    this.#charts = new ChartSessions(this.connection)
    this.connection.onStateChange((change) => {
      this.#lastChange = change
    })
  }

  get lastChange(): ConnectionChange {
    return this.#lastChange
  }

  /** Why requests cannot be answered now; undefined if they can, or if that is not known yet. */
  get failure(): Failure | undefined {
    const { state, error, retryInMs = 1000 } = this.#lastChange
    return state === 'waiting' ? this.toFailure(error, Math.ceil(retryInMs / 1000)) : undefined
  }

  /** For bars whose responses may take this long. */
  seriesContext(responseTimeoutMs: number): SeriesContext {
    return { charts: this.#charts, clock: this.clock, responseTimeoutMs }
  }

  /** Keeps the connection open for a while, so that the next request need not open it. */
  hold(): void {
    this.#releaseHold?.()
    this.#releaseHold = this.#options.clock.after(idleMs, () => this.#release())
    if (this.#isHeld) return
    this.#isHeld = true
    this.connection.join(this.#holder)
  }

  /** What the end of a connection means for those who wait for it. */
  toFailure(error: unknown, retryAfterSeconds = 5): Failure {
    const cause = error instanceof MarketConnectionError ? error.cause : error
    if (isFailure(cause, 'upstream_refused')) return this.#refused(cause)
    if (isFailure(cause)) return cause
    if (error instanceof MarketProtocolError)
      return new Failure('upstream_changed', 'The provider’s socket sent something unexpected.', {
        cause: error,
      })
    return new Failure('upstream_unavailable', 'The provider’s socket is unreachable.', {
      retryAfterSeconds,
      cause: error,
    })
  }

  [Symbol.dispose](): void {
    this.#releaseHold?.()
    this.connection.close()
  }

  readonly #holder: SessionHandler = {
    session: 'hold',
    onConnected: () => {},
    onEvent: () => {},
    onDisconnected: () => {},
    end: () => {
      this.#isHeld = false
    },
  }

  #release(): void {
    this.#releaseHold = undefined
    if (!this.#isHeld) return
    this.#isHeld = false
    this.connection.leave(this.#holder)
  }

  #openSocket(url: string) {
    const { outbound, origin } = this.#options
    if (outbound.openSocket === undefined) throw new TypeError('this outbound client has no sockets')
    const headers = origin === undefined ? {} : { origin }
    return outbound.openSocket(url, { headers, messageBytesMax })
  }

  #refused(cause: Failure): Failure {
    if (this.#options.origin !== undefined) return cause
    return originRequired('The provider accepts connections only from its own site.', cause)
  }
}
