import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnySource } from '../../sync/source.ts'
import { withReservedLinks } from './reserved-links.ts'

describe('links of made-up records', () => {
  const cases = [
    ['https://jobs.acme.com/1?a=b#c', 'https://jobs.acme.com.example/1?a=b#c'],
    ['see http://acme.co.uk. And more', 'see http://acme.co.uk.example. And more'],
    ['HTTPS://ACME.IO:8443/', 'HTTPS://ACME.IO.example:8443/'],
    ['write to a.b+c@mail.acme.com!', 'write to a.b+c@mail.acme.com.example!'],
    ['https://acme.example/x', 'https://acme.example/x'],
    ['https://www.example.com', 'https://www.example.com'],
    ['a@acme.test', 'a@acme.test'],
    ['acme.com, @acme, 3 @ 4.5', 'acme.com, @acme, 3 @ 4.5'],
  ] as const
  for (const [text, expected] of cases) {
    it(`turn ${text} into ${expected}`, () => {
      assert.deepEqual(
        recordsOf({ url: text, nested: [{ html: `<a href="${text}">` }], count: 1, none: null }),
        [{ url: expected, nested: [{ html: `<a href="${expected}">` }], count: 1, none: null }],
      )
    })
  }

  it('leave bytes as they are', () => {
    const bytes = new Uint8Array([1, 2, 3])
    assert.deepEqual(recordsOf({ bytes }), [{ bytes }])
  })
})

function recordsOf(record: unknown): unknown[] {
  const source = { id: 'one', service: 'test', toRecords: () => [record] } as unknown as AnySource
  return [...withReservedLinks(source).toRecords([], { member: { id: 'm' }, nowMs: 0, drop: () => {} })]
}
