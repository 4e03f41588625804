import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RequestLog } from './request-log.ts'

describe('RequestLog', () => {
  function logOf(...addresses: string[]): RequestLog {
    const log = new RequestLog()
    for (const [at, address] of addresses.entries()) {
      const [host = '', path = ''] = address.split(/(?=\/)(.*)/)
      log.add({ at, method: 'GET', host, path })
    }
    return log
  }
  const log = logOf('a.sandbox/x', 'a.sandbox/x?page=2', 'b.sandbox/x/y', 'b.sandbox/z')

  it('counts by host, path and query, with wildcards', () => {
    assert.equal(log.count(), 4)
    assert.equal(log.count('a.sandbox'), 2)
    assert.equal(log.count('*.sandbox', '/x*'), 3)
    assert.equal(log.count('*', '/x'), 2)
    assert.equal(log.count('*', '/x?page=2'), 1)
    assert.equal(log.count('c.sandbox'), 0)
  })

  it('counts all requests by host and path', () => {
    assert.deepEqual(Object.fromEntries(log.counts()), {
      'a.sandbox/x': 2,
      'b.sandbox/x/y': 1,
      'b.sandbox/z': 1,
    })
  })

  it('can be cleared', () => {
    const other = logOf('a.sandbox/x')
    other.clear()
    assert.equal(other.count(), 0)
  })

  it('holds the newest ten thousand', () => {
    const busy = new RequestLog()
    for (let at = 0; at < 25_000; at++) busy.add({ at, method: 'GET', host: 'a.sandbox', path: '/' })
    const kept = busy.list()
    assert.equal(kept.length, 10_000)
    assert.equal(kept.at(-1)?.at, 24_999)
    assert.equal(kept[0]?.at, 15_000)
  })
})
