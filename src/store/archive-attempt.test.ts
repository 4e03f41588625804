import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Archive, ArchiveAttempt } from './archive-attempt.ts'

/** Rows are the days that they have been due for; half of them may wait. */
function openStock(rows: number[]) {
  const find = async (patience: 1 | 2) => rows.filter((days) => days > (patience === 1 ? 0 : 10)).slice(0, 2)
  return {
    rows,
    /** As maintenance does: until nothing may be deleted. */
    async prune(attempt: ArchiveAttempt, archive: Archive<number>) {
      for (;;) {
        const deleted = await attempt.archive(find, archive, undefined)
        if (deleted.length === 0) return
        rows.splice(0, deleted.length)
      }
    },
  }
}

/** `room`: how many rows it takes before it fails. */
function archiveWith(room: number, dropOld: () => Promise<void> = async () => {}) {
  const kept: number[] = []
  const archive: Archive<number> = {
    async keep(rows) {
      if (kept.length + rows.length > room) throw new Error('no answer')
      kept.push(...rows)
    },
    dropOld,
  }
  return { kept, archive }
}

describe('an attempt to archive', () => {
  it('deletes what has waited for too long if nothing was taken, and says how much', async () => {
    const stock = openStock([15, 14, 13, 3, 2, 0])
    const attempt = new ArchiveAttempt()
    const { archive } = archiveWith(0)
    await stock.prune(attempt, archive)
    assert.deepEqual(stock.rows, [3, 2, 0])
    assert.throws(() => attempt.end(), /^Error: 3 rows had waited for too long .*: no answer$/)
  })

  it('deletes nothing that was not taken once some was taken', async () => {
    const stock = openStock([15, 14, 13, 3, 2, 0])
    const attempt = new ArchiveAttempt()
    const { archive, kept } = archiveWith(2)
    await stock.prune(attempt, archive)
    assert.deepEqual(
      [kept, stock.rows],
      [
        [15, 14],
        [13, 3, 2, 0],
      ],
    )
    assert.throws(() => attempt.end(), /^Error: what is due to be archived waits: no answer$/)
    // Another archive that takes nothing at all is down for itself.
    const other = openStock([20, 1])
    await other.prune(attempt, archiveWith(0).archive)
    assert.deepEqual(other.rows, [1])
  })

  it('archives everything although nothing old can be dropped, and reports that', async () => {
    const stock = openStock([15, 14, 13, 3, 2, 0])
    const attempt = new ArchiveAttempt()
    const { archive, kept } = archiveWith(10, () => Promise.reject(new Error('not enough privileges')))
    await stock.prune(attempt, archive)
    assert.deepEqual([kept, stock.rows], [[15, 14, 13, 3, 2], [0]])
    assert.throws(() => attempt.end(), /^Error: what is old was not dropped .*: not enough privileges$/)
  })
})
