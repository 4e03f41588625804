/** Sends requests to the provider within the limits of its host and cost class, and classifies the responses. */

import { Failure, isFailure } from '../../../core/errors.ts'
import type { OutboundClient, OutboundResponse } from '../../../core/outbound/outbound.ts'
import { ResponseTimeout } from '../../../core/outbound/time-budget.ts'
import { classifyProviderResponse, parseJson } from './classify-provider-response.ts'
import type { Contract, CostClass } from './contracts.ts'
import { providerHosts } from './hosts.ts'
import { originRequired } from './origin-required.ts'
import type { UpstreamAddresses } from './upstream-addresses.ts'
import { requestUrl, type UpstreamRequest } from './upstream-request.ts'

interface CostLimits {
  /** Concurrent requests of this class, over all hosts. */
  readonly atOnce: number
  /** For the response; waiting in the queue does not count. */
  readonly deadlineMs: number
  readonly bytesMax: number
}

const mebibyte = 1024 * 1024

export const costLimits: Readonly<Record<CostClass, CostLimits>> = {
  tiny: { atOnce: 32, deadlineMs: 6000, bytesMax: 4 * mebibyte },
  normal: { atOnce: 16, deadlineMs: 8000, bytesMax: 16 * mebibyte },
  huge: { atOnce: 2, deadlineMs: 9000, bytesMax: 32 * mebibyte },
}

/** How long a request may wait for its turn at a host. One that would probably wait longer is refused at once. */
export const waitMsMax = 3000

/** How many requests of one caller may wait for a host. */
export const waitingPerCaller = 64

interface UpstreamClientOptions {
  readonly outbound: OutboundClient
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

  /** Throws the failure that the response amounts to. `callers` take turns; more may join while the request waits. */
  async fetch(
    request: UpstreamRequest,
    callers: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    const { contract } = request
    const response = await this.#send(request, callers, signal)
    const json = parseJson(response.body)
    const failure = classifyProviderResponse(contract, response, json)
    if (failure) throw failure
    return { ...response, json }
  }

  async #send(
    request: UpstreamRequest,
    callers: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const { outbound, addresses } = this.#options
    const { contract, body } = request
    const { atOnce, gapMs } = providerHosts[contract.host]
    const cost = costLimits[contract.cost_class]
    const pool = { name: `market ${contract.cost_class}`, atOnce: cost.atOnce }
    const url = requestUrl(request, addresses.urlTemplate(contract))
    try {
      return await outbound.for({ atOnce, gapMs, pool, waitingPerCaller }).request(url, {
        method: request.method ?? contract.method,
        headers: this.#headers(contract, body?.contentType),
        ...(body ? { body: withTargetVersion(body.text, request, url) } : {}),
        signal,
        callers,
        group: contract.id,
        deadlineMs: cost.deadlineMs,
        waitMsMax,
        bytesMax: cost.bytesMax,
        keepBytes: true,
        acceptStatuses: informativeStatuses,
        // Every contract only reads, whatever its method.
        safeToRetry: true,
      })
    } catch (thrown) {
      if (isFailure(thrown, 'upstream_refused')) throw this.#refused(thrown, contract)
      if (!(thrown instanceof ResponseTimeout)) throw thrown
      throw new Failure('upstream_timeout', 'The provider did not respond in time.', { cause: thrown })
    }
  }

  /** Says which setting is missing, if one is. */
  #refused(failure: Failure, { host }: Contract): Failure {
    const { requiresOrigin, name } = providerHosts[host]
    if (!requiresOrigin || this.#options.origin !== undefined) return failure
    return originRequired(`${name} accepts requests only from the provider’s own site.`, failure)
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

/** The provider's other translation endpoint takes the version of Pine as a field, because its path has none. */
function withTargetVersion(text: string, { contract, path }: UpstreamRequest, url: string): string {
  const isConversion = contract.id === 'PineFacade.TranslateSource' && /\/convert\/?(\?|$)/.test(url)
  if (!isConversion || path.pineVersion === undefined) return text
  return `${text}&version_to=${encodeURIComponent(path.pineVersion.slice(1))}`
}
