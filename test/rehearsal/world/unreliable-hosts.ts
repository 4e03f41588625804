/** Simulated hosts with latency, with members that fail, and with a limit for those who ask too fast. */

import { html, type Reply, type Route, type SandboxHost, text } from '../../../sandbox/host.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { type Fate, hashShare } from '../fates.ts'
import type { HostLog } from './host-log.ts'

export interface HostLimits {
  readonly latencyMs: number
  /** The shortest mean gap between requests that the host accepts; undefined for any. */
  gapMsOf(host: string): number | undefined
}

/** The member that a request is about. Answers look members up, so the last one that was looked up is it. */
export class CurrentMember {
  readonly #faultsServed = new Map<string, number>()
  #id: string | undefined
  #fate: Fate = 'healthy'

  set(id: string, fate: Fate): void {
    this.#id = id
    this.#fate = fate
  }

  /** Returns the member of the answer, which must not wait for anything. */
  during(answer: () => Reply | Promise<Reply>): {
    reply: Reply | Promise<Reply>
    id: string | undefined
    fate: Fate
  } {
    this.#id = undefined
    this.#fate = 'healthy'
    const reply = answer()
    return { reply, id: this.#id, fate: this.#fate }
  }

  /** Whether a fault that passes is still to be served. */
  isFirst(id: string): boolean {
    const served = this.#faultsServed.get(id) ?? 0
    this.#faultsServed.set(id, served + 1)
    return served === 0
  }
}

/** A burst that a host accepts before it counts. */
const burst = 20

export function withFaults(
  { host, routes }: SandboxHost,
  current: CurrentMember,
  log: HostLog,
  { latencyMs, gapMsOf }: HostLimits,
  isSecondDay: () => boolean,
): SandboxHost {
  const answerOf = (route: Route): Route['answer'] => {
    return async (request) => {
      const end = log.start(request.host)
      try {
        const waitMs = latencyMs * (0.5 + hashShare(`${request.host}${request.url.pathname}`))
        if (waitMs > 0) await systemClock.sleep(waitMs, request.signal)
        const gapMs = gapMsOf(request.host)
        if (gapMs !== undefined && log.isTooFast(request.host, 2 * burst, gapMs * burst))
          return text('Too many requests.\n', { status: 429, headers: { 'retry-after': '1' } })
        const { reply, id, fate } = current.during(() => route.answer(request))
        if (id === undefined || fate === 'healthy') return reply
        return faultyReply(await reply, id, fate, current, isSecondDay())
      } finally {
        end()
      }
    }
  }
  return { host, routes: routes.map((route) => ({ ...route, answer: answerOf(route) })) }
}

function faultyReply(
  reply: Reply,
  id: string,
  fate: Fate,
  current: CurrentMember,
  isSecondDay: boolean,
): Reply {
  if (fate === 'down') return text('The service is not available.\n', { status: 503 })
  if (fate === 'changed' && !isSecondDay) return html('<!doctype html><title>We have moved</title>')
  if (fate === 'gone' || fate === 'changed' || !current.isFirst(id)) return reply
  if (fate === 'busy') return text('Too many requests.\n', { status: 429, headers: { 'retry-after': '1' } })
  if (fate === 'failing') return text('The service is not available.\n', { status: 503 })
  return cutOff(reply)
}

/** Ends after half of the body, without the rest of the length that it has announced. */
function cutOff(reply: Reply): Reply {
  const body = Buffer.from(typeof reply.body === 'string' ? reply.body : '')
  return {
    ...reply,
    headers: { ...reply.headers, 'content-length': String(body.length + 1) },
    body: (async function* () {
      yield body.subarray(0, body.length / 2)
      throw new Error('cut off')
    })(),
  }
}
