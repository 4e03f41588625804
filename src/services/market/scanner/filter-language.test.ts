import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../../core/errors.ts'
import { parseFilters, toScanFilters } from './filter-language.ts'

const read: readonly [text: string, filters: unknown][] = [
  ['close>100', [{ left: 'close', operation: 'greater', right: 100 }]],
  [
    'close>100,market_cap_basic>=1e9',
    [
      { left: 'close', operation: 'greater', right: 100 },
      { left: 'market_cap_basic', operation: 'egreater', right: 1e9 },
    ],
  ],
  [' close < -0.5 ', [{ left: 'close', operation: 'less', right: -0.5 }]],
  ['RSI|60<=30', [{ left: 'RSI|60', operation: 'eless', right: 30 }]],
  ['RSI[1]|60>70', [{ left: 'RSI[1]|60', operation: 'greater', right: 70 }]],
  ['ADX+DI>ADX', [{ left: 'ADX+DI', operation: 'greater', right: 'ADX' }]],
  ['close>@VWAP', [{ left: 'close', operation: 'greater', right: 'VWAP' }]],
  ['sector=Finance', [{ left: 'sector', operation: 'equal', right: 'Finance' }]],
  ['sector==Finance', [{ left: 'sector', operation: 'equal', right: 'Finance' }]],
  ['is_primary!=true', [{ left: 'is_primary', operation: 'nequal', right: true }]],
  ['type=stock|fund', [{ left: 'type', operation: 'in_range', right: ['stock', 'fund'] }]],
  ['type!=stock|fund', [{ left: 'type', operation: 'not_in_range', right: ['stock', 'fund'] }]],
  ['close=10..20', [{ left: 'close', operation: 'in_range', right: [10, 20] }]],
  ['close!=10..20.5', [{ left: 'close', operation: 'not_in_range', right: [10, 20.5] }]],
  ['description="Smith, Jones"', [{ left: 'description', operation: 'equal', right: 'Smith, Jones' }]],
  ['name~app', [{ left: 'name', operation: 'match', right: 'app' }]],
  ['name!~app', [{ left: 'name', operation: 'nmatch', right: 'app' }]],
  ['RSI:between:30..70', [{ left: 'RSI', operation: 'in_range', right: [30, 70] }]],
  ['close:empty', [{ left: 'close', operation: 'empty' }]],
  ['typespecs:has:etf', [{ left: 'typespecs', operation: 'has', right: ['etf'] }]],
  ['typespecs:hasnone:etf|reit', [{ left: 'typespecs', operation: 'has_none_of', right: ['etf', 'reit'] }]],
  [
    'MACD.macd:crosses_above:@MACD.signal',
    [{ left: 'MACD.macd', operation: 'crosses_above', right: 'MACD.signal' }],
  ],
  ['close:above_pct:@SMA50|1.03', [{ left: 'close', operation: 'above%', right: ['SMA50', 1.03] }]],
  [
    'earnings_release_next_date:within_days:0..7',
    [{ left: 'earnings_release_next_date', operation: 'in_day_range', right: [0, 7] }],
  ],
  ['close=10|20', [anyEqual('close', 10, 20)]],
  ['close:in:1|2|3', [anyEqual('close', 1, 2, 3)]],
  ['close:in:10', [{ left: 'close', operation: 'equal', right: 10 }]],
  ['close=@open|@high', [anyEqual('close', 'open', 'high')]],
  ['is_primary=true|false', [anyEqual('is_primary', true, false)]],
  [
    'close!=10|20',
    [
      { left: 'close', operation: 'nequal', right: 10 },
      { left: 'close', operation: 'nequal', right: 20 },
    ],
  ],
  ['name="700"|"9988"', [{ left: 'name', operation: 'in_range', right: ['700', '9988'] }]],
  ['name="@a"|b', [{ left: 'name', operation: 'in_range', right: ['@a', 'b'] }]],
  ['type:in:stock', [{ left: 'type', operation: 'in_range', right: ['stock'] }]],
  ['name="0x10"', [{ left: 'name', operation: 'equal', right: '0x10' }]],
  ['RSI:between:30|70', [{ left: 'RSI', operation: 'in_range', right: [30, 70] }]],
  ['', []],
  [',,', []],
]

function anyEqual(left: string, ...rights: unknown[]): unknown {
  return { anyOf: rights.map((right) => ({ left, operation: 'equal', right })) }
}

const refused = [
  'sector!="Foo,close<5',
  'sector="Foo',
  'close=20..10',
  'close:between:20..10',
  'date:within_days:7..0',
  'close:empty:1',
  'close>0x10',
  'close:above_pct:1.03',
  `close=${Array.from({ length: 101 }, (_, index) => index).join('|')}`,
  'close',
  '>100',
  'close>',
  'close=>100',
  'close<>100',
  'close:gr:100',
  'close:between:10',
  'close>NaN',
  'close>Infinity',
  'close>1e999',
  'close>1.2.3',
  'clo se>1',
  'close>@',
  'date:within_days:a..b',
  Array.from({ length: 31 }, (_, index) => `c${index}>1`).join(','),
  `type=${Array.from({ length: 201 }, (_, index) => `t${index}`).join('|')}`,
]

describe('filters in a query', () => {
  for (const [text, filters] of read) {
    it(`${JSON.stringify(text)} is parsed`, () => {
      assert.deepEqual(parseFilters(text), filters)
    })
  }

  for (const text of refused) {
    it(`${JSON.stringify(text.slice(0, 40))} is rejected with a valid form`, () => {
      assert.throws(
        () => parseFilters(text),
        (thrown) => {
          assert.ok(thrown instanceof Failure)
          assert.equal(thrown.code, 'invalid_request')
          assert.equal(thrown.details?.parameter, 'filter')
          assert.ok(thrown.details?.expected)
          return true
        },
      )
    })
  }

  it('express a choice of numbers as a tree beside the rest', () => {
    const equal = (left: string, right: number) => ({ expression: { left, operation: 'equal', right } })
    assert.deepEqual(toScanFilters(parseFilters('a>1,b=2|3')), {
      filter: [{ left: 'a', operation: 'greater', right: 1 }],
      filter2: {
        operator: 'and',
        operands: [{ operation: { operator: 'or', operands: [equal('b', 2), equal('b', 3)] } }],
      },
    })
    assert.deepEqual(Object.keys(toScanFilters(parseFilters('a>1'))), ['filter'])
  })

  it('require a column and a number for a share', () => {
    assert.throws(
      () => parseFilters('close:above_pct:1.03'),
      (thrown) => thrown instanceof Failure && thrown.details?.expected === '@column|1.03',
    )
  })

  it('suggest the closest operator', () => {
    assert.throws(
      () => parseFilters('close:betwen:1..2'),
      (thrown) => {
        return thrown instanceof Failure && thrown.details?.did_you_mean === 'between'
      },
    )
  })

  it('are parsed or rejected, nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        try {
          parseFilters(text)
        } catch (thrown) {
          assert.ok(thrown instanceof Failure, String(thrown))
        }
      }),
    )
  })
})
