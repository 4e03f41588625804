/** What lists of a board say about its postings, day by day. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { jobsOf, type List, posting, publish } from '../../../test/jobs-store.ts'
import { type TestPlace, testEngines } from '../../../test/stores.ts'
import type { Store } from '../../store/store.ts'
import { isFleetTroubled, judge, missPosting, unknownBoard } from './life.ts'
import type { BoardRecord } from './records.ts'

const hourMs = 3_600_000
const list = (count: number, more: Partial<Parameters<typeof judge>[1]> = {}) => ({
  verdict: 'complete' as const,
  count,
  day: '2026-11-10',
  zeroDaysMin: 1,
  ...more,
})
const board = (goodCount: number) => ({ ...unknownBoard, goodCount })

describe('a list', () => {
  it('that is complete counts absences', () => {
    assert.equal(judge(board(20), list(15)).absences, 'count')
    assert.equal(judge(unknownBoard, list(0)).absences, 'count')
  })

  it('that shrank by more than a quarter is held, and believed when the next agrees', () => {
    const first = judge(board(20), list(14))
    assert.deepEqual([first.state, first.absences, first.next.goodCount], ['held', 'hold', 20])
    assert.equal(judge(first.next, list(15)).absences, 'count')
    assert.deepEqual(
      [judge(first.next, list(13)).absences, judge(first.next, list(13)).next.goodCount],
      ['agree', 13],
    )
    assert.equal(judge(first.next, list(10)).absences, 'hold')
  })

  it('of a small board may shrink as it likes, but not to nothing', () => {
    assert.equal(judge(board(19), list(1)).absences, 'count')
    assert.equal(judge(board(1), list(0)).absences, 'hold')
  })

  it('without rows is believed the second time, or on the third day where a departed board looks so', () => {
    const once = judge(board(5), list(0)).next
    assert.equal(judge(once, list(0)).absences, 'agree')
    let state = board(5)
    const told: string[] = []
    for (const day of ['2026-11-10', '2026-11-10', '2026-11-11', '2026-11-12']) {
      const judgement = judge(state, list(0, { day, zeroDaysMin: 3 }))
      state = judgement.next
      told.push(judgement.absences)
    }
    assert.deepEqual(told, ['hold', 'hold', 'hold', 'agree'])
  })

  it('that is incomplete counts nothing and keeps what was held', () => {
    const held = judge(board(40), list(10)).next
    const judgement = judge(held, list(3, { verdict: 'incomplete' }))
    assert.deepEqual(
      [judgement.absences, judgement.next.goodCount, judgement.next.heldCount],
      ['none', 40, 10],
    )
  })

  it('of a board that is gone closes everything after three days, not before', () => {
    let state = board(5)
    const told: string[] = []
    for (const day of ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13']) {
      const judgement = judge(state, list(0, { verdict: 'gone', day }))
      state = judgement.next
      told.push(judgement.absences)
    }
    assert.deepEqual(told, ['none', 'none', 'none', 'closeAll'])
    assert.equal(judge(state, list(5)).next.goneSince, null)
  })
})

describe('an absent posting', () => {
  const fresh = { absences: 0, absentAt: null, heldAt: null, closesOn: null }

  it('closes at its second absence, twelve hours after the first at the earliest', () => {
    const once = missPosting(fresh, 'count', 0, '2026-11-10', true)
    assert.deepEqual(once, { absences: 1, absentAt: 0, heldAt: null })
    const again = { ...once, closesOn: null }
    assert.equal(missPosting(again, 'count', 12 * hourMs - 1, '2026-11-10', true).closed, undefined)
    assert.equal(missPosting(again, 'count', 12 * hourMs, '2026-11-10', true).closed, 'unlisted')
    assert.equal(missPosting(again, 'count', 12 * hourMs, '2026-11-10', false).closed, undefined)
  })

  it('closes at once when its own closing date has passed', () => {
    const over = { ...fresh, closesOn: '2026-11-09' }
    assert.equal(missPosting(over, 'count', 0, '2026-11-10', true).closed, 'closing_date')
    assert.equal(
      missPosting({ ...over, closesOn: '2026-11-10' }, 'count', 0, '2026-11-10', true).closed,
      undefined,
    )
  })

  it('of a held list counts only once the next list agrees', () => {
    const held = { ...missPosting(fresh, 'hold', 0, '2026-11-10', true), closesOn: null }
    assert.deepEqual([held.absences, held.heldAt], [0, 0])
    assert.equal(missPosting(held, 'agree', 24 * hourMs, '2026-11-11', true).closed, 'unlisted')
    assert.equal(missPosting(held, 'count', 24 * hourMs, '2026-11-11', true).closed, undefined)
  })
})

describe('a fleet', () => {
  it('is troubled when more than a tenth of its boards fail or shrink in one run', () => {
    const fine = { state: 'ok' as const, attemptedAt: 100 * hourMs }
    const held = { state: 'held' as const, attemptedAt: 100 * hourMs }
    const forgotten = { state: 'held' as const, attemptedAt: -100 * hourMs }
    const silent = { state: 'ok' as const, attemptedAt: 60 * hourMs }
    const fleet = (count: number, bad: object) =>
      Array.from({ length: 20 }, (_, at) => ({ ...fine, ...(at < count ? bad : {}) }))
    assert.equal(isFleetTroubled(fleet(2, held), 100 * hourMs), false)
    assert.equal(isFleetTroubled(fleet(3, held), 100 * hourMs), true)
    assert.equal(isFleetTroubled(fleet(3, silent), 100 * hourMs), true)
    assert.equal(isFleetTroubled(fleet(3, forgotten), 100 * hourMs), false)
    assert.equal(isFleetTroubled([held], 100 * hourMs), false)
  })
})

for (const engine of testEngines) {
  describe(`the life of postings on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestPlace
    let store: Store
    before(async () => {
      place = await engine.place()
      store = await place.open()
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    const at = (day: number, hour = 6) => Date.UTC(2026, 10, day, hour)
    const listed = (name: string, ...records: BoardRecord[]): List => ({ board: name, records })

    it('goes as the rules say over a week', async () => {
      const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((id) => posting(id)) as [
        ReturnType<typeof posting>,
        ...ReturnType<typeof posting>[],
      ]
      const retitled = posting('A', { title: 'Another title' })
      const days: readonly (readonly BoardRecord[] | undefined)[] = [
        [a, b as BoardRecord, c as BoardRecord],
        [retitled, c as BoardRecord, d as BoardRecord],
        undefined,
        [],
        [a, b as BoardRecord, c as BoardRecord],
        [a, b as BoardRecord, c as BoardRecord],
        [a, b as BoardRecord, c as BoardRecord, d as BoardRecord],
      ]
      const told: string[] = []
      for (const [index, records] of days.entries()) {
        if (records !== undefined) await publish(store, at(index + 1), [listed('week', ...records)])
        const jobs = await jobsOf(store, 'week')
        told.push(
          [...jobs]
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(
              ([id, job]) =>
                `${id}${job.active ? '' : ' closed'} ${+job.first_seen.slice(8)}/${+job.changed_on.slice(8)}/${job.absences}`,
            )
            .join(', '),
        )
        if (index === 5) {
          const closed = jobs.get('D')
          assert.deepEqual([closed?.closed_on, closed?.last_seen], ['2026-11-06', '2026-11-02'])
          const doc = JSON.parse(closed?.doc ?? '{}')
          assert.deepEqual(
            [doc.status, doc.close_reason, doc.last_seen],
            ['closed', 'unlisted', '2026-11-02'],
          )
        }
      }
      assert.deepEqual(told, [
        'A 1/1/0, B 1/1/0, C 1/1/0',
        'A 1/2/0, B 1/1/1, C 1/1/0, D 2/2/0',
        'A 1/2/0, B 1/1/1, C 1/1/0, D 2/2/0',
        'A 1/2/0, B 1/1/1, C 1/1/0, D 2/2/0',
        'A 1/5/0, B 1/1/0, C 1/1/0, D 2/2/1',
        'A 1/5/0, B 1/1/0, C 1/1/0, D closed 2/2/0',
        'A 1/5/0, B 1/1/0, C 1/1/0, D 2/7/0',
      ])
      assert.equal((await jobsOf(store, 'week')).get('D')?.reopened, 1)
    })

    it('does not count a row that is listed but unreadable as missing', async () => {
      await publish(store, at(1), [listed('unread', posting('A'), posting('B'))])
      for (const day of [2, 3, 4]) {
        await publish(store, at(day), [listed('unread', posting('A'), { type: 'listed', nativeId: 'B' })])
      }
      assert.equal((await jobsOf(store, 'unread')).get('B')?.active, 1)
    })

    it('keeps details that could not be read today, and is silent when they come late', async () => {
      const whole = posting('A', { department: 'Shop' })
      const partial = posting('A', { isPartial: true })
      await publish(store, at(1), [listed('details', whole, posting('B', { isPartial: true }))])
      await publish(store, at(2), [listed('details', partial, posting('B', { department: 'Shop' }))])
      const jobs = await jobsOf(store, 'details')
      assert.equal(JSON.parse(jobs.get('A')?.doc ?? '{}').role_group, 'Shop')
      assert.equal(JSON.parse(jobs.get('B')?.doc ?? '{}').role_group, 'Shop')
      assert.equal(jobs.get('B')?.changed_on, '2026-11-01')
    })

    it('closes a board that stays gone, and finds a repost', async () => {
      const old = posting('old', { bodyHash: 'same', title: 'Welder' })
      const source = 'lever'
      const listed = (name: string, ...records: BoardRecord[]): List => ({ source, board: name, records })
      await publish(store, at(1), [listed('gone', old)])
      const gone: BoardRecord = { type: 'note', verdict: 'gone', reason: 'the board answered 404' }
      for (const day of [2, 3, 4]) await publish(store, at(day), [listed('gone', gone)])
      assert.equal((await jobsOf(store, 'gone')).get('old')?.active, 1)
      await publish(store, at(5), [listed('gone', gone)])
      const closed = (await jobsOf(store, 'gone')).get('old')
      assert.equal(JSON.parse(closed?.doc ?? '{}').close_reason, 'board_gone')
      await publish(store, at(6), [listed('gone', posting('new', { bodyHash: 'same', title: 'Welder' }))])
      const repost = JSON.parse((await jobsOf(store, 'gone')).get('new')?.doc ?? '{}')
      assert.equal(repost.repost_of, JSON.parse(closed?.doc ?? '{}').id)
    })

    it('closes nothing while the platform as a whole looks wrong', async () => {
      const boards = Array.from({ length: 10 }, (_, index) => `fleet-${index}`)
      const few = [posting('A'), posting('B')]
      const source = 'smartrecruiters'
      await publish(
        store,
        at(1),
        boards.map((name) => ({ source, board: name, records: few })),
      )
      for (const day of [2, 3]) {
        await publish(
          store,
          at(day),
          boards.map((name, index) => ({
            source,
            board: name,
            records: index < 2 ? [] : index === 9 ? [posting('A')] : few,
          })),
        )
      }
      assert.equal((await jobsOf(store, 'fleet-9')).get('B')?.active, 1)
      await publish(
        store,
        at(4),
        boards.map((name, index) => ({ source, board: name, records: index === 9 ? [posting('A')] : few })),
      )
      assert.equal((await jobsOf(store, 'fleet-9')).get('B')?.active, 0)
    })
  })
}
