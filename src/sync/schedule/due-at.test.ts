import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dueAt, type PastRun } from './due-at.ts'

const source = { everyMinutes: 60 }
const minute = 60_000
const start = Date.parse('2026-11-15T12:00:00Z')

describe('dueAt', () => {
  it('is now for a source that never ran', () => {
    assert.equal(dueAt(source, []), 0)
  })

  it('is undefined while it runs', () => {
    assert.equal(dueAt(source, [run('running')]), undefined)
  })

  for (const status of ['succeeded', 'partial'] as const) {
    it(`is one interval and some jitter after the start of a run that ${status}`, () => {
      const at = dueAt(source, [run(status)]) ?? 0
      assert.ok(at >= start + 60 * minute && at <= start + 65 * minute)
    })
  }

  it('has at most a tenth of the interval of jitter, and never more than five minutes', () => {
    for (const [everyMinutes, lateMinutesMax] of [
      [10, 1],
      [24 * 60, 5],
    ] as const) {
      const late = Array.from({ length: 50 }, (_, index) => {
        const at = dueAt({ everyMinutes }, [run('succeeded', `run${index}`)]) ?? 0
        return (at - start) / minute - everyMinutes
      })
      assert.ok(Math.min(...late) >= 0)
      assert.ok(Math.max(...late) <= lateMinutesMax)
      assert.ok(Math.max(...late) > lateMinutesMax / 2)
    }
  })

  it('is the same in every process, and differs between sources', () => {
    const jitters = new Set(
      Array.from({ length: 20 }, (_, index) => dueAt(source, [run('succeeded', `run${index}`)])),
    )
    assert.ok(jitters.size > 15)
    assert.equal(dueAt(source, [run('succeeded')]), dueAt(source, [run('succeeded')]))
  })

  it('is sooner after failures, with a pause that doubles up to the interval', () => {
    const ended = start + minute
    const pauses = [1, 2, 3, 5, 9].map((count) => {
      const runs = [...Array.from({ length: count }, () => run('failed')), run('succeeded')]
      return ((dueAt(source, runs) ?? 0) - ended) / minute
    })
    assert.deepEqual(pauses.slice(0, 4), [1, 2, 4, 16])
    assert.ok((pauses[4] ?? 0) <= 64)
  })

  it('is now after one interruption, and later after several', () => {
    const interrupted = {
      ...run('failed'),
      error_message: 'interrupted: the process ended before the run did',
    }
    assert.equal(dueAt(source, [interrupted, run('succeeded')]), start + minute)
    assert.equal(dueAt(source, [interrupted, run('failed')]), start + minute)
    assert.equal(dueAt(source, [interrupted, interrupted]), start + 3 * minute)
    assert.equal(dueAt(source, [interrupted, interrupted, interrupted]), start + 5 * minute)
  })

  it('is an interval after the end of a run that was cancelled', () => {
    const cancelled = { ...run('failed'), cancelled_by: 'operator@example.org' }
    const due = dueAt(source, [cancelled, run('succeeded')]) ?? 0
    assert.equal(due - (dueAt(source, [run('succeeded')]) ?? 0), minute)
  })
})

function run(status: PastRun['status'], id = 'run'): PastRun {
  const past = { started_at: start, finished_at: start + minute, error_message: null, planned: 3 }
  return { id, status, ...past, cancelled_by: null }
}
