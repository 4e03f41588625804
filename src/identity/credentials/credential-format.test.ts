import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { containsCredential, generateKey, generateToken, parseCredential } from './credential-format.ts'

describe('keys and tokens', () => {
  it('are parsed as they were generated', () => {
    for (const generated of [generateKey('bs_live'), generateKey('bs_sandbox'), generateToken()]) {
      assert.deepEqual(parseCredential(generated.text), generated)
    }
  })

  it('are unique', () => {
    const generated = Array.from({ length: 1000 }, () => generateKey('bs_live'))
    assert.equal(new Set(generated.map(({ id }) => id)).size, 1000)
    assert.equal(new Set(generated.map(({ text }) => text)).size, 1000)
  })

  it('with any single wrong character are rejected by their checksum', () => {
    const { text } = generateKey('bs_live')
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === 'x' ? 'y' : 'x'
      assert.equal(parseCredential(text.slice(0, at) + other + text.slice(at + 1)), undefined)
    }
  })

  it('are distinguished from any other text', () => {
    const { text } = generateToken()
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
    assert.ok(containsCredential(`/v1/x?q=${generateKey('bs_sandbox').text}`))
    assert.ok(!containsCredential('/v1/x?q=bs_lively'))
  })
})
