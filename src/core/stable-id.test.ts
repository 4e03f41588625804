import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { stableId } from './stable-id.ts'

describe('stableId', () => {
  it('is the prefix and twenty characters of lower-case base32', () => {
    assert.match(stableId('nt', 'gazette', 'ashford', 'AF-0012'), /^nt_[a-z2-7]{20}$/)
  })

  it('never changes: clients store these ids', () => {
    assert.equal(stableId('nt', 'gazette', 'ashford', 'AF-0012'), 'nt_fsed6cr3x3nfh37ja3mq')
    assert.equal(stableId('nt', '', 'ø', '7'), 'nt_ukbw73kh6s5qsu5tpohp')
  })

  it('is the leading 100 bits of sha256 over the length-prefixed parts', () => {
    const bytes = createHash('sha256').update('7:gazette4:süd').digest()
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const expected = Array.from({ length: 20 }, (_, index) =>
      'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
    ).join('')
    assert.equal(stableId('x', 'gazette', 'süd'), `x_${expected}`)
  })

  it('distinguishes lists that differ only in where a part ends', () => {
    const parts = fc.array(fc.string({ maxLength: 6 }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        assert.equal(stableId('x', ...one) === stableId('x', ...other), same)
      }),
    )
    assert.notEqual(stableId('x', 'ab', 'c'), stableId('x', 'a', 'bc'))
    assert.notEqual(stableId('x', '1:a'), stableId('x', 'a'))
  })
})
