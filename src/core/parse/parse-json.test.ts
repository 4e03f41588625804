import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isFailure } from '../errors.ts'
import { parseForeignJson } from './parse-json.ts'
import { parseLimits } from './parse-limits.ts'

describe('JSON from outside', () => {
  it('is refused if it is nested deeper than the limit, whether complete or not', () => {
    const { jsonDepth } = parseLimits
    const nest = (depth: number) => `${'[{"a":'.repeat(depth / 2)}0${'}]'.repeat(depth / 2)}`
    assert.doesNotThrow(() => parseForeignJson(nest(jsonDepth)))
    for (const hostile of [nest(jsonDepth + 2), '['.repeat(1_000_000), '{"a":'.repeat(jsonDepth + 1)])
      assert.throws(() => parseForeignJson(hostile), isFailure)
  })

  it('may contain any brackets in strings', () => {
    const text = JSON.stringify({ [`${'['.repeat(1000)}\\`]: `"${'{'.repeat(1000)}\\"` })
    assert.deepEqual(parseForeignJson(text), JSON.parse(text))
  })

  it('is parsed as usual within the limit', () => {
    fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(parseForeignJson(text), JSON.parse(text))))
    for (const text of ['', '{', '"a', '"\\', '[1,]'])
      assert.throws(() => parseForeignJson(text), SyntaxError, text)
  })
})
