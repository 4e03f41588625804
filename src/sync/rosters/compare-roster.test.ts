import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareRoster, type RosterMemory } from './compare-roster.ts'
import type { KnownMember, RosterEntry } from './roster.ts'

const day = 86_400_000
const known: KnownMember[] = ['ash', 'bow', 'cam'].map((id) => ({ id, name: `Our ${id}`, isRead: true }))

function entry(memberId: string, changes: Partial<RosterEntry> = {}): RosterEntry {
  return {
    memberId,
    name: memberId,
    place: { city: 'Leeds', lat: 53.8, lon: -1.5 },
    cells: { site: memberId },
    ...changes,
  }
}

/** Night after night; returns the changes of the last one. */
function readNights(nights: readonly (readonly RosterEntry[])[]) {
  let memories: ReadonlyMap<string, RosterMemory> = new Map()
  let result = compareRoster(known, nights[0] ?? [], memories, 0)
  nights.forEach((entries, night) => {
    result = compareRoster(known, entries, memories, night * day)
    memories = result.memories
  })
  return result.changes.map(({ kind, memberId }) => `${kind} ${memberId}`)
}

const all = ['ash', 'bow', 'cam'].map((id) => entry(id))

describe('a roster', () => {
  it('that lists the known members changes nothing, although our names differ', () => {
    assert.deepEqual(readNights([all, all, all]), [])
  })

  it('adds what the registry does not have', () => {
    assert.deepEqual(readNights([[...all, entry('dell')]]), ['add dell'])
  })

  it('renames and moves a member whose own entry changed, as long as it differs', () => {
    const [ash, bow, cam] = all
    assert.ok(ash && bow && cam)
    const renamed = { ...ash, name: 'Ash Palace' }
    assert.deepEqual(readNights([all, [renamed, bow, cam], [renamed, bow, cam]]), ['rename ash'])
    assert.deepEqual(readNights([all, [renamed, bow, cam], all]), [])
    const moved = { ...bow, place: { city: 'Leeds', lat: 53.82, lon: -1.5 } }
    assert.deepEqual(readNights([all, [ash, moved, cam]]), ['move bow'])
    const corrected = { ...bow, place: { city: 'Leeds', lat: 53.801, lon: -1.5 } }
    assert.deepEqual(readNights([all, [ash, corrected, cam]]), [])
  })

  it('closes a member only after days of absence, and not if it returns', () => {
    const without = all.slice(0, 2)
    assert.deepEqual(readNights([all, without, without]), [])
    assert.deepEqual(readNights([all, without, without, without, without, without, without]), ['close cam'])
    assert.deepEqual(readNights([all, without, without, without, all, without, without, without]), [])
  })

  it('is not believed if it lacks most of what is known', () => {
    const { changes, problem } = compareRoster(known, [entry('ash'), entry('zoo')], new Map(), 0)
    assert.deepEqual(changes, [])
    assert.match(problem ?? '', /lists 1 of 3 known members/)
  })
})
