/** How postings change with the lists of their board, day by day. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type BoardList,
  finalizeRun,
  publishBoards,
  readBoardJobs,
  testPosting,
  writeBoards,
} from '../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import { areManyBoardsTroubled, assessListing, newBoard, nextAbsence } from './assess-listing.ts'

const hourMs = 3_600_000
const list = (count: number, more: Partial<Parameters<typeof assessListing>[1]> = {}) => ({
  verdict: 'complete' as const,
  count,
  known: count,
  common: count,
  day: '2026-11-10',
  zeroDaysMin: 1,
  ...more,
})
const board = (goodCount: number) => ({ ...newBoard, goodCount })

describe('a list', () => {
  it('counts absences if it is complete', () => {
    assert.equal(assessListing(board(20), list(15)).absences, 'count')
    assert.equal(assessListing(newBoard, list(0)).absences, 'count')
  })

  it('is compared with the stored postings if no list of the board was ever accepted', () => {
    const empty = assessListing(newBoard, list(0, { known: 12 }))
    assert.deepEqual([empty.state, empty.absences], ['held', 'hold'])
    assert.equal(empty.reason, 'the list went from 12 rows to none')
    const short = assessListing(newBoard, list(14, { known: 20 }))
    assert.deepEqual([short.state, short.reason], ['held', 'the list shrank from 20 to 14'])
  })

  it('is held if it shrinks by more than a quarter, and accepted if the next one confirms it', () => {
    const first = assessListing(board(20), list(14))
    assert.deepEqual([first.state, first.absences, first.next.goodCount], ['held', 'hold', 20])
    assert.equal(assessListing(first.next, list(15)).absences, 'count')
    assert.deepEqual(
      [assessListing(first.next, list(13)).absences, assessListing(first.next, list(13)).next.goodCount],
      ['agree', 13],
    )
    assert.equal(assessListing(first.next, list(10)).absences, 'hold')
    const ten = assessListing(board(40), list(10)).next
    assert.deepEqual(
      [8, 9, 11, 12].map((count) => assessListing(ten, list(count)).absences),
      ['hold', 'agree', 'agree', 'hold'],
    )
  })

  it('of a small board may shrink by any amount, but not to zero rows', () => {
    assert.equal(assessListing(board(19), list(1)).absences, 'count')
    assert.equal(assessListing(board(1), list(0)).absences, 'hold')
  })

  it('without rows is accepted the second time, or on the third day where a board that has left looks empty', () => {
    const once = assessListing(board(5), list(0)).next
    assert.equal(assessListing(once, list(0)).absences, 'agree')
    let state = board(5)
    const outcomes: string[] = []
    for (const day of ['2026-11-10', '2026-11-10', '2026-11-11', '2026-11-12']) {
      const judgement = assessListing(state, list(0, { day, zeroDaysMin: 3 }))
      state = judgement.next
      outcomes.push(judgement.absences)
    }
    assert.deepEqual(outcomes, ['hold', 'hold', 'hold', 'agree'])
  })

  it('without rows restarts its count of days after a list with rows', () => {
    let state = board(40)
    const outcomes: string[] = []
    for (const [count, day] of [
      [0, '2026-11-10'],
      [5, '2026-11-11'],
      [0, '2026-11-12'],
      [0, '2026-11-13'],
      [0, '2026-11-14'],
    ] as const) {
      const judgement = assessListing(state, list(count, { day, zeroDaysMin: 3 }))
      state = judgement.next
      outcomes.push(judgement.absences)
    }
    assert.deepEqual(outcomes, ['hold', 'hold', 'hold', 'hold', 'agree'])
  })

  it('counts nothing if it is incomplete, and leaves a held list in place', () => {
    const held = assessListing(board(40), list(10)).next
    const judgement = assessListing(held, list(3, { verdict: 'incomplete' }))
    assert.deepEqual(
      [judgement.absences, judgement.next.goodCount, judgement.next.heldCount],
      ['none', 40, 10],
    )
  })

  it('closes everything after the board has been gone for three days, not before', () => {
    let state = board(5)
    const outcomes: string[] = []
    for (const day of ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13']) {
      const judgement = assessListing(state, list(0, { verdict: 'gone', day }))
      state = judgement.next
      outcomes.push(judgement.absences)
    }
    assert.deepEqual(outcomes, ['none', 'none', 'none', 'closeAll'])
    assert.equal(assessListing(state, list(5)).next.goneSince, null)
  })

  it('restarts the three days of a board that was gone, even if it is held', () => {
    for (const [count, verdict] of [
      [1, 'incomplete'],
      [1, 'complete'],
      [0, 'complete'],
    ] as const) {
      const gone = assessListing(board(40), list(0, { verdict: 'gone', day: '2026-11-10' })).next
      const back = assessListing(gone, list(count, { verdict, day: '2026-11-12' })).next
      const again = assessListing(back, list(0, { verdict: 'gone', day: '2026-11-13' }))
      assert.deepEqual([again.absences, again.next.goneSince], ['none', '2026-11-13'])
    }
  })
})

describe('an absent posting', () => {
  const fresh = { absences: 0, absentAt: null, heldAt: null, closesOn: null }

  it('closes at its second absence, at least twelve hours after the first', () => {
    const once = nextAbsence(fresh, 'count', 0, '2026-11-10')
    assert.deepEqual(once, { absences: 1, absentAt: 0, heldAt: null })
    const again = { ...once, closesOn: null }
    assert.equal(nextAbsence(again, 'count', 12 * hourMs - 1, '2026-11-10').closed, undefined)
    assert.equal(nextAbsence(again, 'count', 12 * hourMs, '2026-11-10').closed, 'unlisted')
  })

  it('closes at once if its closing date has passed', () => {
    const over = { ...fresh, closesOn: '2026-11-09' }
    assert.equal(nextAbsence(over, 'count', 0, '2026-11-10').closed, 'closing_date')
    assert.equal(nextAbsence({ ...over, closesOn: '2026-11-10' }, 'count', 0, '2026-11-10').closed, undefined)
  })

  it('counts after a held list only if the next list confirms it', () => {
    const held = { ...nextAbsence(fresh, 'hold', 0, '2026-11-10'), closesOn: null }
    assert.deepEqual([held.absences, held.heldAt], [0, 0])
    assert.equal(nextAbsence(held, 'agree', 24 * hourMs, '2026-11-11').closed, 'unlisted')
    assert.equal(nextAbsence(held, 'count', 24 * hourMs, '2026-11-11').closed, undefined)
    const heldOn = { ...nextAbsence(held, 'hold', 10 * hourMs, '2026-11-10'), closesOn: null }
    assert.equal(nextAbsence(heldOn, 'agree', 12 * hourMs, '2026-11-10').closed, 'unlisted')
  })
})

describe('a platform', () => {
  const now = Date.UTC(2026, 10, 15, 6)
  const fine = {
    state: 'ok' as const,
    attemptedAt: now,
    goodDay: '2026-11-15',
    outcome: 'published' as const,
  }
  const fleet = (count: number, bad: object, others: object = {}) =>
    Array.from({ length: 20 }, (_, at) => ({ ...fine, ...(at < count ? bad : others) }))

  it('is in trouble if more than a tenth of its boards fail or shrink in one run', () => {
    for (const bad of [
      { state: 'held' as const },
      { state: 'gone' as const },
      { outcome: 'failed' as const },
    ]) {
      assert.equal(areManyBoardsTroubled(fleet(2, bad), now), false)
      assert.equal(areManyBoardsTroubled(fleet(3, bad), now), true)
    }
    assert.equal(areManyBoardsTroubled([{ ...fine, state: 'held' }], now), false)
  })

  it('is judged by the whole run, however long it took', () => {
    const early = { state: 'held' as const, attemptedAt: now - 20 * hourMs }
    assert.equal(areManyBoardsTroubled(fleet(3, early), now), true)
  })

  it('is judged by recent runs of other boards if one board is synced alone', () => {
    const absent = { outcome: undefined, goodDay: '2026-11-12', attemptedAt: now - 72 * hourMs }
    assert.equal(areManyBoardsTroubled(fleet(1, {}, absent), now), false)
    assert.equal(areManyBoardsTroubled(fleet(1, {}, { ...absent, state: 'held' }), now), false)
    assert.equal(
      areManyBoardsTroubled(fleet(1, {}, { ...absent, state: 'held', attemptedAt: now - hourMs }), now),
      true,
    )
  })

  it('is not in trouble because of boards that have been missing for long', () => {
    for (const bad of [{ state: 'gone' as const }, { outcome: 'failed' as const }]) {
      assert.equal(areManyBoardsTroubled(fleet(10, { ...bad, goodDay: '2026-11-01' }), now), true)
      assert.equal(areManyBoardsTroubled(fleet(10, { ...bad, goodDay: '2026-10-31' }), now), false)
      assert.equal(areManyBoardsTroubled(fleet(10, { ...bad, goodDay: null }), now), false)
    }
  })
})

for (const engine of testEngines) {
  describe(`postings over time on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    const at = (day: number, hour = 6) => Date.UTC(2026, 10, day, hour)
    const listed = (name: string, ...records: BoardRecord[]): BoardList => ({ board: name, records })

    it('follows the rules over a week', async () => {
      const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((id) => testPosting(id)) as [
        ReturnType<typeof testPosting>,
        ...ReturnType<typeof testPosting>[],
      ]
      const retitled = testPosting('A', { title: 'Another title' })
      const days: readonly (readonly BoardRecord[] | undefined)[] = [
        [a, b as BoardRecord, c as BoardRecord],
        [retitled, c as BoardRecord, d as BoardRecord],
        undefined,
        [],
        [a, b as BoardRecord, c as BoardRecord],
        [a, b as BoardRecord, c as BoardRecord],
        [a, b as BoardRecord, c as BoardRecord, d as BoardRecord],
      ]
      const outcomes: string[] = []
      for (const [index, records] of days.entries()) {
        if (records !== undefined) await publishBoards(store, at(index + 1), [listed('week', ...records)])
        const jobs = await readBoardJobs(store, 'week')
        outcomes.push(
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
      assert.deepEqual(outcomes, [
        'A 1/1/0, B 1/1/0, C 1/1/0',
        'A 1/2/0, B 1/1/1, C 1/1/0, D 2/2/0',
        'A 1/2/0, B 1/1/1, C 1/1/0, D 2/2/0',
        'A 1/2/0, B 1/1/1, C 1/1/0, D 2/2/0',
        'A 1/5/0, B 1/1/0, C 1/1/0, D 2/2/1',
        'A 1/5/0, B 1/1/0, C 1/1/0, D closed 2/2/0',
        'A 1/5/0, B 1/1/0, C 1/1/0, D 2/7/0',
      ])
      assert.equal((await readBoardJobs(store, 'week')).get('D')?.reopened, 1)
    })

    it('stay after one empty list, are closed once by a week of them, and return with their ids', async () => {
      const own = ['A', 'B', 'C'].map((id) => testPosting(id))
      const other = testPosting('other')
      const outcomes: string[] = []
      const publish = async (day: number, records: readonly BoardRecord[]) => {
        await publishBoards(store, at(day), [listed('empty', ...records), listed('beside', other)])
        const jobs = [...(await readBoardJobs(store, 'empty')).values()]
        outcomes.push(`${day}: ${jobs.filter(({ active }) => active).length} of ${jobs.length}`)
      }
      await publish(1, own)
      for (let day = 2; day <= 8; day += 1) await publish(day, [])
      await publish(9, own)
      const closed = [3, 4, 5, 6, 7, 8].map((day) => `${day}: 0 of 3`)
      assert.deepEqual(outcomes, ['1: 3 of 3', '2: 3 of 3', ...closed, '9: 3 of 3'])
      assert.equal((await readBoardJobs(store, 'beside')).get('other')?.active, 1)
      const returned = [...(await readBoardJobs(store, 'empty')).values()]
      assert.deepEqual(
        returned.map(({ reopened, first_seen }) => [reopened, first_seen]),
        own.map(() => [1, '2026-11-01']),
      )
    })

    it('does not count a listed row that cannot be parsed as absent', async () => {
      await publishBoards(store, at(1), [listed('unread', testPosting('A'), testPosting('B'))])
      for (const day of [2, 3, 4]) {
        await publishBoards(store, at(day), [
          listed('unread', testPosting('A'), { type: 'listed', nativeId: 'B' }),
        ])
      }
      assert.equal((await readBoardJobs(store, 'unread')).get('B')?.active, 1)
    })

    it('keeps stored details that cannot be fetched, and is not changed when they arrive late', async () => {
      const whole = testPosting('A', { department: 'Shop' })
      const partial = testPosting('A', { isPartial: true })
      await publishBoards(store, at(1), [listed('details', whole, testPosting('B', { isPartial: true }))])
      await publishBoards(store, at(2), [
        listed('details', partial, testPosting('B', { department: 'Shop' })),
      ])
      const jobs = await readBoardJobs(store, 'details')
      assert.equal(JSON.parse(jobs.get('A')?.doc ?? '{}').role_group, 'Shop')
      assert.equal(JSON.parse(jobs.get('B')?.doc ?? '{}').role_group, 'Shop')
      assert.equal(jobs.get('B')?.changed_on, '2026-11-01')
    })

    it('closes a board that stays gone, and recognises a repost', async () => {
      const old = testPosting('old', { bodyHash: 'same', title: 'Welder' })
      const source = 'lever'
      const listed = (name: string, ...records: BoardRecord[]): BoardList => ({
        source,
        board: name,
        records,
      })
      await publishBoards(store, at(1), [listed('gone', old)])
      const gone: BoardRecord = { type: 'note', verdict: 'gone', reason: 'the board returned 404' }
      for (const day of [2, 3, 4]) await publishBoards(store, at(day), [listed('gone', gone)])
      assert.equal((await readBoardJobs(store, 'gone')).get('old')?.active, 1)
      await publishBoards(store, at(5), [listed('gone', gone)])
      const closed = (await readBoardJobs(store, 'gone')).get('old')
      assert.equal(JSON.parse(closed?.doc ?? '{}').close_reason, 'board_gone')
      await publishBoards(store, at(6), [
        listed('gone', testPosting('new', { bodyHash: 'same', title: 'Welder' })),
      ])
      const repost = JSON.parse((await readBoardJobs(store, 'gone')).get('new')?.doc ?? '{}')
      assert.equal(repost.repost_of, JSON.parse(closed?.doc ?? '{}').id)
    })

    describe('at the end of a run', () => {
      const source = 'smartrecruiters'
      const few = [testPosting('A'), testPosting('B')]
      /** Ten boards, some of them with overrides. */
      const run = (name: string, others: Readonly<Record<number, readonly BoardRecord[]>>): BoardList[] =>
        Array.from({ length: 10 }, (_, index) => ({
          source,
          board: `${name}-${index}`,
          records: others[index] ?? few,
        }))
      const isOpen = async (name: string, id = 'B') =>
        (await readBoardJobs(store, name)).get(id)?.active === 1

      it('closes nothing while the platform is in trouble, whichever boards come first', async () => {
        await publishBoards(store, at(1), run('fleet', {}))
        for (const day of [2, 3]) {
          const lacking = [testPosting('A')]
          await publishBoards(store, at(day), run('fleet', { 0: lacking, 4: [], 5: [], 9: lacking }))
        }
        assert.deepEqual([await isOpen('fleet-0'), await isOpen('fleet-9')], [true, true])
        await publishBoards(store, at(4), run('fleet', { 0: [testPosting('A')], 9: few }))
        assert.deepEqual([await isOpen('fleet-0'), await isOpen('fleet-9')], [false, true])
      })

      it('closes nothing if boards fail without a response', async () => {
        const lacking = run('failing', { 0: [testPosting('A')] })
        const failed = lacking.slice(5).map(({ board }) => board)
        await publishBoards(store, at(1), run('failing', {}))
        await publishBoards(store, at(2), lacking)
        await publishBoards(store, at(3), lacking.slice(0, 5), failed)
        assert.equal(await isOpen('failing-0'), true)
        await publishBoards(store, at(4), lacking)
        assert.equal(await isOpen('failing-0'), false)
      })

      it('closes absent postings of a board that is synced alone', async () => {
        await publishBoards(store, at(1), run('alone', {}))
        const own = { source, board: 'alone-3', records: [testPosting('A')] }
        await publishBoards(store, at(4), [own])
        await publishBoards(store, at(5), [own])
        assert.equal(await isOpen('alone-3'), false)
      })

      it('closes what an interrupted run left due, after the run that resumes it', async () => {
        const lacking = run('resumed', { 0: [testPosting('A')] })
        await publishBoards(store, at(1), run('resumed', {}))
        await publishBoards(store, at(2), lacking)
        await writeBoards(store, at(3), lacking.slice(0, 5))
        await publishBoards(store, at(3, 7), [{ source, board: 'resumed-1', records: few }])
        assert.equal(await isOpen('resumed-0'), true, 'a run without the board gives no evidence')
        await writeBoards(store, at(3, 8), lacking.slice(5))
        const outcomes = new Map(
          lacking.map(({ board }, index) => [
            board,
            index < 5 ? ('resumed' as const) : ('published' as const),
          ]),
        )
        await finalizeRun(store, { sourceId: source, now: at(3, 8), outcomes })
        assert.equal(await isOpen('resumed-0'), false)
      })

      it('cancels a closing if the posting is listed again', async () => {
        const lacking = run('again', { 0: [testPosting('A')] })
        await publishBoards(store, at(1), run('again', {}))
        await publishBoards(store, at(2), lacking)
        await writeBoards(store, at(3), lacking)
        await publishBoards(store, at(4), run('again', {}))
        assert.equal(await isOpen('again-0'), true)
        assert.equal((await readBoardJobs(store, 'again-0')).get('B')?.absences, 0)
      })

      it('leaves closed postings unchanged, however long they stay absent', async () => {
        const board = (...records: BoardRecord[]): BoardList[] => [{ source, board: 'closed', records }]
        await publishBoards(store, at(1), board(testPosting('A'), testPosting('B')))
        for (const day of [2, 3]) await publishBoards(store, at(day), board(testPosting('A')))
        const closed = (await readBoardJobs(store, 'closed')).get('B')
        assert.equal(closed?.closed_on, '2026-11-03')
        for (const day of [4, 5, 6]) await publishBoards(store, at(day), board(testPosting('A')))
        assert.deepEqual((await readBoardJobs(store, 'closed')).get('B'), closed)
      })

      it('closes any number, in transactions of at most a thousand postings', async () => {
        const many = Array.from({ length: 2300 }, (_, index) => testPosting(`P${index}`))
        const [left] = many as [Posting]
        const board = (records: readonly BoardRecord[]): BoardList[] => [{ source, board: 'many', records }]
        await publishBoards(store, at(1), board(many))
        await publishBoards(store, at(2), board([left]))
        await writeBoards(store, at(3), board([left]))
        const outcomes = new Map([['many', 'published' as const]])
        assert.equal(await finalizeRun(store, { sourceId: source, now: at(3), outcomes }), 3)
        const jobs = [...(await readBoardJobs(store, 'many')).values()]
        assert.equal(jobs.filter(({ active }) => active === 1).length, 1)
      })
    })
  })
}
