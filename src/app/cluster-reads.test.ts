import assert from 'node:assert/strict'
import cluster, { type Worker } from 'node:cluster'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { ReadMarks } from '../sync/publish/read-marks.ts'
import { receiveReads, reportReads } from './cluster-reads.ts'

const scopes = ['cinema', 'jobs']
const reportMs = 250

describe('what the workers of a server serve page by page', () => {
  it('reaches the process that syncs, until either side ends', () => {
    const clock = new FakeClock()
    const served = new ReadMarks(scopes)
    const known = new ReadMarks(scopes)
    const sent: unknown[] = []
    const deliver = () => {
      for (const message of sent.splice(0)) cluster.emit('message', {} as Worker, message, undefined)
    }
    {
      using _received = receiveReads(known)
      using _reported = reportReads(served, clock, (message) => sent.push(message))
      served.mark('jobs')
      served.mark('jobs')
      clock.advance(reportMs)
      deliver()
      assert.deepEqual(known.takeAll(), ['jobs'])
      sent.push({ quotaRequest: {} })
      deliver()
      clock.advance(reportMs)
      assert.deepEqual([sent, known.takeAll()], [[], []], 'nothing was read since')
      served.mark('cinema')
      clock.advance(reportMs)
    }
    assert.equal(sent.length, 1)
    deliver()
    served.mark('jobs')
    clock.advance(reportMs)
    assert.deepEqual([sent, known.takeAll()], [[], []])
  })
})
