import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closestMatch } from './closest-match.ts'

const known = ['port', 'host', 'workers', 'dataDir']

describe('nearest', () => {
  for (const [written, meant] of [
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
    it(`takes ${JSON.stringify(written.slice(0, 20))} for ${meant}`, () =>
      assert.equal(closestMatch(written, known), meant))
  }
})
