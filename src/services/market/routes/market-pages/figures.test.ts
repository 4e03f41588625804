import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeHtml, decimalText, priceText, signed } from './figures.ts'

describe('figures that round to zero', () => {
  it('have no minus sign', () => {
    assert.equal(priceText(-0.004, 2), '0.00')
    assert.equal(priceText(-0.006, 2), '-0.01')
    assert.equal(decimalText(-0.0001), '0')
    assert.equal(signed(-0.004, 2), '0.00')
    assert.equal(signed(0.004, 2), '0.00')
    assert.equal(signed(-0.006, 2), '−0.01')
  })

  it('are neither a rise nor a fall: without arrow and colour', () => {
    for (const percent of [-0.004, 0, 0.004]) assert.equal(changeHtml(percent)?.text, '0.00%')
    assert.match(changeHtml(0.006)?.text ?? '', /▲<\/span> \+0\.01%/)
    assert.match(changeHtml(-0.006)?.text ?? '', /▼<\/span> −0\.01%/)
  })
})
