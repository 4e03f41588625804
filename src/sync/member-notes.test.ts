import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { memberNotes } from './member-notes.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-11-15T12:00:00Z')

for (const engine of testEngines) {
  describe(`${engine.name}: the note of a member`, { skip: engine.skip }, () => {
    it('is read by later runs, and not if it is dated in the future', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const notesAt = (nowMs: number) => memberNotes(store, { id: 'towns' }, { id: 'ash' }, nowMs)
      await notesAt(now).write('gated twice')
      assert.equal(await notesAt(now + dayMs).read(), 'gated twice')
      assert.equal(await notesAt(now - 60_000).read(), 'gated twice')
      assert.equal(await notesAt(now - dayMs).read(), undefined)
      await notesAt(now - dayMs).write('gated once')
      assert.equal(await notesAt(now).read(), 'gated once')
    })
  })
}
