import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { isFailure } from '../../../core/errors.ts'
import { createParameterParser } from '../../../http/request/validation/validate.ts'
import { parseMaxAge, sourceModeParams } from './params.ts'

describe('freshness', () => {
  const parse = createParameterParser(Type.Object(sourceModeParams), 'query')
  const maxAge = (freshness: string) => parseMaxAge((parse({ freshness }) as { freshness: string }).freshness)

  it('is a number of minutes, hours or days of any length', () => {
    assert.deepEqual(['0m', '15m', '2h', '1d'].map(maxAge), [0, 900_000, 7_200_000, 86_400_000])
    assert.equal(maxAge('000000000000015m'), 900_000)
    assert.equal(maxAge('1000000000m'), 60_000_000_000_000)
    assert.equal(maxAge(`${'9'.repeat(400)}d`), Number.MAX_SAFE_INTEGER)
  })

  it('in another form is rejected', () => {
    for (const text of ['', '15', 'm', '1.5h', '-1m', '15 m', '15M', '1h30m'])
      assert.throws(
        () => maxAge(text),
        (thrown) => isFailure(thrown, 'invalid_request'),
        text,
      )
  })
})
