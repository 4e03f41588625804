import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PartTable } from './part-table.ts'

function codesOf(text: string): Uint16Array {
  return Uint16Array.from(text, (character) => character.charCodeAt(0))
}

function find(table: PartTable<string>, text: string): string | undefined {
  const codes = codesOf(`.${text}.`)
  return table.find(codes, 1, codes.length - 1, table.hash(codes, 1, codes.length - 1))
}

function add(table: PartTable<string>, text: string): void {
  const codes = codesOf(text)
  table.add(codes, 0, codes.length, table.hash(codes, 0, codes.length), text)
}

describe('a table of the parts of texts', () => {
  it('finds what is known about equal parts only, also after it has grown', () => {
    const table = new PartTable<string>()
    const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`)
    for (const word of words) add(table, word)
    // Few have no slot near that of their hash.
    const found = words.filter((word) => find(table, word) === word)
    assert.ok(found.length > words.length * 0.99, `${found.length}`)
    for (const word of words) assert.equal(find(table, `${word}s`), undefined)
    table.clear()
    assert.equal(table.size, 0)
    assert.ok(words.every((word) => find(table, word) === undefined))
  })

  it('has a bound', () => {
    const table = new PartTable<string>()
    for (let at = 0; at < 200_000; at++) add(table, String(at))
    assert.equal(table.size, 2 ** 17)
  })
})
