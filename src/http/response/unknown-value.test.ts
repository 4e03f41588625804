import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unknownValue } from './unknown-value.ts'

describe('a value that is not known', () => {
  const messageOf = (...args: Parameters<typeof unknownValue>) => unknownValue(...args).message
  const spell = (name: string) => name.toUpperCase()

  it('is answered with the closest one', () => {
    for (const isClosed of [true, false])
      assert.match(
        messageOf('tag', 'imaxx', new Set(['imax', '3d']), { isClosed }),
        /known\. Did you mean "imax"\?$/,
      )
    assert.match(messageOf('town', 'leesd', ['leeds'], { spell }), / Did you mean "LEEDS"\?$/)
  })

  it('is answered with all of a short list that has no other values', () => {
    const known = ['imax', '3d']
    assert.match(
      messageOf('tag', 'tv', known.values(), { isClosed: true }),
      /known\. Known values: imax, 3d\.$/,
    )
    assert.match(messageOf('tag', 'tv', known), /is not known\.$/)
    const many = Array.from({ length: 61 }, (_, number) => `n${number}xx`)
    for (const names of [[], many])
      assert.match(messageOf('tag', 'tv', names, { isClosed: true }), /is not known\.$/)
  })
})
