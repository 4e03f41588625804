import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { containsCredential, generateCredential, parseCredential } from './credential-format.ts'

describe('keys and tokens', () => {
  it('are parsed as they were generated', () => {
    for (const kind of ['key', 'token'] as const) {
      const generated = generateCredential(kind)
      assert.deepEqual(parseCredential(generated.text), generated)
    }
  })

  it('are unique', () => {
    const generated = Array.from({ length: 1000 }, () => generateCredential('key'))
    assert.equal(new Set(generated.map(({ id }) => id)).size, 1000)
    assert.equal(new Set(generated.map(({ text }) => text)).size, 1000)
  })

  it('with any single wrong character are rejected by their checksum', () => {
    const { text } = generateCredential('key')
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === 'x' ? 'y' : 'x'
      assert.equal(parseCredential(text.slice(0, at) + other + text.slice(at + 1)), undefined)
    }
  })

  it('are distinguished from any other text', () => {
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
