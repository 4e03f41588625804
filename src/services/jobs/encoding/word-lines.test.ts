import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fromBytes, packLines, replaceLines, toBytes, toWordLine, unpackLines } from './word-lines.ts'

const text = fc
  .array(fc.constantFrom('Data', 'C++', 'Straße', 'Engineer', '数据', '.NET', '', '   '), { maxLength: 4 })
  .map((words) => words.join(' '))
const line = fc.oneof(
  fc.constant(''),
  fc.record({ title: text, company: text, department: text, place: text }).map(toWordLine),
)

describe('packed words', () => {
  it('are the lines again, also from bytes that are not aligned', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const bytes = toBytes(packLines(lines))
        const unaligned = new Uint8Array(bytes.length + 1)
        unaligned.set(bytes, 1)
        assert.deepEqual(unpackLines(fromBytes(unaligned.subarray(1))), lines)
      }),
    )
  })

  it('change line by line, beyond the last one too', () => {
    const changes = fc.array(fc.tuple(fc.nat({ max: 25 }), line), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), changes, (lines, changed) => {
        const expected = [...lines]
        for (const [at, changedLine] of new Map(changed)) {
          while (expected.length <= at) expected.push('')
          expected[at] = changedLine
        }
        const packed = packLines(lines)
        const replaced = replaceLines(packed, new Map(changed))
        assert.deepEqual(unpackLines(replaced), expected)
        assert.equal(replaceLines(replaced, new Map(changed)), replaced)
      }),
    )
  })

  it('drop words that are no longer used once they are the majority', () => {
    let packed = packLines(['a\tb'])
    for (let round = 0; round < 1000; round++)
      packed = replaceLines(packed, new Map([[0, `word${round}\tb`]]))
    assert.ok(packed.words.length <= 6, String(packed.words.length))
  })
})
