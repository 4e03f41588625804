import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { whenReady } from './when-ready.ts'

describe('what follows a value', () => {
  it('happens at once if the value is there', () => {
    assert.equal(
      whenReady(2, (value) => value + 1),
      3,
    )
    assert.throws(() => whenReady(2, () => assert.fail('too large')), /too large/)
  })

  it('happens later if there is a promise, and a failure rejects', async () => {
    const later = whenReady(Promise.resolve(2), (value) => value + 1)
    assert.ok(later instanceof Promise)
    assert.equal(await later, 3)
    const failing = whenReady(Promise.resolve(2), () => assert.fail('too large'))
    await assert.rejects(async () => failing, /too large/)
  })
})
