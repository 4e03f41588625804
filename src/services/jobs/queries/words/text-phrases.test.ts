/** How much work it is to look for phrases in descriptions. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../../store/store.ts'
import { safeHtmlToText } from '../../normalise/description.ts'
import { toWords } from '../../normalise/words.ts'
import { withJobTables } from '../../schema/tables.ts'
import { searchJobs } from '../search-jobs.ts'
import { TextPhrases } from './text-phrases.ts'

const postings = 30
/** A text in which every place could be the start of the phrase. */
const repetitive = 'a '.repeat(20_000)
const longPhrase = [...Array<string>(15).fill('a'), 'zz']

function bodyOf(at: number): string {
  return `<p>${repetitive}${at % 2 === 0 ? 'zz' : 'b zz'} text${at}</p>`
}

for (const engine of testEngines) {
  describe(`${engine.name}: phrases in long descriptions`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let slotsByText: ReadonlyMap<number, number>
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      const records = Array.from({ length: postings }, (_, at) =>
        testPosting(String(at), { title: `Title ${at}`, body: bodyOf(at), bodyHash: String(at) }),
      )
      await publishBoards(store, Date.UTC(2026, 10, 1, 6), [{ board: 'one', records }])
      const rows = await withJobTables(store.readModel.read)
        .selectFrom('job')
        .select(['slot', 'title'])
        .execute()
      slotsByText = new Map(rows.map(({ slot, title }) => [Number(title.split(' ')[1]), Number(slot)]))
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    /** Counts the texts that are split into words. */
    function countingPhrases(onText: () => void): TextPhrases {
      return new TextPhrases((html) => {
        onText()
        return toWords(safeHtmlToText(html))
      })
    }

    async function find(
      textPhrases: TextPhrases,
      phrases: readonly (readonly string[])[],
      signal?: AbortSignal,
    ): Promise<number[][]> {
      const found = await store.readModel.snapshot((read) =>
        textPhrases.find(
          withJobTables(read),
          [...slotsByText.values()],
          new Map(phrases.map((phrase, at) => [at, phrase])),
          signal,
        ),
      )
      return phrases.map((_, name) =>
        [...slotsByText]
          .flatMap(([at, slot]) => (found.get(name)?.includes(slot) ? [at] : []))
          .sort(ascending),
      )
    }

    it('are found, and each text is split into words once', async () => {
      let texts = 0
      const textPhrases = countingPhrases(() => {
        texts += 1
      })
      const numbers = [...slotsByText.keys()].sort(ascending)
      const even = numbers.filter((at) => at % 2 === 0)
      const odd = numbers.filter((at) => at % 2 === 1)
      const phrases = [longPhrase, ['a', 'b', 'zz'], ['zz', 'text7'], ['a', 'a', 'a'], ['zz', 'a']]
      assert.deepEqual(await find(textPhrases, phrases), [even, odd, [7], numbers, []])
      assert.equal(texts, postings)
      assert.deepEqual(await find(textPhrases, phrases), [even, odd, [7], numbers, []])
      assert.equal(texts, postings)
    })

    it('are the same for several searches at once', async () => {
      const textPhrases = countingPhrases(() => {})
      const [one, two, three] = await Promise.all([
        find(textPhrases, [longPhrase]),
        find(textPhrases, [['zz', 'text3']]),
        find(textPhrases, [['zz', 'text4']]),
      ])
      assert.equal(one?.[0]?.length, postings / 2)
      assert.deepEqual([two, three], [[[3]], [[4]]])
    })

    it('are no longer looked for when nobody waits for them', async () => {
      const gone = new AbortController()
      let texts = 0
      const textPhrases = countingPhrases(() => {
        texts += 1
        if (texts === 3) gone.abort()
      })
      await assert.rejects(find(textPhrases, [longPhrase], gone.signal), { name: 'AbortError' })
      assert.equal(texts, 3)
      assert.equal((await find(textPhrases, [longPhrase]))[0]?.length, postings / 2)
    })

    it('let the event loop run while they are looked for', async () => {
      let turns = 0
      let isOver = false
      const countTurn = () => {
        turns += 1
        if (!isOver) setImmediate(countTurn)
      }
      setImmediate(countTurn)
      await find(
        countingPhrases(() => {}),
        [longPhrase],
      )
      isOver = true
      assert.ok(turns > 10 * postings, String(turns))
    })

    it('are found by a search, also many at once', async () => {
      const count = async (q: string) =>
        (await searchJobs(store.readModel, { active: true, q }, { limit: 1 })).total
      assert.equal(await count(`"${longPhrase.join(' ')}"`), postings / 2)
      assert.equal(await count('"a b zz" "zz text5" "a a" "a b"'), 1)
      assert.equal(await count('"a b zz" "zz text5" "a a" "text5 zz"'), 0)
      // The words of the fifth are looked for one by one.
      assert.equal(await count('"a b zz" "zz text5" "a a" "a b" "text5 zz"'), 1)
    })
  })
}

function ascending(one: number, other: number): number {
  return one - other
}
