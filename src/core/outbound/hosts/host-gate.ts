/** Lets requests through to a host one by one, as its state and its queue allow, and notes what they show about it. */

import { abortable } from '../../async/abortable.ts'
import { withTimeout } from '../../async/with-timeout.ts'
import { type AttemptFailure, type DecodedResponse, findPause } from '../classify-response.ts'
import type { OutboundSettings } from '../outbound.ts'
import { StateExchange } from '../state-exchange.ts'
import type { TimeBudget } from '../time-budget.ts'
import { type CircuitKey, HostClosed } from './host-closed.ts'
import { HostQueue, type Politeness } from './host-queue.ts'
import { type Evidence, HostStates, type SharedHostState } from './host-states.ts'

/** A request with all its attempts, as far as hosts are concerned. */
export interface Visit {
  readonly politeness: Politeness
  readonly callers: ReadonlySet<string> | undefined
  /** Aborted by the caller. */
  readonly callerSignal: AbortSignal
  readonly budget: TimeBudget
  /** Where it finds out whether the host is back. */
  readonly probes: CircuitKey[]
}

type Settings = Pick<OutboundSettings, 'clock' | 'events' | 'hostRules' | 'sharedStates'>

export class HostGate {
  readonly #settings: Settings
  readonly #queue: HostQueue
  readonly #states: HostStates
  readonly #shared: StateExchange

  constructor(settings: Settings) {
    const { clock, hostRules, sharedStates } = settings
    this.#settings = settings
    this.#queue = new HostQueue(clock)
    this.#states = new HostStates(hostRules, clock)
    const adopt = (state: SharedHostState) => {
      const pauseMs = this.#states.adopt(state)
      if (pauseMs > 0) this.#queue.pause(state, pauseMs)
    }
    this.#shared = new StateExchange(sharedStates, adopt, clock)
  }

  close(): void {
    this.#queue.close()
  }

  recordAttempt(key: CircuitKey, hasFailed: boolean): void {
    this.#states.recordAttempt(key, hasFailed)
  }

  /** Whether an attempt that failed is followed by another. */
  mayRetry(key: CircuitKey): boolean {
    return this.#states.mayRetry(key)
  }

  /** Resolves with the function that ends the turn. What is thrown here says nothing about the host. */
  async enter(key: CircuitKey, visit: Visit): Promise<() => void> {
    const { politeness, callers, callerSignal: signal, budget, probes } = visit
    for (;;) {
      const learning = this.#shared.learn(key.host)
      // Not awaited without need: requests take their places in the order of their calls.
      if (learning) await budget.wait(abortable(learning, signal))
      this.#states.check(key)
      const turn = { signal, callers, group: key.group, waitMsMax: budget.waitLeftMs }
      const release = await budget.wait(this.#queue.acquire(key.host, politeness, turn))
      let probe: Promise<void> | undefined
      try {
        // It may have closed in the meantime.
        probe = this.#states.admit(key)
      } catch (thrown) {
        release()
        throw thrown
      }
      if (probe === undefined) {
        if (this.#states.isClosed(key)) probes.push(key)
        return release
      }
      release()
      await this.#awaitProbe(key, probe, visit)
    }
  }

  /** For a request that is over, with or without a result. */
  leave({ probes }: Pick<Visit, 'probes'>): void {
    for (const key of probes) this.#states.endProbe(key)
  }

  /** Of each attempt. Limits concern the whole host; an outage concerns the endpoints that fail together. */
  async heedPause(
    { host, group }: CircuitKey,
    response: Pick<DecodedResponse, 'status' | 'headers'>,
    unavailableStatuses?: readonly number[],
  ): Promise<HostClosed | undefined> {
    const pause = findPause(response, this.#settings.clock.now(), unavailableStatuses)
    if (pause === undefined) return undefined
    const isOfHost = pause.kind === 'limited' || group === undefined
    const change = this.#states.record(isOfHost ? { host } : { host, group }, pause)
    await this.#announce(change)
    return pause.kind === 'limited' ? new HostClosed({ host }, 'limiting', change?.closedMs ?? 0) : undefined
  }

  /** Of a whole request, not of each attempt. A limit is no failure, and says nothing about the endpoints either. */
  async recordOutcome(
    key: CircuitKey,
    { callers }: Pick<Visit, 'callers'>,
    attemptFailure: AttemptFailure | undefined,
  ): Promise<void> {
    if (attemptFailure?.isLimit) return
    // Somebody who asks again is no reason to close a host for hours.
    await this.#announce(this.#states.record(key, toEvidence(attemptFailure), callers === undefined))
  }

  async recordDuration(key: CircuitKey, ms: number): Promise<void> {
    await this.#announce(this.#states.recordDuration(key, ms))
  }

  async #awaitProbe(
    key: CircuitKey,
    probe: Promise<void>,
    { callers, callerSignal, budget }: Visit,
  ): Promise<void> {
    const { clock, hostRules } = this.#settings
    // Somebody waits for the response: better an old one now.
    if (callers !== undefined) throw new HostClosed(key, 'failing', hostRules.probeIntervalMs)
    const giveUp = () => Promise.reject(new HostClosed(key, 'failing', hostRules.probeIntervalMs))
    await budget.wait(abortable(withTimeout(clock, budget.waitLeftMs, probe, giveUp), callerSignal))
  }

  async #announce(change: SharedHostState | undefined): Promise<void> {
    if (change === undefined) return
    const { host, group, state, closedMs, needsProbe } = change
    if (closedMs > 0 && !needsProbe) this.#queue.pause(change, closedMs)
    this.#settings.events.hostStateChanged({
      host,
      ...(group === undefined ? {} : { group }),
      state,
      ...(closedMs > 0 ? { closedMs } : {}),
    })
    await this.#shared.announce(change)
  }
}

function toEvidence(attemptFailure: AttemptFailure | undefined): Evidence {
  const code = attemptFailure?.failure.code
  if (code === 'upstream_refused') return { kind: 'refused' }
  return { kind: code === 'upstream_unavailable' ? 'failed' : 'answered' }
}
