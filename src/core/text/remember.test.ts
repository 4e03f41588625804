import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rememberPairs, rememberTexts } from './remember.ts'

describe('rememberTexts', () => {
  it('computes a text once while it recurs, also if the result is undefined', () => {
    const computed: string[] = []
    const lookUp = rememberTexts((text) => {
      computed.push(text)
      return text === 'none' ? undefined : text.length
    }, 3)
    for (const text of ['a', 'none', 'a', 'none', 'bb', 'a']) lookUp(text)
    assert.deepEqual(computed, ['a', 'none', 'bb'])
    assert.equal(lookUp('none'), undefined)
    assert.equal(lookUp('bb'), 2)
  })

  it('forgets texts that have not recurred, and does not remember long ones', () => {
    let computed = 0
    const lookUp = rememberTexts((text) => {
      computed += 1
      return text
    }, 2)
    for (const text of ['a', 'b', 'c', 'd', 'e', 'a']) lookUp(text)
    assert.equal(computed, 6)
    const long = 'x'.repeat(301)
    assert.equal(lookUp(long) + lookUp(long), long + long)
    assert.equal(computed, 8)
  })
})

describe('rememberPairs', () => {
  it('computes a pair once while it recurs, and does not remember long keys', () => {
    let computed = 0
    const add = rememberPairs(
      (one: string, other: string) => `${one} ${other}`,
      (one, other) => {
        computed += 1
        return { sum: one + other }
      },
    )
    assert.equal(add('a', 'b'), add('a', 'b'))
    assert.deepEqual(add('b', 'a'), { sum: 'ba' })
    assert.equal(computed, 2)
    const long = 'x'.repeat(300)
    assert.notEqual(add(long, 'y'), add(long, 'y'))
    assert.equal(computed, 4)
  })
})
