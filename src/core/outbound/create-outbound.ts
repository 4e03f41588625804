/** Creates the outbound client: all requests to upstream hosts go through it. */

import { systemClock } from '../clock.ts'
import { silentEvents } from '../events.ts'
import type { OutboundClient, OutboundOptions } from './outbound.ts'
import { UndiciOutbound } from './undici-outbound.ts'

export function createOutbound(options: OutboundOptions): OutboundClient {
  return new UndiciOutbound({
    ...defaults,
    ...options,
    hostRules: { ...defaults.hostRules, ...options.hostRules },
  })
}

const defaults = {
  pauseBetweenRequests: true,
  clock: systemClock,
  random: Math.random,
  events: silentEvents,
  deadlineMs: 30_000,
  bytesMax: 64 * 1024 * 1024,
  attemptsMax: 3,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 10_000,
  hostRules: {
    requestsMax: 20,
    requestsMin: 5,
    windowMs: 300_000,
    failureShare: 0.5,
    probeIntervalMs: 30_000,
    refusalsMax: 3,
  },
}
