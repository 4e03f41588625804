import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { openSyncFixture } from '../../../test/support/sync/sync-fixture.ts'
import { Failure } from '../../core/errors.ts'
import { rotateMembers } from './rotate-members.ts'

const members = Array.from({ length: 40 }, (_, index) => ({ id: `m${index}` }))

describe('rotateMembers', () => {
  it('begins with the first member, and has every member once', () => {
    assert.deepEqual(rotateMembers(members, 0), members)
    assert.deepEqual(new Set(rotateMembers(members, 7)), new Set(members))
    assert.deepEqual(rotateMembers([], 3), [])
  })

  it('has every member among the first tenth at least once in fifteen consecutive runs', () => {
    for (let first = 0; first < 200; first++) {
      const early = new Set<string>()
      for (let run = first; run < first + 15; run++)
        for (const { id } of rotateMembers(members, run).slice(0, 4)) early.add(id)
      assert.equal(early.size, members.length, `from run ${first}`)
    }
  })
})

for (const engine of testEngines) {
  describe(`${engine.name}: members of an upstream that refuses all but the first request of a run`, {
    skip: engine.skip,
  }, () => {
    it('are all published after a few runs', async () => {
      await using fixture = await openSyncFixture(engine)
      for (let run = 0; run < 6; run++) {
        let requests = 0
        fixture.upstream.intercept = (url) => {
          // Each town has up to two pages.
          if (!url.includes('page=1')) requests += 1
          if (requests > 1) throw new Failure('upstream_unavailable', 'Busy.')
          return undefined
        }
        await fixture.engine.run('towns', { mode: 'manual', signal: new AbortController().signal })
      }
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()), ['ash', 'bow', 'cam'])
    })
  })
}
