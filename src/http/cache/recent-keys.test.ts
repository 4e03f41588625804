import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RecentKeys } from './recent-keys.ts'

describe('the keys of spellings', () => {
  it('are found until newer ones take their memory, and stay within it', () => {
    const keys = new RecentKeys(4000)
    keys.set('/first', 'one')
    keys.set('/first', 'two')
    assert.equal(keys.get('/first'), 'two')
    for (let at = 0; at < 100; at += 1) {
      keys.set(`/${at}`, String(at))
      assert.ok(keys.bytes <= 4000, `${keys.bytes} bytes`)
      assert.equal(keys.get(`/${at}`), String(at))
    }
    assert.equal(keys.get('/first'), undefined)
    assert.equal(keys.get('/95'), '95')
  })

  it('stay if they are set again', () => {
    const keys = new RecentKeys(4000)
    for (let at = 0; at < 100; at += 1) {
      keys.set('/used', 'key')
      keys.set(`/${at}`, String(at))
    }
    assert.equal(keys.get('/used'), 'key')
  })

  it('of long spellings are not remembered', () => {
    const keys = new RecentKeys(1_000_000)
    keys.set('x'.repeat(2049), 'key')
    assert.deepEqual([keys.get('x'.repeat(2049)), keys.bytes], [undefined, 0])
  })
})
