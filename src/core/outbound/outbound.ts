/** The interface of the outbound client: requests, responses and options. */

import type { LookupFunction } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Politeness } from './hosts/host-queue.ts'
import type { HostRules } from './hosts/host-states.ts'
import type { SharedHostStates } from './state-exchange.ts'

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** For all attempts and the pauses between them; waiting in the queue of the host does not count. */
  readonly deadlineMs?: number
  /** For waiting in the queue of the host, all attempts together. Default: `deadlineMs`. */
  readonly waitMsMax?: number
  /**
   * The endpoints of a host that fail together, such as `listings` or `seats`: each group has a state of its own.
   * Default: that of the host.
   */
  readonly group?: string
  /** A gap to the previous request at the host that is longer than that of the source, such as `Crawl-delay`. */
  readonly gapMsMin?: number
  /** For whom the request is sent: callers take turns at a host. More may join while the request waits. */
  readonly callers?: ReadonlySet<string>
  readonly bytesMax?: number
  /** Responses with these statuses are returned instead of thrown, e.g. 404 where absence is a valid result. */
  readonly acceptStatuses?: readonly number[]
  /** Further statuses that mean "later", e.g. 303 to a maintenance page. They are retried like 503, and not followed. */
  readonly unavailableStatuses?: readonly number[]
  /** Whether the response has its `bytes`, which are kept in addition to its text. */
  readonly keepBytes?: boolean
  /** Whether the request may be sent twice. Default: true for GET, false for POST. */
  readonly safeToRetry?: boolean
}

export interface OutboundResponse {
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The decompressed body as it was sent, if the request asked for it. */
  readonly bytes?: Buffer
  readonly receivedAt: number
}

/** A response whose body is still arriving. */
export interface OutboundStream {
  readonly url: string
  readonly receivedAt: number
  /** Must be read to the end or closed with `return`: until then it occupies its slot in the host queue. */
  readonly text: AsyncGenerator<string>
}

export interface Outbound {
  /**
   * Throws `upstream_refused` (401, 403, challenge pages), `upstream_unavailable` (timeout, 5xx, reset) or
   * `upstream_changed`; `HostClosed` if the host is not asked at present, or limits requests (429); `overloaded` or
   * `rate_limited` if too many requests wait for the host.
   */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse>
  /** For large responses: one attempt, no redirects, text as it arrives. Optional, because test doubles may omit it. */
  stream?(url: string, request: OutboundRequest): Promise<OutboundStream>
}

export interface OutboundSocketRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** A longer message ends the connection. */
  readonly messageBytesMax: number
}

/** The part of a WebSocket that its users need; as in browsers. */
export interface OutboundSocket {
  binaryType: string
  send(text: string): void
  close(code?: number): void
  terminate(): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error' | 'close', listener: (event: unknown) => void): void
}

export interface OutboundClient extends Outbound, AsyncDisposable {
  /** The same client with the politeness of a source. Hosts are shared: two sources at one host wait for each other. */
  for(politeness: Politeness): Outbound
  /** Opens a WebSocket. Optional, because test doubles may omit it. */
  openSocket?(url: string, request: OutboundSocketRequest): OutboundSocket
}

export type HostMatcher = ReadonlySet<string> | ((host: string) => boolean)

export interface OutboundOptions {
  /** `Broadsheet/<version> (+contact)`. */
  readonly userAgent: string
  /** The hosts that may be contacted: `host` of the URL, with its port unless it is the default one. */
  readonly hosts: HostMatcher
  /** Hosts that may resolve to private, loopback or link-local addresses. */
  readonly allowPrivate?: HostMatcher
  /** Sends requests for a host to another origin with `Host` unchanged: the sandbox replaces the internet with it. */
  readonly overrideOrigin?: (host: string) => { readonly origin: string } | undefined
  /** Whether to keep the gaps between requests that sources declare. Default: true. */
  readonly pauseBetweenRequests?: boolean
  readonly clock?: Clock
  /** A number in [0, 1) for the pauses between attempts. */
  readonly random?: () => number
  readonly events?: Pick<Events, 'upstreamCall' | 'hostStateChanged'>
  readonly deadlineMs?: number
  readonly bytesMax?: number
  readonly attemptsMax?: number
  readonly connectTimeoutMs?: number
  readonly headersTimeoutMs?: number
  /** The longest pause within a body. */
  readonly bodyTimeoutMs?: number
  readonly hostRules?: Partial<HostRules>
  readonly lookup?: LookupFunction
  /** Default: this client knows only what it has found out about hosts itself. */
  readonly sharedStates?: SharedHostStates
}

type OptionWithoutDefault = 'allowPrivate' | 'overrideOrigin' | 'lookup' | 'sharedStates'

export type OutboundSettings = Required<Omit<OutboundOptions, OptionWithoutDefault | 'hostRules'>> &
  Pick<OutboundOptions, OptionWithoutDefault> & { readonly hostRules: HostRules }
