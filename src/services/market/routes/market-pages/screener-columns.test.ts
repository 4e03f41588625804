import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellHtml, decimalsOfColumn } from './screener-columns.ts'

describe('the figures of a column of the screener', () => {
  for (const [values, texts] of [
    [
      [16, 23, 20.68],
      ['16.00', '23.00', '20.68'],
    ],
    [
      [120, 3],
      ['120', '3'],
    ],
    [
      [0.8812, 0.5, 0.05],
      ['0.8812', '0.5000', '0.0500'],
    ],
    [
      [64_000, 0.5, 0.000012],
      ['64,000.00', '0.50', '0.000012'],
    ],
    [
      [0, 1.5],
      ['0.00', '1.50'],
    ],
    [
      [54_100_000, 1200.5],
      ['54.10M', '1,200.50'],
    ],
    [
      [null, 'NYSE', 7],
      ['<span class="none">none</span>', 'NYSE', '7'],
    ],
  ] as const) {
    it(`${values.join(', ')}: ${texts.join(', ')}`, () => {
      const decimals = decimalsOfColumn(values)
      assert.deepEqual(
        values.map((value) => cellHtml(value, 'price_earnings_ttm', decimals).text),
        texts,
      )
    })
  }
})
