/** The thread's side: runs the schedule, or what a command asks for, until it is idle or stopped. */

import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { createEvents, type Events } from '../../core/events.ts'
import type { LostMember } from '../run/run-rows.ts'
import type { SyncEngine } from '../sync-engine.ts'
import type { HeartbeatWriter } from './heartbeat.ts'
import type { Instruction, NamedEvent, SyncRequest, ThreadMessage } from './thread-messages.ts'

export type { ThreadStart } from './thread-messages.ts'

/** A shorter pause is not worth starting a new thread. */
const idleMsMin = 2 * 60_000

/** Messages wake the server, and a sync calls upstreams thousands of times: calls wait for others, or for so long. */
const callsWaitMs = 50
const waitingMax = 64

/** Sends every event to the server, in order, for its log and metrics. */
export function eventsToPort(port: MessagePort, clock: Pick<Clock, 'after'>): Events {
  let waiting: NamedEvent[] = []
  let cancelTimer: (() => void) | undefined
  function send(): void {
    cancelTimer?.()
    cancelTimer = undefined
    post(port, { kind: 'events', events: waiting })
    waiting = []
  }
  return createEvents((name, event) => {
    waiting.push({ name, event })
    if (name !== 'upstreamCall' || waiting.length >= waitingMax) send()
    else cancelTimer ??= clock.after(callsWaitMs, send)
  })
}

type CommandEngine = Pick<SyncEngine, 'run' | 'import' | 'artifactIds' | 'rebuild'>

export interface SyncThreadDeps {
  readonly engine: Pick<SyncEngine, 'recover' | 'schedule'> & Partial<CommandEngine>
  readonly port: MessagePort
  readonly heartbeat: HeartbeatWriter
  readonly clock: Clock
  readonly lost: LostMember | undefined
  /** Whether the thread waits for requests, instead of running the schedule. */
  readonly isCommand?: boolean
  /** Whether the sources have changed since the thread was started. */
  readonly isOutdated?: () => boolean
}

/** Recovers, then runs the schedule or what is requested; resolves when no run is left. */
export async function runSyncThread(deps: SyncThreadDeps): Promise<void> {
  const { engine, port, heartbeat, clock, lost, isCommand = false, isOutdated } = deps
  using _beats = heartbeat.start(clock)
  await engine.recover(lost)
  const stop = new AbortController()
  const stopped = Promise.withResolvers<void>()
  let answered = Promise.resolve()
  port.on('message', (instruction: Instruction) => {
    if (instruction !== 'stop') {
      answered = answered
        .then(() => answer(engine as CommandEngine, instruction, stop.signal))
        .then((message) => post(port, message))
      return
    }
    stop.abort(new Error('the server is stopping'))
    stopped.resolve()
  })
  post(port, { kind: 'ready' })
  if (isCommand) await stopped.promise.then(() => answered)
  else {
    const idleUntil = await engine.schedule(stop.signal, {
      idleMsMin,
      ...(isOutdated ? { isOutdated } : {}),
    })
    if (idleUntil !== undefined) post(port, { kind: 'idle', idleUntil })
  }
  // Not closed: the last events are still to be sent. The thread ends when nothing is left to do.
  port.unref()
}

/** A bug is thrown and ends the thread. */
async function answer(
  engine: CommandEngine,
  request: SyncRequest,
  signal: AbortSignal,
): Promise<ThreadMessage> {
  try {
    return { kind: 'result', result: await work(engine, request, signal) }
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    return { kind: 'refused', code: thrown.code, message: thrown.message }
  }
}

async function work(engine: CommandEngine, request: SyncRequest, signal: AbortSignal): Promise<unknown> {
  if (request.kind === 'artifactIds') return await engine.artifactIds()
  if (request.kind === 'import')
    return await engine.import(request.artifact, { signal, force: request.force })
  await engine.rebuild(signal)
  const { kind: _, sourceId, ...options } = request
  return await engine.run(sourceId, { ...options, mode: 'manual', signal })
}

function post(port: MessagePort, message: ThreadMessage): void {
  port.postMessage(message)
}
