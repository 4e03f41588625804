/**
 * The heartbeat of the sync thread, in memory that both threads share: the server can read it while the thread is busy
 * with work that never ends, and see which member the work belongs to.
 */

import type { Clock } from '../../core/clock.ts'
import type { MemberKey, MemberMarker } from '../member-marker.ts'

const headerBytes = 8
const memberBytesMax = 1024
const beatsAt = 0
const memberBytesAt = 1

const beatEveryMs = 1000

/** For a new thread. */
export function createHeartbeatMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(headerBytes + memberBytesMax)
}

/** The thread's side. */
export class HeartbeatWriter implements MemberMarker {
  readonly #header: Int32Array
  readonly #member: Buffer
  #isClearing = false

  constructor(memory: SharedArrayBuffer) {
    this.#header = new Int32Array(memory, 0, headerBytes / 4)
    this.#member = Buffer.from(memory, headerBytes)
  }

  /** Beats whenever the event loop turns; until the thread ends. */
  start(clock: Clock): Disposable {
    let cancel = () => {}
    const beat = () => {
      Atomics.add(this.#header, beatsAt, 1)
      cancel = clock.after(beatEveryMs, beat)
    }
    beat()
    return { [Symbol.dispose]: () => cancel() }
  }

  mark(member: MemberKey): void {
    const bytes = this.#member.write(JSON.stringify([member.sourceId, member.memberId]))
    Atomics.store(this.#header, memberBytesAt, bytes)
    if (this.#isClearing) return
    this.#isClearing = true
    setImmediate(() => {
      this.#isClearing = false
      Atomics.store(this.#header, memberBytesAt, 0)
    })
  }
}

/** The server's side. */
export class HeartbeatReader {
  readonly #header: Int32Array
  readonly #member: Buffer

  constructor(memory: SharedArrayBuffer) {
    this.#header = new Int32Array(memory, 0, headerBytes / 4)
    this.#member = Buffer.from(memory, headerBytes)
  }

  get beats(): number {
    return Atomics.load(this.#header, beatsAt)
  }

  /** Whose work the thread does, or was doing when it ended. */
  readMember(): MemberKey | undefined {
    const bytes = Atomics.load(this.#header, memberBytesAt)
    if (bytes === 0) return undefined
    const [sourceId, memberId] = JSON.parse(this.#member.toString('utf8', 0, bytes)) as [string, string]
    return { sourceId, memberId }
  }
}

export function stallReason(stallMs: number): string {
  return `no progress for ${Math.round(stallMs / 1000)} s`
}

/** How often the heartbeat is checked before a thread counts as stalled. */
const silentChecksMax = 6

/**
 * Resolves when the thread has not beaten for `stallMs`; never before its first beat. Counts checks rather than time: a
 * machine that was asleep has not checked either.
 */
export async function waitForStall(
  heartbeat: HeartbeatReader,
  { clock, stallMs, signal }: { clock: Clock; stallMs: number; signal: AbortSignal },
): Promise<void> {
  let lastBeats = 0
  for (let silentChecks = 0; silentChecks < silentChecksMax; ) {
    await clock.sleep(stallMs / silentChecksMax, signal)
    const { beats } = heartbeat
    silentChecks = beats === lastBeats && beats > 0 ? silentChecks + 1 : 0
    lastBeats = beats
  }
}
