import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CinemaDb } from '../schema/tables.ts'
import { ReadOnce } from './read-once.ts'

describe('a long read', () => {
  it('is made once for all callers, and one at a time, however often its data change', async () => {
    const [db, reads] = [{} as CinemaDb, new ReadOnce<string>()]
    let [state, running, most, count] = [0, 0, 0, 0]
    const ask = () =>
      reads.read(
        db,
        () => String(state),
        async () => {
          running += 1
          count += 1
          most = Math.max(most, running)
          const seen = state
          for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
          running -= 1
          return String(seen)
        },
      )
    assert.deepEqual(await Promise.all([ask(), ask()]), ['0', '0'])
    assert.equal(await ask(), '0')
    assert.equal(count, 1)
    const asked: Promise<string>[] = []
    for (state = 1; state < 20; state += 1) {
      asked.push(ask())
      await Promise.resolve()
    }
    state -= 1
    const found = await Promise.all(asked)
    assert.deepEqual([most, count, found.at(-1)], [1, 3, '19'])
  })

  it('that fails is made again', async () => {
    const [db, reads] = [{} as CinemaDb, new ReadOnce<number>()]
    const stamp = () => '1'
    await assert.rejects(reads.read(db, stamp, () => Promise.reject(new Error('busy'))))
    assert.equal(await reads.read(db, stamp, async () => 7), 7)
  })
})
