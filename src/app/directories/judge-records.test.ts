import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeRecords } from './judge-records.ts'

const board = { id: 'fern-mills', key: 'fern-mills', name: 'Fern Mills' }
const posting = (company: string) => ({ type: 'posting', company })

describe('the records of a candidate', () => {
  it('are its own if one posting names the company, or no other one is named', () => {
    for (const company of ['Fern Mills', 'Fern Mills GmbH', 'FERNMILLS', 'Mills Europe', 'Férn'])
      assert.equal(judgeRecords(board, [posting('Other'), posting(company)]), 'content', company)
    assert.equal(judgeRecords(board, [{ type: 'center', items: [1] }]), 'content')
  })

  it('are foreign if all postings are of other companies', () => {
    for (const company of ['Oak Works', 'The Company Group', 'Öl AG'])
      assert.equal(judgeRecords(board, [posting(company)]), 'foreign', company)
  })

  it('say nothing if there are none, and that it is absent if its platform says so', () => {
    assert.equal(judgeRecords(board, [{ type: 'note', verdict: 'incomplete' }, null]), 'empty')
    assert.equal(judgeRecords(board, [{ type: 'note', verdict: 'gone' }]), 'absent')
  })
})
