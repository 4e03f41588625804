/** Simulated hosts with latency, with events of their own, with members that fail, and with a limit for those who ask too fast. */

import type { Reply, Route, SandboxHost, SandboxRequest } from '../../../sandbox/host.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { type Fate, hashShare } from '../fates.ts'
import { findHostEvent } from '../host-events.ts'
import { eventReply, fateReply } from './faulty-replies.ts'
import type { HostLog } from './host-log.ts'
import { findPaceLimit } from './pace-limits.ts'
import { robotsRoute } from './robots-files.ts'

export interface HostConditions {
  readonly latencyMs: number
  /** The factor for the time that a pace is measured in; 0 for hosts that may be asked at any pace. */
  readonly politeness: number
  /** 1 for the first. */
  day(): number
  /** Whether hosts have events. */
  readonly hasEvents: boolean
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

export function withFaults(
  { host, routes }: SandboxHost,
  current: CurrentMember,
  log: HostLog,
  { latencyMs, politeness, day, hasEvents }: HostConditions,
): SandboxHost {
  const answerOf = (route: Route): Route['answer'] => {
    return async (request) => {
      const end = log.start(request.host)
      try {
        const waitMs = latencyMs * (0.5 + hashShare(`${request.host}${request.url.pathname}`))
        if (waitMs > 0) await systemClock.sleep(waitMs, request.signal)
        const limit = findPaceLimit(request.host)
        if (limit !== undefined && log.isTooFast(request.host, limit.requests, limit.ms * politeness))
          return limit.reply()
        const answer = async (asked: SandboxRequest) => {
          const { reply, id, fate } = current.during(() => route.answer(asked))
          if (id === undefined || fate === 'healthy') return await reply
          return await fateReply(await reply, fate, request, day(), () => current.isFirst(id))
        }
        const event = hasEvents ? findHostEvent(request.host, day()) : undefined
        if (event === undefined || log.requestsToday(request.host) <= (event.after ?? 0))
          return await answer(request)
        log.addFaulty(request.host)
        return await eventReply(event.kind, request, answer)
      } finally {
        end()
      }
    }
  }
  const robots = hasEvents ? robotsRoute(host) : undefined
  const all = robots === undefined ? routes : [robots, ...routes]
  return { host, routes: all.map((route) => ({ ...route, answer: answerOf(route) })) }
}
