import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRecord, vendorFinding } from '../../../../test/support/trust/trust-fixture.ts'
import { perSurface } from '../normalise/vocabulary.ts'
import type { CenterRecord } from '../schema/records.ts'
import type { ItemRow } from '../schema/tables.ts'
import { applyCenterRecord, type CenterUpdate } from './apply-center-record.ts'
import { newCenterState } from './center-state.ts'
import { confirmAfterMs } from './find-doubt.ts'

const dayMs = 24 * 60 * 60_000

/** A center that keeps the result of its reads. */
class Center {
  state = newCenterState(listing(0).center, 0)
  readonly #items = new Map<string, ItemRow>()

  read(at: number, record: CenterRecord): CenterUpdate {
    const { state } = this
    const stored = { centerId: 'tc_1', companyId: 'cmp_1', state, items: [...this.#items.values()], at }
    const applied = applyCenterRecord(stored, record)
    this.state = applied.state
    for (const item of applied.items) this.#items.set(item.id, item)
    for (const id of applied.removedIds) this.#items.delete(id)
    return applied
  }
}

function listing(count: number): CenterRecord {
  const subprocessors = Array.from({ length: count }, (_, index) => vendorFinding(`Vendor ${index}`))
  return readRecord('Acme', { subprocessors })
}

describe('a list that shrank', () => {
  for (const [before, after] of [
    [10, 9],
    [10, 4],
    [4, 1],
    [1, 0],
  ] as const) {
    it(`from ${before} rows to ${after} still shows all of them`, () => {
      const center = new Center()
      center.read(0, listing(before))
      const { notFresh, removedIds, items } = center.read(dayMs, listing(after))
      assert.deepEqual([notFresh.held, removedIds.length], [before - after, 0])
      assert.ok(items.every(({ absent_since, missed_at }) => absent_since === null && missed_at === dayMs))
    })
  }

  for (const [what, before, after] of [
    ['by most of its rows', 10, 1],
    ['by a row', 10, 9],
  ] as const) {
    it(`${what} loses them twenty hours after the first miss, not before`, () => {
      const center = new Center()
      center.read(0, listing(before))
      center.read(dayMs, listing(after))
      assert.equal(center.read(dayMs + confirmAfterMs - 1, listing(after)).removedIds.length, 0)
      assert.equal(center.read(dayMs + confirmAfterMs, listing(after)).removedIds.length, before - after)
    })
  }
})

describe('a list', () => {
  it('that was unread or gated remains unchanged', () => {
    for (const state of ['not_read', 'gated'] as const) {
      const center = new Center()
      center.read(0, listing(6))
      const unread = readRecord('Acme', {
        states: { ...perSurface(() => 'not_read' as const), subprocessors: state },
      })
      for (const day of [1, 2, 3, 4]) {
        const { items, removedIds, changes } = center.read(day * dayMs, unread)
        assert.deepEqual([items, removedIds, changes], [[], [], []], state)
      }
    }
  })

  it('reports additions after its first read only', () => {
    const center = new Center()
    center.read(0, readRecord('Acme'))
    assert.deepEqual(center.read(dayMs, listing(3)).changes, [])
    assert.deepEqual(
      center.read(2 * dayMs, listing(4)).changes.map(({ type }) => type),
      ['subprocessor.added'],
    )
  })
})

describe('a center', () => {
  it('is gone after three consecutive misses', () => {
    for (const between of [listing(3), readRecord('Acme', { gate: 'bot_challenge' })]) {
      const center = new Center()
      const gone = readRecord('Acme', { gate: 'gone' })
      center.read(0, listing(3))
      const isGone = [gone, gone, between, gone, gone, gone].map((record, index) =>
        center.read((index + 1) * dayMs, record).changes.some(({ type }) => type === 'trust_center.gone'),
      )
      assert.deepEqual(isGone, [false, false, false, false, false, true])
    }
  })
})
