/** Waits for what must become true soon. Counts looks instead of time: while the machine pauses, nobody looks. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 20

export async function untilWithin(ms: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await isSo()); looks += 1) {
    assert.ok(looks * everyMs < ms, `not within ${ms} ms: ${what}`)
    await sleep(everyMs)
  }
}
