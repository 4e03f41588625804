import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FirstSync } from '../../http/pages/home/front-page.ts'
import { createCollectingNotes } from './collecting-notes.ts'

it('notes say how far the first sync of a service is, until each source has been read', async () => {
  const states = new Map<string, FirstSync | undefined>()
  const reads: string[] = []
  const noteOf = createCollectingNotes((service) => async () => {
    reads.push(service)
    return states.get(service)
  })
  const set = (sources: number, collected: number, failed: number) =>
    void states.set('jobs', { sources, collected, failed, members: 9, published: 0 })
  set(0, 0, 0)
  assert.equal(
    await noteOf('jobs'),
    'The first sync has only just begun, so this is not all; try again in a minute.',
  )
  assert.equal(await noteOf('trust'), undefined)
  set(5, 2, 1)
  assert.match((await noteOf('jobs')) ?? '', /^The first sync has read 3 of 5 sources of jobs, so /)
  // One that fails may never succeed.
  set(5, 4, 1)
  assert.equal(await noteOf('jobs'), undefined)
  assert.deepEqual(reads, ['jobs', 'trust', 'jobs', 'jobs'])
  assert.equal(await noteOf('jobs'), undefined)
  assert.equal(reads.length, 4, 'nothing is read any more')
})
