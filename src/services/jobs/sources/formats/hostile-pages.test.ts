/** Pages of postings with values that no site should send: the others stay as they are, and nothing is invented. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hostileValues } from '../../../../../test/support/jobs/hostile-values.ts'
import { pageRequests } from '../../../../../test/support/jobs/requests/page-requests.ts'
import { type FetchedBoard, SandboxBoards } from '../../../../../test/support/jobs/sandbox-boards.ts'
import { assertValidPosting } from '../../../../../test/support/jobs/single-board-source.ts'
import type { BoardRecord, Posting } from '../../schema/records.ts'

type Node = Record<string, unknown>

/** Those whose pages have JSON-LD. */
const platforms = ['icims', 'jazzhr', 'jobposting', 'successfactors']
const script =
  /(<script type="application\/ld(?:\+|&#x2B;)json">)(\{(?:"@context":"[^"]*",)?"@type":"JobPosting".*?)(<\/script>)/s

let boards: SandboxBoards
before(async () => {
  boards = await SandboxBoards.open()
})
after(() => boards[Symbol.asyncDispose]())

function nodeOf(body: string): Node | undefined {
  const text = script.exec(body)?.[2]
  return text === undefined ? undefined : JSON.parse(text)
}

/** The address of the page of a posting; some are saved with the id of the posting. Undefined for a list. */
function pageOf({ kind, url }: FetchedBoard['responses'][number]): string | undefined {
  return kind === 'page' || kind === 'detail' ? url.split('#', 1)[0] : undefined
}

/** The responses with a change of one page. */
function withNode(
  board: FetchedBoard,
  url: string,
  change: (node: Node) => unknown,
): FetchedBoard['responses'] {
  return board.responses.map((response) => {
    if (pageOf(response) !== url) return response
    const { bytes: _, ...rest } = response
    const node = change(nodeOf(response.body) ?? {})
    return {
      ...rest,
      body: response.body.replace(script, (_all, open, _text, end) => open + JSON.stringify(node) + end),
    }
  })
}

function postingsOf(records: readonly BoardRecord[]): Map<string, Posting> {
  const postings = records.filter((record): record is Posting => record.type === 'posting')
  return new Map(postings.map((posting) => [posting.url, posting]))
}

for (const platform of platforms)
  describe(`a page of ${platform}`, () => {
    let board: FetchedBoard
    let whole: Map<string, Posting>
    let pages: string[]
    before(async () => {
      board = await boards.fetch(platform, pageRequests[platform]?.key ?? '')
      whole = postingsOf(await board.toRecords(board.responses))
      pages = board.responses.flatMap((response) => {
        const url = pageOf(response)
        return url !== undefined && nodeOf(response.body) !== undefined && whole.has(url) ? [url] : []
      })
      assert.ok(pages.length > 1 && whole.size > 3, `${pages.length} pages, ${whole.size} postings`)
    })

    it('with one hostile field changes no other posting, and gives a valid posting or stays listed', async () => {
      const [url = ''] = pages
      const fields = Object.keys(nodeOf(board.responses.find((one) => pageOf(one) === url)?.body ?? '') ?? {})
      assert.ok(fields.length > 5, fields.join())
      for (const field of fields)
        for (const [what, json] of Object.entries(hostileValues)) {
          const responses = withNode(board, url, (node) => ({ ...node, [field]: JSON.parse(json) }))
          const records = await board.toRecords(responses)
          const found = postingsOf(records)
          const where = `${field} is ${what}`
          for (const [key, posting] of whole)
            if (key !== url) assert.deepEqual(found.get(key), posting, where)
          const posting = found.get(url)
          if (posting !== undefined) assertValidPosting(posting)
          else
            assert.ok(
              records.some((record) => record.type === 'listed'),
              `${where}: a posting was lost without a word`,
            )
        }
    })

    it('that has the posting of another page does not become that posting', async () => {
      const [url = '', other = ''] = pages
      const foreign = nodeOf(board.responses.find((one) => pageOf(one) === other)?.body ?? '') ?? {}
      const responses = withNode(board, url, () => ({ ...foreign, url: other }))
      const found = [...postingsOf(await board.toRecords(responses)).values()]
      const postingsAt = (page: string) =>
        found.filter(({ nativeId }) => nativeId === whole.get(page)?.nativeId)
      assert.equal(postingsAt(other).length, 1)
      // Where a list has the title, the posting stays, without what the page says.
      for (const own of postingsAt(url))
        assert.deepEqual([own.title, own.body, own.isPartial], [whole.get(url)?.title, undefined, true])
    })
  })
