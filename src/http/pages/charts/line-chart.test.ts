import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineChart } from './line-chart.ts'

const summaryOf = (...values: readonly number[]) =>
  /aria-label="([^"]+)"/.exec(
    lineChart({
      label: 'Seats taken',
      points: values.map((value, at) => ({ at: at * 1000, value })),
      gapMs: 1000,
      valueText: (value) => `${value}%`,
    })?.text ?? '',
  )?.[1]

describe('the summary of a line', () => {
  it('has its ends, the lowest and the highest value', () => {
    assert.equal(summaryOf(10, 5, 20), 'Seats taken: from 10% to 20%, between 5% and 20%')
  })

  it('states a value that does not change once', () => {
    assert.equal(summaryOf(19, 19), 'Seats taken: 19% throughout')
  })

  it('is missing with one value, which is no course', () => {
    assert.equal(summaryOf(19), undefined)
  })
})
