/**
 * The state of each host, or of a group of its endpoints, and whether it may be asked now. The only place that decides
 * this from what hosts respond.
 */

import type { Clock } from '../../clock.ts'
import { type CircuitKey, HostClosed, type HostState } from './host-closed.ts'

export interface HostRules {
  /** How many of the latest requests are judged. A request counts once, whatever the number of its attempts. */
  readonly requestsMax: number
  /** Fewer requests do not make a host `failing`. */
  readonly requestsMin: number
  /** Older requests are ignored. */
  readonly windowMs: number
  /** The share of failures, up to 1, that makes a host `failing`. */
  readonly failureShare: number
  /** How long a host that fails is not asked at first. */
  readonly probeIntervalMs: number
  /** So many refusals in a row make a host `refusing`. */
  readonly refusalsMax: number
}

/** What a request shows about its host. `pauseMs`: what the host asked for. */
export type Evidence =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'limited' | 'failed'; readonly pauseMs?: number | undefined }

/** As processes tell each other. */
export interface SharedHostState extends CircuitKey {
  readonly state: HostState
  /** Milliseconds since the epoch. */
  readonly since: number
  /** How long it is not asked from now on; 0 if it may be. */
  readonly closedMs: number
  readonly needsProbe: boolean
}

interface Circuit {
  state: HostState
  /** Milliseconds since the epoch. */
  since: number
  /** Until when it is not asked, on the monotonic clock; undefined if it may be. */
  closedUntil: number | undefined
  /** Whether one request finds out if it is back, while the others wait. */
  needsProbe: boolean
  /** Settled when the probe is over. */
  probe: PromiseWithResolvers<void> | undefined
  /** The latest requests, the oldest first. Times are on the monotonic clock. */
  outcomes: { readonly at: number; readonly failed: boolean }[]
  /** In a row, and when there was the last attempt, on the monotonic clock. */
  failedAttempts: number
  attemptedAt: number
  /** In a row. */
  refusals: number
  /** How long requests take, a moving average, and of how many. */
  durationMs: number
  durations: number
}

const circuitsMax = 1000
const minuteMs = 60_000
/** The pause grows with the time for which the host has been closed, up to a limit. */
const pauses: Readonly<Record<'limiting' | 'refusing' | 'failing', { firstMs: number; longestMs: number }>> =
  {
    // A limit without `Retry-After`.
    limiting: { firstMs: 10_000, longestMs: 30 * minuteMs },
    refusing: { firstMs: 15 * minuteMs, longestMs: 120 * minuteMs },
    failing: { firstMs: minuteMs, longestMs: 15 * minuteMs },
  }
/** In a row, of several requests together. */
const failedAttemptsMax = 5
const slowFromMs = 5_000
const durationsMin = 5
const durationWeight = 0.2

export class HostStates {
  /** The least recently used first. */
  readonly #circuits = new Map<string, Circuit>()
  readonly #rules: HostRules
  readonly #clock: Clock

  constructor(rules: HostRules, clock: Clock) {
    this.#rules = rules
    this.#clock = clock
  }

  /** Whether only a probe may be sent. */
  isClosed(key: CircuitKey): boolean {
    const circuit = this.#circuits.get(toText(key))
    return circuit?.closedUntil !== undefined && circuit.needsProbe
  }

  /** Of each attempt; what its request shows is recorded once. */
  recordAttempt(key: CircuitKey, hasFailed: boolean): void {
    const circuit = this.#circuitOf(key)
    const now = this.#clock.monotonic()
    const isRecent = now - circuit.attemptedAt < this.#rules.windowMs
    circuit.attemptedAt = now
    circuit.failedAttempts = hasFailed ? (isRecent ? circuit.failedAttempts : 0) + 1 : 0
  }

  /** One attempt is enough for a probe, and where many have failed in a row. */
  mayRetry(key: CircuitKey): boolean {
    const failedAttempts = this.#circuits.get(toText(key))?.failedAttempts ?? 0
    return failedAttempts < failedAttemptsMax && !this.isClosed(key)
  }

