import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLogger } from '../../core/log.ts'
import { logEvents } from './log-events.ts'

const member = { runId: 'r', service: 'jobs', sourceId: 'lever', memberId: 'acme', done: 1, planned: 2 }
const run = {
  runId: 'r',
  service: 'jobs',
  sourceId: 'lever',
  mode: 'scheduled',
  planned: 2,
  durationMs: 6900,
}

function open(level: string, format: 'json' | 'pretty' = 'pretty') {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line.replace(/^\d\d:\d\d:\d\d /, '').trimEnd()) }
  return { events: logEvents(createLogger({ level, format }, stream)), lines }
}

describe('the log of syncs', () => {
  it('has one readable line per run, and single members only at the level debug', () => {
    const { events, lines } = open('info')
    events.memberHeld({ ...member, reason: 'a row has no id', isPartial: true })
    events.memberFailed({ ...member, code: 'upstream_refused', message: 'No.' })
    const message = '1 of 2 members was published in part; acme: a row has no id'
    events.runFinished({ ...run, completed: 2, failed: 0, status: 'partial', message })
    events.runFinished({
      ...run,
      completed: 0,
      failed: 2,
      status: 'failed',
      message: '2 of 2 members failed',
    })
    assert.deepEqual(lines, [
      `info  sync finished: lever, 2 of 2 members published in 7 s; ${message}`,
      'warn  sync failed: lever, 0 of 2 members published in 7 s; 2 of 2 members failed',
    ])
  })

  it('does not call a run failed that was stopped, and has no line for a source without members', () => {
    const { events, lines } = open('info')
    const message = 'interrupted: the run was stopped'
    events.runFinished({ ...run, completed: 1, failed: 0, status: 'failed', message })
    events.runFinished({ ...run, planned: 0, completed: 0, failed: 0, status: 'succeeded' })
    assert.deepEqual(lines, [
      'info  sync stopped: lever, 1 of 2 members published in 7 s; continues at the next start',
    ])
  })

  it('does not say that a member was held back if part of it was published', () => {
    const { events, lines } = open('debug')
    events.memberHeld({ ...member, reason: 'a row has no id', isPartial: true })
    events.memberHeld({ ...member, reason: 'empty', isPartial: false })
    assert.match(lines[0] ?? '', /^debug member published in part .*reason=a row has no id$/)
    assert.match(lines[1] ?? '', /^debug member held back .*reason=empty$/)
  })

  it('has all fields of a run for programs', () => {
    const { events, lines } = open('info', 'json')
    events.runFinished({ ...run, completed: 2, failed: 0, status: 'succeeded' })
    assert.equal(JSON.parse(lines[0] ?? '').run.completed, 2)
  })
})
