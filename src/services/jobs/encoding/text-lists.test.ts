import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { slotsPerBlock } from '../schema/block.ts'
import {
  decodeTextLists,
  encodeTextLists,
  findTextList,
  readSlots,
  textPartOf,
  textParts,
} from './text-lists.ts'

const slots = fc
  .uniqueArray(fc.integer({ min: 0, max: slotsPerBlock - 1 }), { minLength: 1, maxLength: slotsPerBlock })
  .map((numbers) => Uint16Array.from(numbers).sort())
const token = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })

describe('the lists of tokens', () => {
  it('are read as they were written, all together and one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(token, slots), { maxLength: 6 }), token, (entries, other) => {
        const lists = new Map(entries)
        const data = encodeTextLists(lists)
        assert.deepEqual(decodeTextLists(data), lists)
        for (const name of [...lists.keys(), other]) {
          const list = findTextList(data, Buffer.from(name))
          const found = new Uint16Array(slotsPerBlock)
          const count = list === undefined ? 0 : readSlots(list, found)
          assert.deepEqual(found.slice(0, count), lists.get(name) ?? new Uint16Array())
        }
      }),
      { numRuns: 200 },
    )
  })

  it('have those of some slots that are in the list', () => {
    fc.assert(
      fc.property(slots, slots, (listed, some) => {
        const list = findTextList(encodeTextLists(new Map([['word', listed]])), Buffer.from('word'))
        const found = new Uint16Array(slotsPerBlock)
        const count = readSlots(list as Uint8Array, found, { slots: some, count: some.length })
        const read = new Set(found.subarray(0, count))
        assert.equal(read.size, count)
        assert.deepEqual(
          some.filter((slot) => read.has(slot)),
          some.filter((slot) => listed.includes(slot)),
        )
      }),
    )
  })

  it('of all slots and of every second one are bitmaps', () => {
    const all = Uint16Array.from({ length: slotsPerBlock }, (_, at) => at)
    for (const some of [all, all.filter((slot) => slot % 2 === 1)]) {
      const data = encodeTextLists(new Map([['word', some]]))
      assert.equal(data.length, 1 + 4 + 1 + slotsPerBlock / 8)
      assert.deepEqual(decodeTextLists(data).get('word'), some)
    }
  })

  it('are spread evenly over the parts', () => {
    const sizes = new Uint32Array(textParts)
    for (let at = 0; at < 100 * textParts; at++) {
      const part = textPartOf(`word${at}`)
      sizes[part] = (sizes[part] as number) + 1
    }
    assert.ok(Math.max(...sizes) < 200 && Math.min(...sizes) > 30)
  })
})
