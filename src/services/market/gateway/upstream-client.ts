/** Asks the provider: in its turn, within its deadline and size, and judged by what the answer says. */

import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { OutboundAnswer, OutboundClient } from '../../../core/outbound/create-outbound.ts'
import { judge, parseJson } from './classify-provider-response.ts'
import type { Contract, CostClass, Upstreams } from './contracts.ts'
import { hosts } from './hosts.ts'
import { type UpstreamAsk, urlOf } from './upstream-request.ts'

interface Cost {
  /** Requests of this class at once, over all hosts. */
  readonly atOnce: number
  /** From when it is asked for: waiting for its turn counts. */
  readonly deadlineMs: number
  readonly bytesMax: number
}

const mebibyte = 1024 * 1024

export const costs: Readonly<Record<CostClass, Cost>> = {
  tiny: { atOnce: 32, deadlineMs: 6000, bytesMax: 4 * mebibyte },
  normal: { atOnce: 16, deadlineMs: 8000, bytesMax: 16 * mebibyte },
  huge: { atOnce: 2, deadlineMs: 9000, bytesMax: 32 * mebibyte },
}

export interface UpstreamOptions {
  readonly outbound: OutboundClient
  readonly clock: Clock
  readonly upstreams: Upstreams
  /** `Origin` for the hosts that want one. */
  readonly origin: string | undefined
}

export interface UpstreamAnswer extends OutboundAnswer {
  /** The parsed body. */
  readonly json: unknown
}

/** Statuses whose body says more than the status does. */
const spoken = [400, 404, 422]

export class Upstream {
  readonly #options: UpstreamOptions

  constructor(options: UpstreamOptions) {
    this.#options = options
  }

  /** A good answer, or the failure that the provider's words amount to. */
  async fetch(ask: UpstreamAsk, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { contract } = ask
    const answer = await this.#send(ask, signal)
    const json = parseJson(answer.body)
    const failure = judge(contract, answer, json)
    if (failure) throw failure
    return { ...answer, json }
  }

  async #send(ask: UpstreamAsk, signal: AbortSignal): Promise<OutboundAnswer> {
    const { outbound, clock, upstreams } = this.#options
    const { contract, body } = ask
    const host = hosts[contract.host]
    const cost = costs[contract.cost_class]
    const pool = { name: `market ${contract.cost_class}`, atOnce: cost.atOnce }
    const startedAt = clock.now()
    try {
      return await outbound
        .for({ atOnce: host.atOnce, gapMs: host.gapMs, pool })
        .request(urlOf(ask, upstreams.templateOf(contract)), {
          method: contract.method,
          headers: this.#headers(contract, body?.type),
          ...(body ? { body: body.text } : {}),
          signal,
          deadlineMs: cost.deadlineMs,
          bytesMax: cost.bytesMax,
          accept: spoken,
          // Every contract reads, whatever its method.
          repeatable: true,
        })
    } catch (thrown) {
      const isTooLate =
        isFailure(thrown, 'upstream_unavailable') && clock.now() - startedAt >= cost.deadlineMs
      if (!isTooLate) throw thrown
      throw new Failure('upstream_timeout', 'The provider did not answer in time.', { cause: thrown })
    }
  }

  #headers(contract: Contract, bodyType: string | undefined): Record<string, string> {
    const { origin } = this.#options
    return {
      accept: 'application/json, text/plain;q=0.5',
      ...(bodyType === undefined ? {} : { 'content-type': bodyType }),
      ...(hosts[contract.host].wantsOrigin && origin !== undefined ? { origin } : {}),
    }
  }
}
