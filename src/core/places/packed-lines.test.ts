import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { packLines } from '../../../scripts/places/pack-lines.ts'
import { PackedLines } from './packed-lines.ts'

function packed(...tables: string[][]): PackedLines[] {
  return PackedLines.tablesOf(packLines(tables))
}

describe('packed lines', () => {
  it('are found by their whole key, with all lines of the key, in the table that has them', () => {
    const long = 'long '.repeat(40)
    const [lines, others] = packed(['ab\t3\t4', 'ö\t5', 'a\t2', 'a\t1', `${long}\t6`, 'p\t\tDE'], ['b\t7'])
    assert.deepEqual(lines?.find('a'), [['1'], ['2']])
    assert.deepEqual(lines?.find('ab'), [['3', '4']])
    assert.deepEqual(lines?.find('ö'), [['5']])
    assert.deepEqual(lines?.find(long), [['6']])
    assert.deepEqual(others?.find('b'), [['7']])
    for (const key of ['', 'b', 'abc', 'a\t1', 'a\t1\n', 'ab\t3', 'p\t', 'zz', '\u{10000}'])
      assert.deepEqual(lines?.find(key), [], key)
  })

  it('are all found in a text of several parts, also one key that fills a part', () => {
    const keys = ['𐍃', 'ａ', ...Array.from({ length: 9_000 }, (_, at) => `key ${at * 7919}`)]
    const many = Array.from({ length: 9_000 }, (_, at) => `key 5\tline ${at}`)
    const [lines] = packed([...keys.map((key) => `${key}\tof ${key}`), ...many])
    for (const key of keys) assert.deepEqual(lines?.find(key), [[`of ${key}`]])
    for (let at = 1; at < 9_000; at += 50) assert.deepEqual(lines?.find(`key ${at * 7919 + 1}`), [])
    assert.equal(lines?.find('key 5').length, many.length)
    assert.equal(lines?.text().split('\n').length, keys.length + many.length + 1)
  })

  it('are none in an empty table', () => {
    assert.deepEqual(packed([])[0]?.find('a'), [])
  })
})
