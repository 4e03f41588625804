import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { containsCredential, generateCredential, parseCredential } from './credential-format.ts'

describe('keys and tokens as text', () => {
  it('are read back as what they were made', () => {
    for (const kind of ['key', 'token'] as const) {
      const made = generateCredential(kind)
      assert.deepEqual(parseCredential(made.text), made)
    }
  })

  it('are no two alike', () => {
    const made = Array.from({ length: 1000 }, () => generateCredential('key'))
    assert.equal(new Set(made.map(({ id }) => id)).size, 1000)
    assert.equal(new Set(made.map(({ text }) => text)).size, 1000)
  })

  it('show any slip of a finger by their checksum', () => {
    const { text } = generateCredential('key')
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === 'x' ? 'y' : 'x'
      assert.equal(parseCredential(text.slice(0, at) + other + text.slice(at + 1)), undefined)
    }
  })

  it('are told from everything else', () => {
    const { text } = generateCredential('token')
    for (const wrong of [
      '',
      'x',
      `${text} `,
      ` ${text}`,
      `${text}x`,
      text.slice(1),
      text.replace('token', 'live'),
    ]) {
      assert.equal(parseCredential(wrong), undefined)
    }
    assert.ok(containsCredential(`/v1/x?q=${text}`))
    assert.ok(!containsCredential('/v1/x?q=bs_lively'))
  })
})
