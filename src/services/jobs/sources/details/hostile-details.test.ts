/** Details of postings with values that no board should send: the other postings stay as they are, and nothing is invented. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fieldPaths, withValueAt } from '../../../../../test/support/field-paths.ts'
import { hostileValues } from '../../../../../test/support/jobs/hostile-values.ts'
import { listRequests } from '../../../../../test/support/jobs/requests/list-requests.ts'
import { type FetchedBoard, SandboxBoards } from '../../../../../test/support/jobs/sandbox-boards.ts'
import { assertValidPosting } from '../../../../../test/support/jobs/single-board-source.ts'
import type { BoardRecord, Posting } from '../../schema/records.ts'

/** Those whose details are JSON. */
const platforms = ['bamboohr', 'oracle', 'rippling', 'workday']

let boards: SandboxBoards
before(async () => {
  boards = await SandboxBoards.open()
})
after(() => boards[Symbol.asyncDispose]())

function postingsById(records: readonly BoardRecord[]): Map<string, Posting> {
  const postings = records.filter((record): record is Posting => record.type === 'posting')
  return new Map(postings.map((posting) => [posting.nativeId, posting]))
}

for (const platform of platforms)
  describe(`the details of ${platform}`, () => {
    let board: FetchedBoard
    let whole: Map<string, Posting>
    let at: number
    before(async () => {
      board = await boards.fetch(platform, listRequests[platform]?.key ?? '')
      whole = postingsById(await board.toRecords(board.responses))
      at = board.responses.findIndex(({ kind }) => kind === 'detail')
      assert.ok(at > 0 && whole.size > 3, `${whole.size} postings`)
    })

    /** The first detail has another body. */
    async function assertOthersStay(body: string, where: string): Promise<void> {
      const responses = board.responses.map(({ bytes: _, ...response }, index) =>
        index === at ? { ...response, body } : response,
      )
      const records = await board.toRecords(responses)
      const found = postingsById(records)
      const listed = new Set(
        records.flatMap((one) => (one.type === 'listed' && 'nativeId' in one ? [one.nativeId] : [])),
      )
      let changed = 0
      for (const [id, posting] of whole) {
        const now = found.get(id)
        assert.ok(now !== undefined || listed.has(id), `${where}: ${id} is lost`)
        if (JSON.stringify(now) !== JSON.stringify(posting)) changed += 1
      }
      assert.ok(changed <= 1, `${where}: ${changed} postings changed`)
      for (const [id, posting] of found) {
        assert.ok(whole.has(id), `${where}: ${id} is invented`)
        assertValidPosting(posting)
      }
    }

    it('with one hostile field change no other posting, and give a valid one', async () => {
      const body = JSON.parse(board.responses[at]?.body ?? '')
      const paths = fieldPaths(body)
      assert.ok(paths.length > 5, `${paths.length} fields`)
      for (const path of paths)
        for (const [what, json] of Object.entries(hostileValues))
          await assertOthersStay(
            JSON.stringify(withValueAt(body, path, JSON.parse(json))),
            `${path.join('/')} is ${what}`,
          )
    })

    it('that are no details, or those of another posting, do not become this posting', async () => {
      const other = board.responses.findLast(({ kind }) => kind === 'detail')
      for (const body of ['null', '[]', '{}', '"x"', '7', other?.body ?? ''])
        await assertOthersStay(body, body.slice(0, 40))
    })
  })
