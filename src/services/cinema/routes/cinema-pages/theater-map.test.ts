import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ringMiles, theaterMap } from './theater-map.ts'

const centre = { lat: 51.5, lon: 0 }
const theater = (name: string, miles: number, lat: number, lon: number) => ({
  id: `th_${name}`,
  name,
  miles,
  point: { lat, lon },
})

describe('the map of theaters', () => {
  const draw = (...listed: ReturnType<typeof theater>[]) =>
    theaterMap({ centre, listed, firstNumber: 13, others: [], date: '2026-11-16' })?.text ?? ''
  const positions = (svg: string) =>
    [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="13"/g)].map(([, x, y]) => [Number(x), Number(y)])

  it('has north above and east on the right, as far as the distance', () => {
    const svg = draw(theater('north', 5, 51.6, 0), theater('east', 10, 51.5, 0.2))
    const [east = [], north = []] = positions(svg).map((at) => at.map(Math.round))
    assert.deepEqual(north, [200, 113])
    assert.deepEqual(east, [375, 200])
  })

  it('links each theater with its number, name and distance, as text', () => {
    const svg = draw(theater('<b>', 1.25, 51.51, 0))
    assert.match(
      svg,
      /<a href="theaters\/th_&lt;b&gt;\?date=2026-11-16" aria-label="13\. &lt;b&gt;, 1\.3 miles">/,
    )
  })

  it('is left out without theaters, and copes with one at the place itself', () => {
    assert.equal(draw(), '')
    assert.deepEqual(positions(draw(theater('here', 0, 51.5, 0))), [[200, 200]])
  })

  it('has a few rings at round distances', () => {
    assert.deepEqual(ringMiles(5.6), [2, 4])
    assert.deepEqual(ringMiles(25), [10, 20])
    assert.deepEqual(ringMiles(0.5), [0.2, 0.4])
    assert.equal(ringMiles(12_500).length, 2)
  })
})
