/** Sends requests to the provider within the limits of its host and cost class, and classifies the responses. */

import type { Clock } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import type { OutboundClient, OutboundResponse } from '../../../core/outbound/outbound.ts'
import { classifyProviderResponse, parseJson } from './classify-provider-response.ts'
import type { Contract, CostClass } from './contracts.ts'
import { providerHosts } from './hosts.ts'
import type { UpstreamAddresses } from './upstream-addresses.ts'
import { requestUrl, type UpstreamRequest } from './upstream-request.ts'

interface CostLimits {
  /** Concurrent requests of this class, over all hosts. */
  readonly atOnce: number
  /** Includes the time spent waiting in the queue. */
  readonly deadlineMs: number
  readonly bytesMax: number
}

const mebibyte = 1024 * 1024

export const costLimits: Readonly<Record<CostClass, CostLimits>> = {
  tiny: { atOnce: 32, deadlineMs: 6000, bytesMax: 4 * mebibyte },
  normal: { atOnce: 16, deadlineMs: 8000, bytesMax: 16 * mebibyte },
  huge: { atOnce: 2, deadlineMs: 9000, bytesMax: 32 * mebibyte },
}

interface UpstreamClientOptions {
  readonly outbound: OutboundClient
  readonly clock: Clock
  readonly addresses: UpstreamAddresses
  /** `Origin` for the hosts that require one. */
  readonly origin: string | undefined
}

export interface UpstreamResponse extends OutboundResponse {
  readonly json: unknown
}

/** Statuses whose body explains the failure. */
const informativeStatuses = [400, 404, 422]

export class UpstreamClient {
  readonly #options: UpstreamClientOptions

  constructor(options: UpstreamClientOptions) {
    this.#options = options
  }

  /** Throws the failure that the response amounts to. */
  async fetch(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    const { contract } = request
    const response = await this.#send(request, signal)
    const json = parseJson(response.body)
    const failure = classifyProviderResponse(contract, response, json)
    if (failure) throw failure
    return { ...response, json }
  }

  async #send(request: UpstreamRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const { outbound, clock, addresses } = this.#options
    const { contract, body } = request
    const host = providerHosts[contract.host]
    const cost = costLimits[contract.cost_class]
    const pool = { name: `market ${contract.cost_class}`, atOnce: cost.atOnce }
    const startedAt = clock.now()
    try {
      return await outbound
        .for({ atOnce: host.atOnce, gapMs: host.gapMs, pool })
        .request(requestUrl(request, addresses.urlTemplate(contract)), {
          method: contract.method,
          headers: this.#headers(contract, body?.contentType),
          ...(body ? { body: body.text } : {}),
          signal,
          deadlineMs: cost.deadlineMs,
          bytesMax: cost.bytesMax,
          acceptStatuses: informativeStatuses,
          // Every contract only reads, whatever its method.
          safeToRetry: true,
        })
    } catch (thrown) {
      const isTooLate =
        isFailure(thrown, 'upstream_unavailable') && clock.now() - startedAt >= cost.deadlineMs
      if (!isTooLate) throw thrown
      throw new Failure('upstream_timeout', 'The provider did not respond in time.', { cause: thrown })
    }
  }

  #headers(contract: Contract, bodyType: string | undefined): Record<string, string> {
    const { origin } = this.#options
    return {
      accept: 'application/json, text/plain;q=0.5',
      ...(bodyType === undefined ? {} : { 'content-type': bodyType }),
      ...(providerHosts[contract.host].requiresOrigin && origin !== undefined ? { origin } : {}),
    }
  }
}
