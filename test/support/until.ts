/** Waits for what must become true. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 20
/** For what never becomes true. A slow machine is not an error. */
const msMax = 240_000

/** Soon. Counts looks instead of time: while the machine pauses, nobody looks. */
export async function untilWithin(ms: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await isSo()); looks += 1) {
    assert.ok(looks * everyMs < ms, `not within ${ms} ms: ${what}`)
    await sleep(everyMs)
  }
}

/** At some time. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + msMax
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `not within ${msMax} ms`)
    await sleep(1)
  }
}
