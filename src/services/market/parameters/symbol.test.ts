import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { parseSymbol, parseSymbols } from './symbol.ts'

describe('symbol', () => {
  const read: readonly [text: string, exchange: string | undefined, symbol: string][] = [
    ['NASDAQ:AAPL', undefined, 'NASDAQ:AAPL'],
    ['nasdaq:aapl', undefined, 'NASDAQ:AAPL'],
    ['AAPL', 'NASDAQ', 'NASDAQ:AAPL'],
    ['aapl', ' nasdaq ', 'NASDAQ:AAPL'],
    ['NASDAQ:AAPL', 'nasdaq', 'NASDAQ:AAPL'],
    ['NYSE:BRK.B', undefined, 'NYSE:BRK.B'],
    ['CME_MINI:ES1!', undefined, 'CME_MINI:ES1!'],
    ['BINANCE:BTCUSDT.P', undefined, 'BINANCE:BTCUSDT.P'],
    ['HKEX:700', undefined, 'HKEX:700'],
    ['NSE:M&M', undefined, 'NSE:M&M'],
  ]
  for (const [text, exchange, symbol] of read) {
    it(`${text} with exchange ${exchange} is ${symbol}`, () => {
      assert.equal(parseSymbol(text, exchange), symbol)
    })
  }

  const refused: readonly [text: string, exchange: string | undefined][] = [
    ['AAPL', undefined],
    ['', 'NASDAQ'],
    ['A:B:C', undefined],
    [':AAPL', undefined],
    ['NASDAQ:', undefined],
    ['NASDAQ:AAPL', 'NYSE'],
    ['NASDAQ:AA PL', undefined],
    ['NASDAQ:../x', undefined],
    ["NASDAQ:'; --", undefined],
    ['NASDAQ:ÄÖ', undefined],
    [`NASDAQ:${'A'.repeat(41)}`, undefined],
    ['NAS/DAQ:AAPL', undefined],
    ['NASDAQ:\u017ftk', undefined],
    ['\ufb01:AAPL', undefined],
    ['AAPL', '\ufb01'],
  ]
  for (const [text, exchange] of refused) {
    it(`${JSON.stringify(text)} with exchange ${exchange} is rejected`, () => {
      assert.throws(
        () => parseSymbol(text, exchange),
        (thrown) => isFailure(thrown, 'invalid_request'),
      )
    })
  }

  it('without an exchange gets a hint for the route', () => {
    const hintOf = (parse: () => unknown) => {
      try {
        parse()
      } catch (thrown) {
        if (isFailure(thrown)) return [thrown.details?.parameter, thrown.details?.expected]
      }
      return assert.fail('taken')
    }
    assert.deepEqual(
      hintOf(() => parseSymbol('apple', undefined)),
      ['exchange', 'exchange=NASDAQ, or NASDAQ:AAPL'],
    )
    const whole = 'EXCHANGE:TICKER such as NASDAQ:AAPL'
    assert.deepEqual(
      hintOf(() => parseSymbol('apple')),
      ['symbol', whole],
    )
    assert.deepEqual(
      hintOf(() => parseSymbols(['apple'], 'symbols')),
      ['symbols', whole],
    )
  })

  it('is deduplicated, whatever its case', () => {
    assert.deepEqual(parseSymbols(['nyse:b', 'NASDAQ:A', 'NYSE:B'], 'symbols'), ['NYSE:B', 'NASDAQ:A'])
  })
})
