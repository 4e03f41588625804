import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { createLoopPause } from './loop-pause.ts'
import type { MemberKey } from './member-marker.ts'

const { signal } = new AbortController()
const member = { sourceId: 'towns', memberId: 'ash' }

describe('a pause in long work', () => {
  it('lets the event loop turn, and marks the member again', async () => {
    const clock = new FakeClock()
    const marked: MemberKey[] = []
    const pause = createLoopPause({ clock, marker: { mark: (key) => marked.push(key) } }, member, signal)
    let turns = 0
    for (let step = 1; step <= 3; step++) {
      setImmediate(() => {
        turns += 1
      })
      clock.advance(300)
      await pause()
      assert.deepEqual([turns, marked.length], [step, step])
    }
    assert.deepEqual(new Set(marked), new Set([member]))
  })

  it('returns at once if the loop has turned a moment ago', async () => {
    const clock = new FakeClock()
    const pause = createLoopPause(
      { clock, marker: { mark: () => assert.fail('the loop turned') } },
      member,
      signal,
    )
    for (let step = 0; step < 100; step++) {
      clock.advance(2)
      await pause()
    }
  })
})