  /** Throws `HostClosed` while no probe is due. */
  check(key: CircuitKey): void {
    const circuit = this.#circuits.get(toText(key))
    if (circuit?.closedUntil === undefined || !circuit.needsProbe) return
    const waitMs = circuit.closedUntil - this.#clock.monotonic()
    if (waitMs > 0 && circuit.probe === undefined) throw new HostClosed(key, circuit.state, waitMs)
  }

  /**
   * Like `check`. Undefined if the request may be sent; if a probe is due, this request is the probe. Otherwise a promise
   * that settles when the probe of another request is over.
   */
  admit(key: CircuitKey): Promise<void> | undefined {
    this.check(key)
    const circuit = this.#circuits.get(toText(key))
    if (circuit?.closedUntil === undefined || !circuit.needsProbe) return undefined
    if (circuit.probe) return circuit.probe.promise
    circuit.probe = Promise.withResolvers()
    return undefined
  }

  /** For a request that is over, with or without evidence. */
  endProbe(key: CircuitKey): void {
    const circuit = this.#circuits.get(toText(key))
    circuit?.probe?.resolve()
    if (circuit) circuit.probe = undefined
  }

  /**
   * `isPatient`: nobody waits for the request, so that the pauses may be long. Returns the state if it has changed, or
   * lasts longer.
   */
  record(key: CircuitKey, evidence: Evidence, isPatient = true): SharedHostState | undefined {
    const change = this.#judge(key, this.#circuitOf(key), evidence, isPatient)
    this.endProbe(key)
    return change
  }

  /** Returns the state if it has changed. */
  recordDuration(key: CircuitKey, ms: number): SharedHostState | undefined {
    const circuit = this.#circuitOf(key)
    circuit.durations += 1
    circuit.durationMs += (ms - circuit.durationMs) * Math.max(durationWeight, 1 / circuit.durations)
    const isSlow = circuit.durations >= durationsMin && circuit.durationMs >= slowFromMs
    const isFast = circuit.durationMs < slowFromMs / 2
    if (circuit.state === 'answering' && isSlow) return this.#enter(key, circuit, 'slow')
    if (circuit.state === 'slow' && isFast) return this.#enter(key, circuit, 'answering')
    return undefined
  }

  /** What another process has found out, unless this one knows better. Returns the pause that it has to keep. */
  adopt(shared: SharedHostState): number {
    const { state, since, closedMs, needsProbe } = shared
    const known = this.#circuits.get(toText(shared))
    if (known !== undefined && known.since > since) return 0
    if (known === undefined && closedMs === 0 && !isClosedState(state)) return 0
    const circuit = known ?? this.#circuitOf(shared)
    circuit.state = state
    circuit.since = since
    circuit.needsProbe = needsProbe
    circuit.closedUntil = isClosedState(state) ? this.#clock.monotonic() + closedMs : undefined
    return needsProbe ? 0 : closedMs
  }

