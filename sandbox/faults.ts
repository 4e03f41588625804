/** The switches: which faults are set, and which of them strike the request at hand. */

import { type Fault, InvalidFault, parseFault } from './fault.ts'
import { matcher, pathMatcher } from './pattern.ts'
import type { Random, Seed } from './random.ts'

/** A fault that was set, and what it has done so far. */
export interface SetFault {
  readonly id: number
  readonly fault: Fault
  /** Requests it fitted, and how many of them it struck. */
  readonly seen: number
  readonly struck: number
}

export type Breakage = Exclude<Fault, { kind: 'latency' }>

export interface Strike {
  readonly latencyMs: number
  /** At most one besides latency. */
  readonly breakage: Breakage | undefined
}

interface FaultsOptions {
  /** Repeatable chance, so that a probability strikes the same requests for the same seed. */
  random(...parts: readonly Seed[]): Random
  /** The names of the hosts there are, stars included: a fault that fits none of them is a typing mistake. */
  readonly hosts: readonly string[]
}

interface Switch {
  readonly id: number
  readonly fault: Fault
  readonly hostFits: (host: string) => boolean
  readonly pathFits: (pathAndQuery: string) => boolean
  seen: number
  struck: number
}

const faultsMax = 1_000

export class Faults {
  readonly #options: FaultsOptions
  #switches: Switch[] = []
  #lastId = 0

  constructor(options: FaultsOptions) {
    this.#options = options
  }

  /** Throws `InvalidFault` when it is malformed or fits no host there is. Returns its id. */
  set(fault: Fault): number {
    const added = this.#toSwitch(fault)
    if (this.#switches.length >= faultsMax) throw new InvalidFault([`at most ${faultsMax} faults can be set`])
    this.#switches.push(added)
    return added.id
  }

  /** All or none. */
  replace(faults: readonly Fault[]): void {
    if (faults.length > faultsMax) throw new InvalidFault([`at most ${faultsMax} faults can be set`])
    this.#switches = faults.map((fault) => this.#toSwitch(fault))
  }

  /** Takes back one, or all. */
  clear(id?: number): void {
    this.#switches = id === undefined ? [] : this.#switches.filter((one) => one.id !== id)
  }

  list(): readonly SetFault[] {
    return this.#switches.map(({ id, fault, seen, struck }) => ({ id, fault, seen, struck }))
  }

  /** Latencies add up; of the others the one that was set first strikes, and the rest keep their turns. */
  strike(host: string, pathAndQuery: string): Strike {
    let latencyMs = 0
    let breakage: Breakage | undefined
    for (const one of this.#switches) {
      if (!one.hostFits(host) || !one.pathFits(pathAndQuery)) continue
      one.seen++
      if (!this.#isDue(one)) continue
      if (one.fault.kind === 'latency') latencyMs += one.fault.ms
      else if (breakage === undefined) breakage = one.fault
      else continue
      one.struck++
    }
    return { latencyMs, breakage }
  }

  #isDue({ id, fault, seen, struck }: Switch): boolean {
    if (seen <= (fault.after ?? 0)) return false
    if (struck >= (fault.times ?? Number.POSITIVE_INFINITY)) return false
    return fault.chance === undefined || this.#options.random('fault', id, seen).chance(fault.chance)
  }

  #toSwitch(value: Fault): Switch {
    const fault = parseFault(value)
    const hostFits = matcher(fault.host)
    const { hosts } = this.#options
    if (!hosts.some((host) => hostFits(host) || matcher(host)(fault.host))) {
      throw new InvalidFault([`host: ${fault.host} fits none of ${hosts.join(', ')}`])
    }
    return {
      id: ++this.#lastId,
      fault,
      hostFits,
      pathFits: pathMatcher(fault.path ?? '*'),
      seen: 0,
      struck: 0,
    }
  }
}
