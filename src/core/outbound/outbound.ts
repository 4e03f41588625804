/** What a caller of the outbound client hands over and gets back. */

import type { LookupFunction } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { BreakerOptions } from './circuit-breakers.ts'
import type { Politeness } from './host-queue.ts'

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** For the whole exchange, retries included. */
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** Answers with one of these statuses are returned instead of thrown, e.g. 404 where absence is an answer. */
  readonly acceptStatuses?: readonly number[]
  /** Whether sending it twice does no harm. GET is; a POST has to say so to be retried. */
  readonly safeToRetry?: boolean
}

export interface OutboundResponse {
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly receivedAt: number
}

/** An answer that is still coming in. */
export interface OutboundStream {
  readonly url: string
  readonly receivedAt: number
  /** Has to be read to its end or left with `return`: until then the request has its turn. */
  readonly text: AsyncGenerator<string>
}

export interface Outbound {
  /** Throws `upstream_refused` (401, 403, gates), `upstream_unavailable` (timeout, 429, 5xx, reset) or `upstream_changed`. */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse>
  /** For what is too large to be held: one attempt, no redirects, the text as it comes. Not every stand-in has it. */
  stream?(url: string, request: OutboundRequest): Promise<OutboundStream>
}

export interface OutboundClient extends Outbound, AsyncDisposable {
  /** The same client, keeping a source's manners. Hosts are shared: two sources at one host wait for each other. */
  for(politeness: Politeness): Outbound
}

export type HostMatcher = ReadonlySet<string> | ((host: string) => boolean)

export interface OutboundOptions {
  /** `Broadsheet/<version> (+contact)`. */
  readonly userAgent: string
  /** Where we may go: `host` of the URL, with its port unless it is the default one. */
  readonly hosts: HostMatcher
  /** Hosts that may live at private, loopback or link-local addresses. */
  readonly allowPrivate?: HostMatcher
  /** Sends a host's requests to another origin, with `Host` unchanged: how the sandbox stands in for the internet. */
  readonly overrideOrigin?: (host: string) => { readonly origin: string } | undefined
  /** Whether sources get the pauses between requests that they ask for; on unless told. */
  readonly pauses?: boolean
  readonly clock?: Clock
  /** A number in [0, 1), for the pauses between attempts. */
  readonly random?: () => number
  readonly events?: Pick<Events, 'upstreamCall' | 'breakerOpened' | 'breakerClosed'>
  readonly deadlineMs?: number
  readonly bytesMax?: number
  readonly attemptsMax?: number
  readonly connectTimeoutMs?: number
  readonly headersTimeoutMs?: number
  /** Longest silence in the middle of a body. */
  readonly bodyTimeoutMs?: number
  readonly breaker?: BreakerOptions
  readonly lookup?: LookupFunction
}

export type DefaultedOption =
  | 'pauses'
  | 'clock'
  | 'random'
  | 'events'
  | 'deadlineMs'
  | 'bytesMax'
  | 'attemptsMax'
  | 'connectTimeoutMs'
  | 'headersTimeoutMs'
  | 'bodyTimeoutMs'
  | 'breaker'
export type OutboundSettings = Omit<OutboundOptions, DefaultedOption> &
  Required<Pick<OutboundOptions, DefaultedOption>>
