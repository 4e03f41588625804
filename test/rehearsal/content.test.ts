import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ContentHistory } from './content.ts'
import type { TruthRow } from './world/truth.ts'

const always = [0, Number.POSITIVE_INFINITY] as const
const uuid = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`
const listed = (digit: number, title: string) => ({ key: uuid(digit), aliases: [], fields: { title } })
const complete = (rows: readonly TruthRow[]) => ({ rows, isComplete: true })
const stored = (digit: number, title: string) => ({
  text: `https://jobs.example/acme/${uuid(digit)}`,
  fields: { title },
})

describe('the comparison of rows', () => {
  it('accepts what the last read listed, whatever the markup of titles', () => {
    const history = new ContentHistory()
    history.addRead('acme', complete([listed(1, ' Cook <b>urgent</b>'), listed(2, 'Bits &amp; Pieces')]))
    const { right, problems } = history.compare(
      'acme',
      [stored(1, 'Cook urgent'), stored(2, 'Bits & Pieces')],
      always,
    )
    assert.deepEqual({ right, problems }, { right: 2, problems: [] })
  })

  it('has no rows to miss where the list before had none, also if that was not believed', () => {
    const history = new ContentHistory()
    history.addRead('acme', complete([listed(1, 'Cook')]))
    history.noteList('acme', complete([listed(1, 'Cook')]))
    assert.equal(history.hasRows('acme'), true)
    history.noteList('acme', complete([]))
    assert.equal(history.hasRows('acme'), false)
    history.noteList('acme', complete([listed(1, 'Cook')]))
    assert.equal(history.hasRows('acme'), true)
  })

  it('lets a row lack what its details will say, but not say something else', () => {
    const history = new ContentHistory()
    history.addRead(
      'acme',
      complete([{ key: uuid(1), aliases: [], fields: { title: 'Cook', posted: '2026-11-01' } }]),
    )
    const compare = (posted: object) => {
      const { text, fields } = stored(1, 'Cook')
      return history.compare('acme', [{ text, fields: { ...fields, ...posted }, isPartial: true }], always)
    }
    assert.deepEqual(compare({}), { right: 1, partial: 1, problems: [] })
    assert.equal(compare({ posted: '2026-11-02' }).problems.length, 1)
  })

  it('finds rows that are lost, invented or wrong', () => {
    const history = new ContentHistory()
    history.addRead('acme', complete([listed(1, 'Cook'), listed(2, 'Baker')]))
    const { problems } = history.compare('acme', [stored(2, 'Butcher'), stored(3, 'Pilot')], always)
    assert.equal(problems.length, 3)
    assert.match(problems[0] ?? '', /has the title Butcher, it is Baker$/)
    assert.match(problems[1] ?? '', /was never listed$/)
    assert.match(problems[2] ?? '', /is listed and not stored$/)
  })

  it('expects the rows of the last read of a member that was not read since, and nothing of one that never was', () => {
    const history = new ContentHistory()
    assert.deepEqual(history.compare('acme', [], always).problems, [])
    assert.equal(history.compare('acme', [stored(1, 'Cook')], always).problems.length, 1)
    history.addRead('acme', complete([listed(1, 'Cook')]))
    assert.equal(history.compare('acme', [stored(1, 'Chef')], always).problems.length, 1)
    assert.deepEqual(history.compare('acme', [stored(1, 'Cook')], always).problems, [])
  })

  it('lets a row stay that two reads lack, but no longer', () => {
    const history = new ContentHistory()
    history.addRead('acme', complete([listed(1, 'Cook'), listed(2, 'Baker')]))
    for (const problems of [0, 0, 1]) {
      history.addRead('acme', complete([listed(1, 'Cook')]))
      const both = [stored(1, 'Cook'), stored(2, 'Baker')]
      assert.equal(history.compare('acme', both, always).problems.length, problems)
    }
  })

  it('lets a row stay as long as lists are not complete', () => {
    const history = new ContentHistory()
    history.addRead('acme', complete([listed(1, 'Cook')]))
    for (let day = 0; day < 5; day++) history.addRead('acme', { rows: [], isComplete: false })
    assert.deepEqual(history.compare('acme', [stored(1, 'Cook')], always).problems, [])
  })

  it('knows showtimes by their start and their film, within the window', () => {
    const history = new ContentHistory()
    const show = (startsAt: number) => ({
      key: `${startsAt} 1`,
      aliases: ['The Heron'],
      fields: {},
      startsAt,
    })
    history.addRead('odeon', complete([show(10), show(20), show(99)]))
    const rows = [10, 20].map((startsAt) => ({ text: '(IMAX) The Heron', fields: {}, startsAt }))
    assert.deepEqual(history.compare('odeon', rows, [5, 50]).problems, [])
    assert.equal(
      history.compare('odeon', [{ text: 'Osprey', fields: {}, startsAt: 10 }], [5, 15]).problems.length,
      2,
    )
  })

  it('counts the rows that changed between two reads', () => {
    const history = new ContentHistory()
    history.addRead('acme', complete([listed(1, 'Cook'), listed(2, 'Baker'), listed(3, 'Pilot')]))
    history.addRead('acme', complete([listed(1, 'Cook'), listed(2, 'Chef'), listed(4, 'Clerk')]))
    assert.deepEqual(history.countChanges('acme'), { changed: 3, all: 4 })
  })
})
