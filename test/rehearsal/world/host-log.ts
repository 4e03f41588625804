/** When each simulated host was asked, and how many requests it had at once. */

import { type LoggedRequest, RequestLog } from '../../../sandbox/request-log.ts'

export interface HostRequests {
  /** Arrivals in milliseconds, ascending. */
  readonly at: readonly number[]
  readonly atOnceMax: number
  /** How many were refused because they came too fast. */
  readonly refused: number
  /** How many met an event of the host today. */
  readonly faulty: number
}

interface Host {
  at: number[]
  running: number
  atOnceMax: number
  refused: number
  /** Since the day began. */
  today: number
  faulty: number
}

export class HostLog extends RequestLog {
  readonly #hosts = new Map<string, Host>()

  override add(request: LoggedRequest): void {
    const host = this.#host(request.host)
    host.at.push(performance.now())
    host.today += 1
  }

  /** With the one that is handled. */
  requestsToday(name: string): number {
    return this.#host(name).today
  }

  addFaulty(name: string): void {
    this.#host(name).faulty += 1
  }

  startDay(): void {
    for (const host of this.#hosts.values()) {
      host.today = 0
      host.faulty = 0
    }
  }

  /** Returns the function that ends the request. */
  start(name: string): () => void {
    const host = this.#host(name)
    host.running += 1
    host.atOnceMax = Math.max(host.atOnceMax, host.running)
    return () => {
      host.running -= 1
    }
  }

  /** Whether the last request came with more than `requestsMax` within `ms`; it is then counted as refused. */
  isTooFast(name: string, requestsMax: number, ms: number): boolean {
    const host = this.#host(name)
    const first = host.at[host.at.length - 1 - requestsMax]
    if (first === undefined || performance.now() - first >= ms) return false
    host.refused += 1
    return true
  }

  hosts(): Record<string, HostRequests> {
    return Object.fromEntries(
      [...this.#hosts].map(([name, { at, atOnceMax, refused, faulty }]) => [
        name,
        { at, atOnceMax, refused, faulty },
      ]),
    )
  }

  override clear(): void {
    this.#hosts.clear()
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name)
    if (known !== undefined) return known
    const host: Host = { at: [], running: 0, atOnceMax: 0, refused: 0, today: 0, faulty: 0 }
    this.#hosts.set(name, host)
    return host
  }
}
