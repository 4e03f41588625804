import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeHosts, worstLeadMs } from './politeness.ts'

const politenessOf = () => ({ gapMs: 1000, atOnce: 2 })
const everySecond = Array.from({ length: 20 }, (_, at) => at * 1000)

describe('the judgement of requests', () => {
  it('finds no lead where every gap was kept, whatever the pauses between them', () => {
    assert.equal(worstLeadMs(everySecond, 1000), 0)
    assert.equal(worstLeadMs([0, 5000, 6000, 90_000, 91_000], 1000), 0)
  })

  it('finds requests that came too soon, also after a long pause', () => {
    assert.equal(worstLeadMs([0, 900], 1000), 100)
    assert.equal(worstLeadMs([0, 60_000, 60_100, 60_200], 1000), 1800)
  })

  it('forgives an arrival that was delayed, but not twice the pace', () => {
    const verdict = (at: number[], atOnceMax = 1) =>
      judgeHosts({ 'a.example': { at, atOnceMax, refused: 0, faulty: 0 } }, politenessOf)[0]?.problem
    assert.equal(verdict([0, 1300, 2000, 3000]), undefined)
    assert.match(verdict(everySecond.map((at) => at / 2)) ?? '', /^was asked \d+ ms ahead/)
    assert.match(verdict(everySecond, 3) ?? '', /3 requests at once, 2 are polite/)
  })
})
