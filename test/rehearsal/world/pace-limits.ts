/**
 * How fast hosts may be asked before they answer with 429 or worse. That these hosts limit is known from vendors and public
 * clients; where no number is known, the comment says that it is assumed. Hosts that are not listed have no known limit.
 */

import { html, type Reply, text } from '../../../sandbox/host.ts'

export interface PaceLimit {
  /** A name, or `*.` and the end of names. */
  readonly host: string
  readonly requests: number
  readonly ms: number
  reply(): Reply
}

const withHint = (seconds: number) => () =>
  text('Too many requests.\n', { status: 429, headers: { 'retry-after': String(seconds) } })
const withoutHint = () => text('Too many requests.\n', { status: 429 })
const refusal = () => html('<!doctype html><title>403 Forbidden</title>', { status: 403 })

const minuteMs = 60_000

export const paceLimits: readonly PaceLimit[] = [
  // The description of its second version.
  { host: 'api.rippling.com', requests: 100, ms: 10 * minuteMs, reply: withHint(600) },
  // `Crawl-delay: 1` in its robots.txt; bursts of a minute are assumed to pass.
  { host: 'api.lever.co', requests: 70, ms: minuteMs, reply: withoutHint },
  // Strict limits per address, with waits of hours; the number is assumed.
  { host: 'apply.workable.com', requests: 15, ms: minuteMs, reply: withHint(7200) },
  // The source code of Comp AI.
  { host: 'api.trycomp.ai', requests: 100, ms: minuteMs, reply: withoutHint },
  // Bursts meet 429, 403 or 500; the number is assumed.
  { host: '*.myworkdayjobs.com', requests: 240, ms: minuteMs, reply: refusal },
  // Refuses bursts, as three clients found; the number is assumed.
  { host: 'www.cineworld.co.uk', requests: 180, ms: minuteMs, reply: refusal },
]

export function findPaceLimit(host: string): PaceLimit | undefined {
  return paceLimits.find((limit) =>
    limit.host.startsWith('*.') ? host.endsWith(limit.host.slice(1)) : host === limit.host,
  )
}
