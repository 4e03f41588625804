/** The only way out: every request to an upstream goes through here, with a deadline, a size cap and an honest name. */

import { systemClock } from '../clock.ts'
import { silentEvents } from '../events.ts'
import type { DefaultedOption, OutboundClient, OutboundOptions } from './outbound.ts'
import { UndiciOutbound } from './undici-outbound.ts'

export type {
  Outbound,
  OutboundClient,
  OutboundOptions,
  OutboundResponse as OutboundAnswer,
} from './outbound.ts'

export function createOutbound(options: OutboundOptions): OutboundClient {
  return new UndiciOutbound({ ...defaults, ...options })
}

const defaults: Required<Pick<OutboundOptions, DefaultedOption>> = {
  pauses: true,
  clock: systemClock,
  random: Math.random,
  events: silentEvents,
  deadlineMs: 30_000,
  bytesMax: 64 * 1024 * 1024,
  attemptsMax: 3,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 10_000,
  breaker: { failuresMax: 5, probeIntervalMs: 30_000 },
}
