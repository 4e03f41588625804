import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toDelay } from './delay.ts'

function delayOf(...modes: unknown[]) {
  return toDelay({ columns: ['update_mode'], rows: modes.map((mode) => ({ cells: [mode] })) } as never).delay
}

describe('the delay of a scan', () => {
  it('is the longest of its rows, and unknown if one is', () => {
    assert.deepEqual(delayOf('streaming', 'delayed_streaming_900', 'delayed_600'), {
      update_modes: ['delayed_600', 'delayed_streaming_900', 'streaming'],
      delay_seconds_max: 900,
    })
    assert.equal(delayOf('streaming', 'endofday')?.delay_seconds_max, null)
    assert.equal(delayOf(null, 7), undefined)
  })

  it('is taken from all digits at the end, whatever is in front of them', () => {
    const cases: [string, number | null][] = [
      ['delayed_v2_15', 15],
      ['delayed_a0b0900', 900],
      ['delayed_', null],
      ['delayed_900s', null],
      ['delayed_9-00', null],
    ]
    for (const [mode, seconds] of cases) assert.equal(delayOf(mode)?.delay_seconds_max, seconds, mode)
  })

  it('is unknown for a mode of unreasonable length, which is not repeated', () => {
    assert.deepEqual(delayOf(`delayed_${'0'.repeat(32_000)}`), {
      update_modes: ['unknown'],
      delay_seconds_max: null,
    })
  })
})
