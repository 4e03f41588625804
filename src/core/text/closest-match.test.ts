import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closestMatch } from './closest-match.ts'

const names = ['port', 'host', 'workers', 'dataDir']

describe('closestMatch', () => {
  for (const [input, meant] of [
    ['prot', 'port'],
    ['PORT', 'port'],
    ['hosts', 'host'],
    ['worker', 'workers'],
    ['datadir', 'dataDir'],
    ['x', undefined],
    ['', undefined],
    ['something-else', undefined],
    ['p'.repeat(100_000), undefined],
  ] as const) {
    it(`suggests ${meant} for ${JSON.stringify(input.slice(0, 20))}`, () =>
      assert.equal(closestMatch(input, names), meant))
  }
})
