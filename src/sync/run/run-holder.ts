/** The holder of a lease or run: `host:pid/run`, so that a process on the same machine can tell whether it is alive. */

import { hostname } from 'node:os'
import type { Clock } from '../../core/clock.ts'

/** This process among all that share the store. */
export function processHolder(): string {
  return `${hostname()}:${process.pid}`
}

/** Unique per run, so that one process cannot hold a source twice. */
export function runHolder(processHolder: string, runId: string): string {
  return `${processHolder}/${runId}`
}

/** By both readings of the clock. */
export interface StartTime {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** This process among all that share the store. */
export interface ThisProcess {
  /** `host:pid`. */
  readonly holder: string
  readonly started: StartTime
  readonly clock: Clock
}

export function startTimeNow(clock: Clock): StartTime {
  return { wallMs: clock.now(), monotonicMs: clock.monotonic() }
}

/** True only if it is certain. A process on another machine counts as alive until its lease expires. */
export function isHolderDead(
  run: { readonly holder: string; readonly started_at: number },
  thisProcess: ThisProcess,
): boolean {
  const [processPart = ''] = run.holder.split('/')
  const host = processPart.slice(0, processPart.lastIndexOf(':'))
  const thisHost = thisProcess.holder.slice(0, thisProcess.holder.lastIndexOf(':'))
  const pid = Number(processPart.slice(host.length + 1))
  if (host !== thisHost || !Number.isInteger(pid) || pid <= 0) return false
  // In a container every start may get the same process id.
  if (pid === process.pid) return wasBeforeStart(run.started_at, thisProcess)
  return !isProcessRunning(pid)
}

/** By date and by age: after the wall clock was set, one of them is wrong. */
function wasBeforeStart(atMs: number, { started, clock }: ThisProcess): boolean {
  const ageMs = clock.now() - atMs
  return atMs < started.wallMs && ageMs > clock.monotonic() - started.monotonicMs
}

/** A process of another user counts as well. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
