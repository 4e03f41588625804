import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mostMoved, mostMovedIn } from './largest-stocks.ts'

const rows = [
  { name: 'A', change: 0.5 },
  { name: 'B', change: -3 },
  { name: 'C', change: null },
  { name: 'D', change: 2 },
  { name: 'E', change: 0 },
]
const names = (found: readonly { name?: unknown }[]) => found.map(({ name }) => name)

describe('the stocks that moved most', () => {
  it('rose or fell, the farthest first', () => {
    assert.deepEqual(names(mostMoved(rows, 2)), ['B', 'D'])
    assert.deepEqual(names(mostMoved(rows, 9)), ['B', 'D', 'A'])
    assert.deepEqual(names(mostMovedIn('up', rows, 9)), ['D', 'A'])
    assert.deepEqual(names(mostMovedIn('down', rows, 9)), ['B'])
  })
})
