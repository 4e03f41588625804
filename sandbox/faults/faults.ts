/** The faults that are set, and which of them apply to a request. */

import type { Random, Seed } from '../random.ts'
import { matcher, pathMatcher } from '../wildcard.ts'
import { type Fault, InvalidFault, parseFault } from './fault.ts'

export interface FaultStatus {
  readonly id: number
  readonly fault: Fault
  /** Matching requests, and those of them that it was applied to. */
  readonly matched: number
  readonly applied: number
}

export type ReplyFault = Exclude<Fault, { kind: 'latency' }>

/** What happens to one request. */
export interface FaultEffect {
  readonly latencyMs: number
  /** At most one besides latency. */
  readonly fault: ReplyFault | undefined
}

interface FaultsOptions {
  /** Makes probabilities repeatable. */
  random(...parts: readonly Seed[]): Random
  /** The names of all hosts, wildcards included. */
  readonly hosts: readonly string[]
}

interface ActiveFault {
  readonly id: number
  readonly fault: Fault
  readonly matchesHost: (host: string) => boolean
  readonly matchesPath: (pathAndQuery: string) => boolean
  matched: number
  applied: number
}

const faultsMax = 1_000

export class Faults {
  readonly #options: FaultsOptions
  #active: ActiveFault[] = []
  #lastId = 0

  constructor(options: FaultsOptions) {
    this.#options = options
  }

  /** Returns the id. Throws `InvalidFault` when the fault is malformed or its host is unknown. */
  set(fault: Fault): number {
    const added = this.#activate(fault)
    if (this.#active.length >= faultsMax) throw tooMany()
    this.#active.push(added)
    return added.id
  }

  /** Sets all or none. */
  replace(faults: readonly Fault[]): void {
    if (faults.length > faultsMax) throw tooMany()
    this.#active = faults.map((fault) => this.#activate(fault))
  }

  /** Removes one, or all. */
  clear(id?: number): void {
    this.#active = id === undefined ? [] : this.#active.filter((one) => one.id !== id)
  }

  list(): readonly FaultStatus[] {
    return this.#active.map(({ id, fault, matched, applied }) => ({ id, fault, matched, applied }))
  }

  /** Latencies add up. Of the other faults the first one applies; those after it are not used up. */
  apply(host: string, pathAndQuery: string): FaultEffect {
    let latencyMs = 0
    let fault: ReplyFault | undefined
    for (const one of this.#active) {
      if (!one.matchesHost(host) || !one.matchesPath(pathAndQuery)) continue
      one.matched++
      if (!this.#isDue(one)) continue
      if (one.fault.kind === 'latency') latencyMs += one.fault.ms
      else if (fault === undefined) fault = one.fault
      else continue
      one.applied++
    }
    return { latencyMs, fault }
  }

  #isDue({ id, fault, matched, applied }: ActiveFault): boolean {
    if (matched <= (fault.after ?? 0)) return false
    if (applied >= (fault.times ?? Number.POSITIVE_INFINITY)) return false
    return fault.chance === undefined || this.#options.random('fault', id, matched).chance(fault.chance)
  }

  #activate(value: Fault): ActiveFault {
    const fault = parseFault(value)
    const matchesHost = matcher(fault.host)
    const { hosts } = this.#options
    if (!hosts.some((host) => matchesHost(host) || matcher(host)(fault.host))) {
      throw new InvalidFault([`host: ${fault.host} matches none of ${hosts.join(', ')}`])
    }
    return {
      id: ++this.#lastId,
      fault,
      matchesHost,
      matchesPath: pathMatcher(fault.path ?? '*'),
      matched: 0,
      applied: 0,
    }
  }
}

function tooMany(): InvalidFault {
  return new InvalidFault([`at most ${faultsMax} faults can be set`])
}
