import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expandAll } from './brace-list.ts'

describe('brace lists', () => {
  it('expand to all combinations, also nested ones', () => {
    assert.deepEqual(expandAll('a b{,1,2} {x,y}_{p,q{3,4}}'), [
      'a',
      'b',
      'b1',
      'b2',
      'x_p',
      'x_q3',
      'x_q4',
      'y_p',
      'y_q3',
      'y_q4',
    ])
  })

  it('must be closed', () => {
    assert.throws(() => expandAll('a{b'), SyntaxError)
  })
})
