import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Failure, isFailure } from '../../core/errors.ts'
import { parseQueryString } from './query-string.ts'

describe('query strings', () => {
  it('are decoded', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
        (query) => {
          const text = new URLSearchParams(query).toString()
          assert.deepEqual({ ...parseQueryString(text) }, { ...query })
        },
      ),
    )
  })

  it('may have empty parts and names without a value', () => {
    assert.deepEqual({ ...parseQueryString('&a&&b=&c=1=2&') }, { a: '', b: '', c: '1=2' })
  })

  const invalidInputs: [string, string][] = [
    ['a=1&a=2', 'invalid_request'],
    ['a=1&%61=2', 'invalid_request'],
    ['a=%', 'malformed_request'],
    ['a=%zz', 'malformed_request'],
    ['a=%ff', 'malformed_request'],
    ['a=%c3%28', 'malformed_request'],
    ['a=%ed%a0%80', 'malformed_request'],
    ['a=%00', 'malformed_request'],
    ['%00=a', 'malformed_request'],
    ['a=%1b%5b', 'malformed_request'],
  ]
  for (const [text, code] of invalidInputs) {
    it(`${text} is rejected as ${code}`, () => {
      assert.throws(
        () => parseQueryString(text),
        (thrown) => thrown instanceof Failure && thrown.code === code,
      )
    })
  }

  it('with a long repeated name are quoted in short', () => {
    const name = 'n'.repeat(5000)
    assert.throws(
      () => parseQueryString(`${name}=1&${name}=2`),
      (thrown) => isFailure(thrown, 'invalid_request') && thrown.message.length < 200,
    )
  })
})
