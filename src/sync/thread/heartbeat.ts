/**
 * The heartbeat of the sync thread, in memory that both threads share: the server can read it while the thread is busy
 * with work that never ends, and see which member the work belongs to.
 */

import { heartbeatBytes, startHeartbeat } from '../../core/async/heartbeat.ts'
import type { Clock } from '../../core/clock.ts'
import type { MemberKey, MemberMarker } from '../member-marker.ts'

/** With the length of the member. */
const headerBytes = heartbeatBytes + 4
const memberBytesMax = 1024
const memberBytesAt = heartbeatBytes / 4

/** For a new thread. */
export function createHeartbeatMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(headerBytes + memberBytesMax)
}

/** The thread's side. */
export class HeartbeatWriter implements MemberMarker {
  readonly #memory: SharedArrayBuffer
  readonly #header: Int32Array
  readonly #member: Buffer
  #isClearing = false

  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory
    this.#header = new Int32Array(memory, 0, headerBytes / 4)
    this.#member = Buffer.from(memory, headerBytes)
  }

  /** Until the thread ends. */
  start(clock: Clock): Disposable {
    return startHeartbeat(this.#memory, clock)
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

  /** Whose work the thread does, or was doing when it ended. */
  readMember(): MemberKey | undefined {
    const bytes = Atomics.load(this.#header, memberBytesAt)
    if (bytes === 0) return undefined
    const [sourceId, memberId] = JSON.parse(this.#member.toString('utf8', 0, bytes)) as [string, string]
    return { sourceId, memberId }
  }
}
