/** Reads more than 5,000 texts of boards, public lists and our own, and counts the wrong and missing countries. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parsePlaces } from './places.ts'

type Outcome = 'right' | 'wrong' | 'missing'

interface Row {
  readonly countries: ReadonlySet<string>
  readonly home: string | undefined
  readonly basis: string
  readonly text: string
}

const table = new URL('../../../../../test/support/jobs/place-texts.tsv', import.meta.url)
const rows = readFileSync(table, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Row => {
    const [countries = '', home = '', basis = '', text = ''] = line.split('\t')
    return {
      countries: new Set(countries === '-' ? [] : countries.split('+')),
      home: home || undefined,
      basis,
      text,
    }
  })

describe('the table of place texts', () => {
  it('has 5,000 distinct texts', () => {
    assert.ok(rows.length >= 5000, String(rows.length))
    assert.equal(new Set(rows.map(({ text }) => text)).size, rows.length)
  })

  it('is read with a wrong country in less than 1% and without one in less than 5%', (test) => {
    const named = rows.filter(({ countries }) => countries.size > 0)
    const outcomes = named.map((row) => ({ row, outcome: read(row) }))
    const count = (outcome: Outcome) => outcomes.filter((each) => each.outcome === outcome).length
    for (const basis of new Set(rows.map((row) => row.basis)))
      for (const outcome of ['wrong', 'missing'] as const) {
        const texts = outcomes.filter((each) => each.row.basis === basis && each.outcome === outcome)
        const examples = texts.slice(0, 5).map(({ row }) => row.text)
        test.diagnostic(`${basis}: ${texts.length} ${outcome} (${examples.join(' | ')})`)
      }
    assert.ok(count('wrong') < named.length * 0.01, `${count('wrong')} of ${named.length} are wrong`)
    assert.ok(count('missing') < named.length * 0.05, `${count('missing')} of ${named.length} are missing`)
  })

  it('has no place in texts that name none', () => {
    for (const { text } of rows.filter(({ countries }) => countries.size === 0))
      assert.deepEqual(parsePlaces([{ text }], {}).places, [], text)
  })
})

/** One wrong country is wrong, also beside the right one. */
function read({ text, home, countries }: Row): Outcome {
  const found = new Set(parsePlaces([{ text }], { home }).places.flatMap(({ country }) => country ?? []))
  if ([...found].some((country) => !countries.has(country))) return 'wrong'
  return found.size === 0 ? 'missing' : 'right'
}
