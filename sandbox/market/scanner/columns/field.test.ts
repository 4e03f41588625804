import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { type FieldClass, fieldsOf, parseColumnName, typeOfColumn } from './field.ts'

describe('column names', () => {
  it('are parsed', () => {
    assert.deepEqual(parseColumnName('RSI[1]|60'), {
      field: 'RSI',
      back: 1,
      timeframe: '60',
      isTranslated: false,
      isEmpty: false,
    })
    assert.equal(parseColumnName('sector.tr')?.isTranslated, true)
    assert.equal(parseColumnName('close|1D')?.isEmpty, true)
    for (const name of ['close|7', 'close|', '', 'RSI[9]', 'a|b|c'])
      assert.equal(parseColumnName(name), undefined, name)
  })

  it('have a type that depends on the market', () => {
    assert.equal(typeOfColumn('stock', 'close'), 'price')
    assert.equal(typeOfColumn('stock', 'RSI|60'), 'number')
    assert.equal(typeOfColumn('stock', 'sector.tr'), 'text')
    assert.equal(typeOfColumn('stock', 'bid'), undefined)
    assert.equal(typeOfColumn('forex', 'bid'), 'price')
    assert.equal(typeOfColumn('futures', 'bid'), undefined)
    assert.equal(typeOfColumn('futures', 'RSI|60'), undefined)
    assert.equal(typeOfColumn('options', 'delta'), 'number')
    assert.equal(typeOfColumn('stock', 'Value.Traded'), 'number')
    assert.equal(typeOfColumn('stock', 'constructor'), undefined)
  })
})

const folder = recordingsDir('market')
const classes: readonly (readonly [string, FieldClass, boolean])[] = [
  ['america', 'stock', true],
  ['futures', 'futures', true],
  ['bond', 'bond', true],
  ['options', 'options', true],
  ['economics2', 'economics2', true],
  ['crypto', 'crypto', false],
  ['coin', 'coin', false],
  ['forex', 'forex', false],
  ['cfd', 'cfd', false],
]

describe('listed columns', { skip: skipReason('recordings', folder) }, () => {
  for (const [market, fieldClass, isComplete] of classes) {
    it(`of ${market} are those of the recordings, with their types`, () => {
      const recorded = JSON.parse(readFileSync(join(folder ?? '', `scanner.metainfo.${market}.json`), 'utf8'))
      const { listed } = fieldsOf(fieldClass)
      for (const { n, t } of recorded.fields) assert.equal(listed.get(n), t, n)
      if (isComplete) assert.equal(listed.size, recorded.fields.length)
    })
  }
})
