import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { oncePerTurn } from './once-per-turn.ts'

describe('a version asked for many times', () => {
  it('is looked up once per scope and turn, and anew in the next', async () => {
    const asked: string[] = []
    let version = 1
    const versionOf = oncePerTurn((scope) => {
      asked.push(scope)
      return version
    })
    assert.deepEqual([versionOf('a'), versionOf('a'), versionOf('b'), versionOf('a')], [1, 1, 1, 1])
    assert.deepEqual(asked, ['a', 'b'])
    version = 2
    await nextTurn()
    assert.deepEqual([versionOf('a'), versionOf('b')], [2, 2])
    assert.deepEqual(asked, ['a', 'b', 'a', 'b'])
  })

  it('is asked for again after it could not be told', async () => {
    let isReachable = false
    const versionOf = oncePerTurn(() => {
      if (!isReachable) throw new Error('out of reach')
      return 7
    })
    assert.throws(() => versionOf('a'), /out of reach/)
    isReachable = true
    assert.equal(versionOf('a'), 7)
    await nextTurn()
  })
})
