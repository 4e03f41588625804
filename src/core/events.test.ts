import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEvents, guardEvents } from './events.ts'

describe('guarded events', () => {
  it('reach their listener', () => {
    const seen: unknown[] = []
    const events = guardEvents(
      createEvents((name, event) => seen.push([name, event])),
      () => assert.fail('nothing threw'),
    )
    events.leaseLost({ sourceId: 'a', holder: 'b' })
    assert.deepEqual(seen, [['leaseLost', { sourceId: 'a', holder: 'b' }]])
  })

  it('report what a listener throws, and do not throw it', () => {
    const problems: unknown[] = []
    const events = guardEvents(
      createEvents(() => {
        throw new Error('cannot count')
      }),
      (name, error) => problems.push([name, String(error)]),
    )
    events.leaseLost({ sourceId: 'a', holder: 'b' })
    assert.deepEqual(problems, [['leaseLost', 'Error: cannot count']])
  })

  it('do not throw even if the report of it fails', () => {
    const fail = () => {
      throw new Error('the log is closed')
    }
    assert.doesNotThrow(() => guardEvents(createEvents(fail), fail).leaseLost({ sourceId: 'a', holder: 'b' }))
  })
})