  #judge(
    key: CircuitKey,
    circuit: Circuit,
    evidence: Evidence,
    isPatient: boolean,
  ): SharedHostState | undefined {
    const { refusalsMax, requestsMin, failureShare, probeIntervalMs } = this.#rules
    if (evidence.kind === 'limited') {
      const pauseMs = evidence.pauseMs ?? this.#growingPause(circuit, 'limiting')
      return this.#close(key, circuit, 'limiting', pauseMs, false)
    }
    if (evidence.kind === 'failed' && evidence.pauseMs !== undefined)
      return this.#close(key, circuit, 'failing', evidence.pauseMs, false)
    this.#note(circuit, evidence.kind === 'failed')
    if (evidence.kind === 'refused') {
      circuit.refusals += 1
      const isClosing = circuit.refusals >= refusalsMax || circuit.probe !== undefined
      if (!isPatient || !isClosing) return undefined
      const pauseMs = this.#growingPause(circuit, 'refusing')
      return this.#close(key, circuit, 'refusing', pauseMs, true)
    }
    circuit.refusals = 0
    if (evidence.kind === 'answered') return this.#reopen(key, circuit)
    const failures = circuit.outcomes.filter(({ failed }) => failed).length
    const requests = circuit.outcomes.length
    const isFailing = requests >= requestsMin && failures >= requests * failureShare
    if (!this.isClosed(key) && !isFailing) return undefined
    const pauseMs = isPatient ? this.#growingPause(circuit, 'failing') : probeIntervalMs
    return this.#close(key, circuit, 'failing', pauseMs, true)
  }

  #growingPause({ state, since }: Circuit, next: keyof typeof pauses): number {
    const { firstMs, longestMs } = pauses[next]
    const lastedMs = state === next ? this.#clock.now() - since : 0
    return Math.min(Math.max(firstMs, lastedMs), longestMs)
  }

  #close(
    key: CircuitKey,
    circuit: Circuit,
    state: HostState,
    pauseMs: number,
    needsProbe: boolean,
  ): SharedHostState {
    const closedUntil = this.#clock.monotonic() + pauseMs
    // Of several pauses that a host asks for, the longest counts.
    const isLonger =
      circuit.closedUntil !== undefined && circuit.closedUntil > closedUntil && !circuit.needsProbe
    circuit.closedUntil = isLonger ? circuit.closedUntil : closedUntil
    circuit.needsProbe = needsProbe
    return this.#enter(key, circuit, state)
  }

  /** A response that was on its way says nothing about a limit or a refusal that came after it. */
  #reopen(key: CircuitKey, circuit: Circuit): SharedHostState | undefined {
    if (!isClosedState(circuit.state)) return undefined
    const isOver = (circuit.closedUntil ?? 0) <= this.#clock.monotonic() || circuit.probe !== undefined
    if (!isOver && (circuit.state !== 'failing' || !circuit.needsProbe)) return undefined
    circuit.closedUntil = undefined
    circuit.outcomes = []
    return this.#enter(key, circuit, 'answering')
  }

  #enter(key: CircuitKey, circuit: Circuit, state: HostState): SharedHostState {
    if (circuit.state !== state) circuit.since = this.#clock.now()
    circuit.state = state
    const closedMs = Math.max(0, Math.ceil((circuit.closedUntil ?? 0) - this.#clock.monotonic()))
    return { ...key, state, since: circuit.since, closedMs, needsProbe: circuit.needsProbe }
  }

  #note(circuit: Circuit, failed: boolean): void {
    const { requestsMax, windowMs } = this.#rules
    const now = this.#clock.monotonic()
    circuit.outcomes.push({ at: now, failed })
    const firstCurrent = circuit.outcomes.findIndex(({ at }) => at > now - windowMs)
    circuit.outcomes.splice(0, Math.max(firstCurrent, circuit.outcomes.length - requestsMax))
  }

  #circuitOf(key: CircuitKey): Circuit {
    const text = toText(key)
    const circuit = this.#circuits.get(text) ?? newCircuit()
    this.#circuits.delete(text)
    this.#circuits.set(text, circuit)
    if (this.#circuits.size > circuitsMax) this.#dropOldest()
    return circuit
  }

  /** One that may be asked first: to forget another sends requests to a host that wants none. */
  #dropOldest(): void {
    for (const [text, { closedUntil }] of this.#circuits) {
      if (closedUntil !== undefined) continue
      this.#circuits.delete(text)
      return
    }
    const [oldest] = this.#circuits.keys()
    if (oldest !== undefined) this.#circuits.delete(oldest)
  }
}

function newCircuit(): Circuit {
  return {
    state: 'answering',
    since: 0,
    closedUntil: undefined,
    needsProbe: false,
    probe: undefined,
    outcomes: [],
    failedAttempts: 0,
    attemptedAt: 0,
    refusals: 0,
    durationMs: 0,
    durations: 0,
  }
}

function isClosedState(state: HostState): boolean {
  return state !== 'answering' && state !== 'slow'
}

/** No host contains a space. */
function toText({ host, group }: CircuitKey): string {
  return group === undefined ? host : `${host} ${group}`
}
