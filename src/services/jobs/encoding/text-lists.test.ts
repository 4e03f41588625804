import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { slotsPerBlock } from '../schema/block.ts'
import {
  changeTextLists,
  findTextList,
  RemovedSlots,
  readSlots,
  textPartOf,
  textParts,
} from './text-lists.ts'

const slots = fc
  .uniqueArray(fc.integer({ min: 0, max: slotsPerBlock - 1 }), { minLength: 1, maxLength: slotsPerBlock })
  .map((numbers) => Uint16Array.from(numbers).sort())
const token = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })

type Lists = Map<string, Uint16Array>

const none = new RemovedSlots([])

function encode(lists: Lists): Uint8Array {
  return changeTextLists(new Uint8Array(), none, lists)
}

function slotsOf(data: Uint8Array, name: string): Uint16Array {
  const list = findTextList(data, Buffer.from(name))
  const found = new Uint16Array(slotsPerBlock)
  return found.slice(0, list === undefined ? 0 : readSlots(list, found))
}

describe('the lists of tokens', () => {
  it('are read as they were written, all together and one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(token, slots), { maxLength: 6 }), token, (entries, other) => {
        const lists: Lists = new Map(entries)
        const data = encode(lists)
        for (const name of [...lists.keys(), other])
          assert.deepEqual(slotsOf(data, name), lists.get(name) ?? new Uint16Array())
      }),
      { numRuns: 200 },
    )
  })

  it('lose the slots that are removed, and then get those that are added', () => {
    const lists = fc.array(fc.tuple(token, slots), { maxLength: 6 }).map((entries): Lists => new Map(entries))
    const few = fc.uniqueArray(fc.integer({ min: 0, max: slotsPerBlock - 1 }), { maxLength: 30 })
    fc.assert(
      fc.property(lists, lists, fc.array(token, { maxLength: 2 }), few, (before, other, shared, removed) => {
        const added: Lists = new Map(other)
        // A slot is added to a list that does not have it.
        for (const name of [...shared, ...before.keys()].slice(0, 3))
          added.set(name, Uint16Array.from(removed).sort())
        for (const [name, listed] of added)
          added.set(
            name,
            listed.filter((slot) => removed.includes(slot) || !before.get(name)?.includes(slot)),
          )
        const data = changeTextLists(encode(before), new RemovedSlots(removed), added)
        const expected: Lists = new Map()
        for (const name of [...before.keys(), ...added.keys()]) {
          const kept = (before.get(name) ?? new Uint16Array()).filter((slot) => !removed.includes(slot))
          const all = Uint16Array.from([...kept, ...(added.get(name) ?? [])]).sort()
          if (all.length > 0) expected.set(name, all)
          assert.deepEqual(slotsOf(data, name), all, name)
        }
        assert.equal(data.length, encode(expected).length)
      }),
      { numRuns: 200 },
    )
  })

  it('stay as they are, byte for byte, if the same tokens are added again', () => {
    const before: Lists = new Map([
      ['only', Uint16Array.of(7)],
      ['other', Uint16Array.of(1, 900)],
      ['shared', Uint16Array.of(3, 7, 300)],
    ])
    const again: Lists = new Map([
      ['shared', Uint16Array.of(7)],
      ['only', Uint16Array.of(7)],
    ])
    assert.deepEqual(changeTextLists(encode(before), new RemovedSlots([7]), again), encode(before))
  })

  it('have those of some slots that are in the list', () => {
    fc.assert(
      fc.property(slots, slots, (listed, some) => {
        const list = findTextList(encode(new Map([['word', listed]])), Buffer.from('word'))
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
      const data = encode(new Map([['word', some]]))
      assert.equal(data.length, 1 + 4 + 1 + slotsPerBlock / 8)
      assert.deepEqual(slotsOf(data, 'word'), some)
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
