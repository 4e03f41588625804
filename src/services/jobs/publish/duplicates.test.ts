/** The same posting on several boards: stored for each board, listed and counted once. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { random } from '../../../../sandbox/random.ts'
import {
  publishBoards,
  readBoardJobs,
  testPosting,
  writer,
} from '../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import { readOpenDays } from '../queries/open-days.ts'
import { readFacets } from '../queries/read-facets.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import type { JobPosting, StoredJobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { withJobTables } from '../schema/tables.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
const days = Number(process.env.RANDOM_DAYS ?? 25)
const at = (day: number) => Date.UTC(2026, 10, day, 6)
const berlin = { city: 'Berlin', country: 'DE' }
const munich = { city: 'Munich', country: 'DE' }

for (const engine of testEngines) {
  describe(`the same posting on two boards on ${engine.name}`, { skip: engine.skip }, () => {
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

    const onGreenhouse = (board: string, ...records: Posting[]) => ({ board, records })
    const onLever = (board: string, ...records: Posting[]) => ({ source: 'lever', board, records })
    const job = async (board: string, id: string) =>
      JSON.parse((await readBoardJobs(store, board)).get(id)?.doc ?? '{}') as JobPosting

    /** The ids that search returns; the facets must have the same count. */
    async function listed(company: string): Promise<string[]> {
      const filter = { active: true, company }
      const { rows, total } = await searchJobs(store.readModel, filter, { limit: 50 })
      const facets = await readFacets(store.readModel, 'company', filter, 5)
      assert.deepEqual([rows.length, facets.rows[0]?.count ?? 0], [total, total])
      return rows.map(({ doc }) => (JSON.parse(doc) as JobPosting).url.split('/').at(-1) ?? '').sort()
    }

    it('is listed once if requisition id or text agree', async () => {
      const same = { company: 'Once', title: 'Welder', places: [berlin] }
      await publishBoards(store, at(1), [
        onGreenhouse(
          'once',
          testPosting('a', { ...same, requisitionId: 'R-9' }),
          testPosting('b', { ...same, bodyHash: 'text' }),
        ),
      ])
      await publishBoards(store, at(3), [
        onLever(
          'once-too',
          testPosting('c', { ...same, title: 'WELDER', requisitionId: 'r-9' }),
          testPosting('d', { ...same, bodyHash: 'text' }),
          testPosting('e', same),
        ),
      ])
      assert.deepEqual(await listed('Once'), ['a', 'b', 'e'])
      const [a, c] = [await job('once', 'a'), await job('once-too', 'c')]
      assert.deepEqual([c.status, c.duplicate_of, c.first_seen], ['active', a.id, '2026-11-01'])
      assert.equal(a.duplicate_of, null)
    })

    it('is found if boards on two platforms have the same name', async () => {
      const same = { company: 'Namesake', title: 'Tailor', places: [berlin], bodyHash: 'thread' }
      await publishBoards(store, at(1), [onGreenhouse('namesake', testPosting('a', same))])
      await publishBoards(store, at(2), [onLever('namesake', testPosting('b', same))])
      assert.deepEqual(await listed('Namesake'), ['a'])
      assert.equal((await job('namesake', 'b')).duplicate_of, (await job('namesake', 'a')).id)
    })

    it('is not the same posting if employer, title, place or board differ', async () => {
      const same = {
        company: 'Several',
        title: 'Welder',
        places: [berlin],
        bodyHash: 'x',
        requisitionId: '7',
      }
      await publishBoards(store, at(1), [
        onGreenhouse('several', testPosting('a', same), testPosting('b', same)),
      ])
      await publishBoards(store, at(1), [
        onLever(
          'several-too',
          testPosting('c', { ...same, title: 'Miller' }),
          testPosting('d', { ...same, places: [munich] }),
          testPosting('e', { ...same, company: 'Several Others' }),
        ),
      ])
      assert.deepEqual(await listed('Several'), ['a', 'b', 'c', 'd'])
      assert.deepEqual(await listed('Several Others'), ['e'])
    })

    it('stays listed when the employer changes platform, with its first_seen', async () => {
      const same = { company: 'Moving', title: 'Baker', places: [munich], bodyHash: 'loaf' }
      const other = testPosting('other', { company: 'Moving' })
      const here = (...more: Posting[]) => onGreenhouse('moving', other, ...more)
      const there = onLever('moving-there', testPosting('new', same))
      await publishBoards(store, at(1), [here(testPosting('old', same))])
      await publishBoards(store, at(5), [here(testPosting('old', same)), there])
      assert.deepEqual(await listed('Moving'), ['old', 'other'])
      await publishBoards(store, at(6), [here(), there])
      await publishBoards(store, at(7), [here(), there])
      assert.deepEqual(await listed('Moving'), ['new', 'other'])
      const moved = await job('moving-there', 'new')
      assert.deepEqual([moved.first_seen, moved.duplicate_of], ['2026-11-01', null])
      await publishBoards(store, at(8), [here(testPosting('old', same)), there])
      assert.deepEqual(await listed('Moving'), ['old', 'other'])
    })

    it('is sorted by first_seen after a change of platform, also within a city', async () => {
      const company = 'Orderly'
      const places = [{ city: 'Ulm', country: 'DE' }]
      const same = { company, title: 'Clerk', places, bodyHash: 'ink' }
      const between = testPosting('between', { company, places })
      await publishBoards(store, at(1), [onGreenhouse('orderly', testPosting('old', same))])
      await publishBoards(store, at(3), [onGreenhouse('orderly', testPosting('old', same), between)])
      const there = onLever('orderly-there', testPosting('new', same))
      await publishBoards(store, at(5), [there])
      for (const day of [6, 7]) await publishBoards(store, at(day), [onGreenhouse('orderly', between), there])
      for (const filter of [{ company }, { city: 'Ulm' }]) {
        const activeFilter = { active: true, ...filter }
        const { rows } = await searchJobs(store.readModel, activeFilter, { limit: 50 })
        assert.deepEqual(
          rows.map(({ doc, sort }) => [(JSON.parse(doc) as JobPosting).url.split('/').at(-1), sort]),
          [
            ['between', '2026-11-03'],
            ['new', '2026-11-01'],
          ],
        )
      }
    })

    it('counts once in the days before it was closed, whichever board closed it first', async () => {
      const endings = {
        Together: { source: 'greenhouse', here: 3, there: 3 },
        Apart: { source: 'lever', here: 3, there: 3 },
        'Copy First': { source: 'lever', here: 5, there: 3 },
        'Original First': { source: 'lever', here: 3, there: 5 },
      }
      for (const [company, last] of Object.entries(endings)) {
        const same = { company, title: 'Diver', places: [berlin], bodyHash: 'pearl' }
        const listUntil = (day: number, lastDay: number, id: string) => [
          testPosting(`other ${id}`, { company: 'Others' }),
          ...(day > lastDay ? [] : [testPosting(id, same)]),
        ]
        for (let day = 1; day <= 8; day++)
          await publishBoards(store, at(day), [
            onGreenhouse(company, ...listUntil(day, last.here, 'a')),
            { source: last.source, board: `${company} too`, records: listUntil(day, last.there, 'b') },
          ])
        const rows = await readOpenDays(store.readModel, {
          filter: { active: true, company },
          days: 8,
          nowMs: at(8),
        })
        // The second complete list without a posting closes it.
        const closedOn = Math.max(last.here, last.there) + 2
        assert.deepEqual(
          rows.map(({ open, opened, closed }) => [open, opened, closed]),
          Array.from({ length: 8 }, (_, index) => {
            const day = index + 1
            return [day < closedOn ? 1 : 0, day === 1 ? 1 : 0, day === closedOn ? 1 : 0]
          }),
          company,
        )
      }
    })

    it("does not take a board's second vacancy along", async () => {
      const same = { company: 'Second', title: 'Cook', places: [berlin], bodyHash: 'soup' }
      const here = (...records: Posting[]) => onGreenhouse('second', ...records)
      const there = (...records: Posting[]) => onLever('second-too', ...records)
      await publishBoards(store, at(1), [here(testPosting('a', same)), there(testPosting('b', same))])
      await publishBoards(store, at(2), [
        here(testPosting('a', same), testPosting('c', same)),
        there(testPosting('b', same)),
      ])
      assert.deepEqual(await listed('Second'), ['a', 'c'])
      await publishBoards(store, at(3), [there(testPosting('b', same), testPosting('d', same))])
      assert.deepEqual(await listed('Second'), ['a', 'c'])
    })

    it('is resolved along a chain in which hidden postings hide nothing', async () => {
      const same = { company: 'Chain', title: 'Smith', places: [berlin] }
      const first = (title = same.title) =>
        onGreenhouse('chain-a', testPosting('a', { ...same, title, bodyHash: 'x' }))
      await publishBoards(store, at(1), [first()])
      await publishBoards(store, at(1), [
        onLever('chain-b', testPosting('b', { ...same, bodyHash: 'x', requisitionId: '1' })),
      ])
      await publishBoards(store, at(1), [
        onGreenhouse('chain-c', testPosting('c', { ...same, requisitionId: '1' })),
      ])
      assert.deepEqual(await listed('Chain'), ['a', 'c'])
      await publishBoards(store, at(2), [first('Blacksmith')])
      assert.deepEqual(await listed('Chain'), ['a', 'b'])
      await publishBoards(store, at(3), [first()])
      assert.deepEqual(await listed('Chain'), ['a', 'c'])
    })

    it('is listed again if the contents no longer agree', async () => {
      const same = { company: 'Parting', title: 'Pilot', places: [berlin], bodyHash: 'sky' }
      await publishBoards(store, at(1), [onGreenhouse('parting', testPosting('a', same))])
      await publishBoards(store, at(1), [onLever('parting-too', testPosting('b', same))])
      assert.deepEqual(await listed('Parting'), ['a'])
      await publishBoards(store, at(2), [
        onGreenhouse('parting', testPosting('a', { ...same, title: 'Captain' })),
      ])
      assert.deepEqual(await listed('Parting'), ['a', 'b'])
    })

    it('closes on its own board, and is not reopened by the other', async () => {
      const same = { company: 'Mirror', title: 'Mason', places: [berlin], bodyHash: 'stone' }
      const other = testPosting('other', { company: 'Mirror' })
      await publishBoards(store, at(1), [onGreenhouse('mirror', testPosting('a', same))])
      await publishBoards(store, at(1), [onLever('mirror-too', testPosting('b', same), other)])
      assert.notEqual((await job('mirror-too', 'b')).duplicate_of, null)
      for (const day of [2, 3]) await publishBoards(store, at(day), [onLever('mirror-too', other)])
      assert.deepEqual(await listed('Mirror'), ['a', 'other'])
      const mirrored = await job('mirror-too', 'b')
      assert.deepEqual(
        [mirrored.status, mirrored.close_reason, mirrored.duplicate_of],
        ['closed', 'unlisted', null],
      )
    })

    it('reads each posting at most once, however often a board repeats itself', async () => {
      const same = { company: 'Chorus', title: 'Driver', places: [berlin], bodyHash: 'x' }
      const records = Array.from({ length: 2000 }, (_, id) => testPosting(`chorus.${id}`, same))
      const { dialect } = store.readModel
      let rowsRead = 0
      let pauses = 0
      const pause = async () => {
        pauses += 1
      }
      await store.readModel.transaction(async (tx) => {
        const counted = tx.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            rowsRead += result.rows.length
            return result
          },
        })
        const batch = { tx: counted, dialect, sourceId: 'lever', memberId: 'chorus', artifactId: 1 }
        await writer.write({ ...batch, capturedAt: at(1), records, pause })
      })
      assert.equal(
        (await readFacets(store.readModel, 'company', { active: true, company: 'Chorus' }, 5)).total,
        2000,
      )
      assert.ok(rowsRead <= 2 * records.length, `${rowsRead} rows were read`)
      assert.ok(pauses >= records.length, `the work could pause ${pauses} times`)
    })

    it('is hidden if and only if another board has listed it for longer, over many random days', async () => {
      const boards = ['p', 'q', 'r'].map((name) => `random-${name}`)
      for (let day = 1; day <= days; day++) {
        const lists = boards.map((board) => {
          const chance = random('duplicates', board, day)
          const records = Array.from({ length: 12 }, (_, id) =>
            testPosting(`${board}.${id}`, {
              company: 'Random',
              title: chance.pick(['Welder', 'Miller']),
              places: [chance.pick([berlin, munich])],
              ...(id % 3 === 0 ? {} : { bodyHash: `text ${chance.int(1, 3)}` }),
              ...(id % 2 === 0 ? {} : { requisitionId: `${chance.int(1, 3)}` }),
            }),
          ).filter(() => chance.chance(0.7))
          return { source: board.endsWith('q') ? 'lever' : 'greenhouse', board, records }
        })
        await publishBoards(store, Date.UTC(2026, 11, day, 6), lists)
        await compareHidden(store, boards)
      }
    })

    async function compareHidden(store: Store, boards: readonly string[]): Promise<void> {
      const rows = await withJobTables(store.readModel.read)
        .selectFrom('job')
        .selectAll()
        .where('member_id', 'in', boards)
        .where('active', '<>', 0)
        .orderBy('slot')
        .execute()
      const seen: typeof rows = []
      const expected = rows.flatMap((row) => {
        const elder = seen.find(
          (other) =>
            other.member_id !== row.member_id &&
            ((row.same_text !== null && other.same_text === row.same_text) ||
              (row.same_requisition !== null && other.same_requisition === row.same_requisition)),
        )
        if (elder === undefined) seen.push(row)
        return elder === undefined ? [] : [[row.id, elder.id]]
      })
      assert.deepEqual(
        rows.flatMap(({ active, id, duplicate_of }) => (active === 2 ? [[id, duplicate_of]] : [])),
        expected,
      )
      assert.equal((await listed('Random')).length, rows.length - expected.length)
      for (const row of rows) {
        const job = JSON.parse(row.doc) as StoredJobPosting
        assert.deepEqual([job.duplicate_of, job.first_seen], [row.duplicate_of, row.first_seen])
      }
    }
  })
}
