import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { isFailure } from '../../core/errors.ts'
import { toFileResponse } from './file-part.ts'

const file = { open: async () => Readable.from([]), bytes: 100, type: 'text/csv', etag: '"abc"' }

function partOf(headers: Readonly<Record<string, string>>, of = file, method = 'GET') {
  const { entry, file: part } = toFileResponse({ method, headers }, {}, of)
  return [entry.status, part?.start, part?.length]
}

describe('a file as a response', () => {
  it('is the part that was asked for', () => {
    assert.deepEqual(partOf({}), [200, 0, 100])
    assert.deepEqual(partOf({ range: 'bytes=0-0' }), [206, 0, 1])
    assert.deepEqual(partOf({ range: 'bytes=10-19' }), [206, 10, 10])
    assert.deepEqual(partOf({ range: 'bytes=90-' }), [206, 90, 10])
    assert.deepEqual(partOf({ range: 'bytes=90-5000' }), [206, 90, 10])
    assert.deepEqual(partOf({ range: 'bytes=-30' }), [206, 70, 30])
    assert.deepEqual(partOf({ range: 'bytes=-3000' }), [206, 0, 100])
    const { entry } = toFileResponse({ method: 'GET', headers: { range: 'bytes=10-19' } }, {}, file)
    assert.ok(entry.headers.includes('bytes 10-19/100'))
  })

  it('is whole for a range that is malformed, of several parts, or of another version', () => {
    for (const range of ['bytes=-', 'bytes=5-2', 'bytes=0-1,5-9', 'rows=0-1', 'bytes=a-b', 'bytes=1e3-'])
      assert.deepEqual(partOf({ range }), [200, 0, 100], range)
    assert.deepEqual(partOf({ range: 'bytes=1-', 'if-range': '"other"' }), [200, 0, 100])
    assert.deepEqual(partOf({ range: 'bytes=1-', 'if-range': '"abc"' }), [206, 1, 99])
    const { etag: _, ...changing } = file
    assert.deepEqual(partOf({ range: 'bytes=1-' }, changing as typeof file), [200, 0, 100])
  })

  it('has the head of all of it for HEAD, which has no parts', () => {
    for (const range of ['bytes=10-19', 'bytes=100-'])
      assert.deepEqual(partOf({ range }, file, 'HEAD'), [200, 0, 100], range)
  })

  it('is refused for a part behind its end, and not sent again to who has it', () => {
    for (const range of ['bytes=100-', 'bytes=100-200', 'bytes=-0'])
      assert.throws(
        () => partOf({ range }),
        (thrown) =>
          isFailure(thrown, 'range_not_satisfiable') && thrown.headers['content-range'] === 'bytes */100',
        range,
      )
    for (const tags of ['"abc"', '*'])
      assert.deepEqual(partOf({ 'if-none-match': tags }), [304, undefined, undefined], tags)
  })
})
