import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { resolveRequestId } from './request-id.ts'

const made = /^[0-9a-f]{18}-[0-9a-z]{6,}$/

function idFor(headers: Record<string, string | string[]>): string {
  return resolveRequestId({ headers } as unknown as IncomingMessage)
}

describe('request id', () => {
  it('is preserved if it is short and plain', () => {
    for (const id of ['abcdefgh', 'req-2026.11_15', 'A'.repeat(64)])
      assert.equal(idFor({ 'x-request-id': id }), id)
  })

  const replaced = [
    '',
    'short',
    '-leading',
    'A'.repeat(65),
    'x'.repeat(300),
    'with space',
    'ünïcödé-id',
    'a"b"cdefgh',
    '<script>x',
    'abcdefgh\n',
    'a\r\nset-cookie: b',
  ]
  for (const id of replaced) {
    it(`${JSON.stringify(id.slice(0, 20))} is replaced by a generated one`, () => {
      assert.match(idFor({ 'x-request-id': id }), made)
    })
  }

  it('is the trace id of a W3C trace if there is no request id', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`
    assert.equal(idFor({ traceparent }), trace)
    assert.equal(idFor({ traceparent, 'x-request-id': 'my-own-id' }), 'my-own-id')
  })

  it('is not taken from an invalid trace', () => {
    for (const traceparent of [
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      '00-4bf92f35-00f067aa0ba902b7-01',
    ]) {
      assert.match(idFor({ traceparent }), made)
    }
  })

  it('is never generated twice', () => {
    assert.equal(new Set(Array.from({ length: 10_000 }, () => idFor({}))).size, 10_000)
  })
})
