import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Change, toNewChange } from './changes.ts'

const context = {
  companyId: 'co_1',
  provider: 'vanta',
  url: 'https://trust.example.org',
  at: 1,
  hashBefore: null,
  hashAfter: null,
}

function subjectOf(centerId: string, id: string): string {
  const change: Change = {
    type: 'trust_center.gone',
    severity: 'high',
    subject: { kind: 'trust_center', id, name: 'Acme' },
    before: null,
    after: null,
  }
  return toNewChange(change, { ...context, centerId }).subject
}

describe('a change at a trust center', () => {
  it('has a subject that other centers do not have, if it is about the center', () => {
    assert.deepEqual([subjectOf('tc_1', ''), subjectOf('tc_2', '')], ['tc_1', 'tc_2'])
  })

  it('is about what has an id of its own', () => {
    assert.equal(subjectOf('tc_1', 'openai'), 'openai')
  })
})
