/** Rows with values that no board should send: the rest of the list stays as it is, and nothing is invented. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hostileValues } from '../../../../test/support/jobs/hostile-values.ts'
import { listRequests } from '../../../../test/support/jobs/requests/list-requests.ts'
import { type FetchedBoard, SandboxBoards } from '../../../../test/support/jobs/sandbox-boards.ts'
import { assertValidPosting } from '../../../../test/support/jobs/single-board-source.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'

type Json = Record<string, unknown>

/** Platforms whose list is JSON; the first response has rows. */
const platforms = Object.entries(listRequests).filter(([platform]) => platform !== 'personio')

/** They say whether a row is a public posting at all. */
const publicFields = new Set(['internal_job_id', 'status', 'isListed'])

let boards: SandboxBoards
before(async () => {
  boards = await SandboxBoards.open()
})
after(() => boards[Symbol.asyncDispose]())

/** Some lists have their rows in a field of another object. */
function unwrap(row: Json): Json {
  const [only, ...others] = Object.values(row)
  return others.length === 0 && only instanceof Object ? (only as Json) : row
}

/** The longest list of objects. */
function findRows(value: unknown, depth = 0): Json[] {
  if (!(value instanceof Object) || depth > 3) return []
  const objects = Array.isArray(value) && value.every((item) => item instanceof Object) ? value : []
  const own = objects.map(unwrap)
  const inner = Object.values(value).map((item) => findRows(item, depth + 1))
  const isRow = own.length > 0 && Object.keys(own[0] ?? {}).length > 2
  return inner.reduce((longest, rows) => (rows.length > longest.length ? rows : longest), isRow ? own : [])
}

function withRow(board: FetchedBoard, change: (row: Json) => void): FetchedBoard['responses'] {
  const [first, ...others] = board.responses
  assert.ok(first)
  const body = JSON.parse(first.body)
  const [row] = findRows(body)
  assert.ok(row)
  change(row)
  const { bytes: _, ...rest } = first
  return [{ ...rest, body: JSON.stringify(body) }, ...others]
}

function postingsById(records: readonly BoardRecord[]): Map<string, Posting> {
  const postings = records.filter((record): record is Posting => record.type === 'posting')
  return new Map(postings.map((posting) => [posting.nativeId, posting]))
}

for (const [platform, { key }] of platforms)
  describe(`a row of ${platform} with one hostile field`, () => {
    it('changes no other posting, and gives a valid posting or none', async () => {
      const board = await boards.fetch(platform, key)
      const whole = postingsById(await board.toRecords(board.responses))
      const [row = {}] = findRows(JSON.parse(board.responses[0]?.body ?? ''))
      const fields = Object.keys(row)
      assert.ok(fields.length > 3 && whole.size > 3, `${fields.length} fields, ${whole.size} postings`)
      for (const field of fields)
        for (const [what, json] of Object.entries(hostileValues)) {
          const responses = withRow(board, (hostile) => {
            hostile[field] = JSON.parse(json)
          })
          const records = await board.toRecords(responses)
          const found = postingsById(records)
          const changed = [...found].filter(
            ([id, posting]) => JSON.stringify(posting) !== JSON.stringify(whole.get(id)),
          )
          const lost = [...whole.keys()].filter((id) => !found.has(id))
          const where = `${field} is ${what}`
          assert.ok(changed.length <= 1, `${where}: ${changed.length} postings changed`)
          assert.ok(lost.length <= 1, `${where}: ${lost.length} postings lost`)
          for (const [, posting] of changed) assertValidPosting(posting)
          // What is lost stays listed, or the list says that it is not complete.
          if (lost.length > 0 && changed.length === 0 && !publicFields.has(field))
            assert.ok(
              records.some((record) => record.type === 'listed' || record.type === 'note'),
              `${where}: a posting was lost without a word`,
            )
        }
    })
  })
