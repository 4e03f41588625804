import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Random, random } from './random.ts'

function draw(from: Random, count: number): number[] {
  return Array.from({ length: count }, () => from.float())
}

describe('random', () => {
  it('repeats its numbers for the same seed', () => {
    assert.deepEqual(draw(random('spring', 'theater', 17), 50), draw(random('spring', 'theater', 17), 50))
  })

  it('gives these numbers on every machine', () => {
    const fixed = random('spring')
    assert.deepEqual(
      [fixed.int(0, 999_999), fixed.int(0, 999_999), fixed.int(0, 999_999)],
      [3680, 811092, 600821],
    )
  })

  it('differs when any part of the seed, or the border between two parts, differs', () => {
    const seeds = [
      ['a', 'b'],
      ['ab'],
      ['a', 'c'],
      ['b', 'a'],
      ['a', 'b', ''],
      ['', 'a', 'b'],
      ['a', 'b', 0],
      ['a'],
    ]
    const first = seeds.map((seed) => random(...seed).float())
    assert.equal(new Set(first).size, seeds.length)
  })

  it('treats a number and its digits as the same seed', () => {
    assert.equal(random('a', 17).float(), random('a', '17').float())
  })

  it('gives unrelated first numbers for similar seeds', () => {
    const first = Array.from({ length: 10_000 }, (_, index) => random('spring', 'theater', index).float())
    const mean = first.reduce((sum, value) => sum + value, 0) / first.length
    const alike = first
      .slice(1)
      .reduce((sum, value, index) => sum + (value - 0.5) * ((first[index] ?? 0) - 0.5), 0)
    assert.ok(Math.abs(mean - 0.5) < 0.01, `mean ${mean}`)
    assert.ok(Math.abs((alike / first.length) * 12) < 0.05, `correlation ${(alike / first.length) * 12}`)
  })
})

describe('Random', () => {
  it('reaches both ends of a range, each value about equally often', () => {
    const dice = random('dice')
    const seen = new Map<number, number>()
    for (let roll = 0; roll < 6_000; roll++) {
      const value = dice.int(1, 6)
      seen.set(value, (seen.get(value) ?? 0) + 1)
    }
    assert.deepEqual([...seen.keys()].sort(), [1, 2, 3, 4, 5, 6])
    for (const count of seen.values()) assert.ok(count > 850 && count < 1_150, `count ${count}`)
  })

  it('follows a probability', () => {
    const coin = random('coin')
    const heads = Array.from({ length: 10_000 }, () => coin.chance(0.3)).filter(Boolean).length
    assert.ok(heads > 2_800 && heads < 3_200, `heads ${heads}`)
    assert.equal(coin.chance(0), false)
    assert.equal(coin.chance(1), true)
  })

  it('shuffles without losing or repeating items, into a new list', () => {
    const given = Object.freeze([1, 2, 3, 4, 5, 6, 7, 8])
    const shuffled = random('cards').shuffle(given)
    assert.notDeepEqual(shuffled, given)
    assert.deepEqual([...shuffled].sort(), given)
  })

  it('is normally distributed around the mean', () => {
    const heights = random('heights')
    const drawn = Array.from({ length: 10_000 }, () => heights.gauss(100, 15))
    const within = drawn.filter((value) => Math.abs(value - 100) <= 15).length / drawn.length
    assert.ok(drawn.every(Number.isFinite))
    assert.ok(within > 0.66 && within < 0.705, `within one deviation: ${within}`)
  })

  it('refuses to pick from an empty list', () => {
    assert.throws(() => random('x').pick([]), RangeError)
  })
})
