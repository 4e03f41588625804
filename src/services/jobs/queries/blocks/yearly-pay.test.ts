/** Pay in several currencies and periods, filtered and sorted per year in one currency, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../../store/store.ts'
import type { Pay } from '../../schema/vocabulary.ts'
import type { JobFilter } from '../filters.ts'
import { readFacets } from '../read-facets.ts'
import { searchJobs } from '../search-jobs.ts'
import { payCurrencies, toPayMeta, yearlyFactor } from './yearly-pay.ts'

const now = Date.UTC(2026, 10, 15, 6)

/** Highest first. */
const pays: Readonly<Record<string, Pay | undefined>> = {
  'GBP 200,000 a year': { min: 100_000, max: 200_000, currency: 'GBP', period: 'year' },
  'USD 100 an hour': { max: 100, currency: 'USD', period: 'hour' },
  'EUR 150,000 a year': { min: 150_000, currency: 'EUR', period: 'year' },
  'USD 2,000 a week': { max: 2000, currency: 'USD', period: 'week' },
  'JPY 9,000,000 a year': { max: 9_000_000, currency: 'JPY', period: 'year' },
}
const notComparable: Readonly<Record<string, Pay | undefined>> = {
  'no currency': { max: 500_000, period: 'year' },
  'no rate': { max: 900_000, currency: 'XTS', period: 'year' },
  'no pay': undefined,
}

describe('yearly pay', () => {
  it('is converted by hours, weeks and rates', () => {
    assert.equal(yearlyFactor('USD hour', 'USD'), 2080)
    assert.equal(yearlyFactor('EUR week', 'eur'), 52)
    assert.ok(Number.isNaN(yearlyFactor('XTS year', 'USD')))
    assert.ok(Number.isNaN(yearlyFactor(' year', 'USD')))
    for (const currency of payCurrencies) {
      const there = yearlyFactor(`${currency} year`, 'USD')
      assert.ok(Math.abs(there * yearlyFactor('USD year', currency) - 1) < 1e-9, currency)
    }
  })

  it('names its currency and the date of its rates', () => {
    assert.deepEqual(toPayMeta('eur'), { currency: 'EUR', period: 'year', rates_on: '2024-12-31' })
    assert.equal(toPayMeta().currency, 'USD')
  })
})

for (const engine of testEngines) {
  describe(`pay per year on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    const titles = async (filter: Partial<JobFilter>, limit = 200) => {
      const all: string[] = []
      for (let after: [string | number, string] | undefined; ; ) {
        const { rows } = await searchJobs(
          store.readModel,
          { active: true, ...filter },
          { sort: 'salary', after, limit },
        )
        all.push(...rows.slice(0, limit).map(({ doc }) => JSON.parse(doc).title as string))
        const last = rows[limit - 1]
        if (rows.length <= limit || last === undefined) return all
        after = [last.sort, last.id]
      }
    }
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      const postings = Object.entries({ ...notComparable, ...pays }).map(([title, pay], at) =>
        testPosting(String(at), { title, ...(pay === undefined ? {} : { pay }) }),
      )
      await publishBoards(store, now, [{ board: 'acme', records: postings }])
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    it('sorts, whatever currency amounts are compared in, and without an amount last', async () => {
      for (const salary_currency of [undefined, 'EUR'] as const) {
        const found = await titles({ ...(salary_currency && { salary_min: 0, salary_currency }) })
        assert.deepEqual(found.slice(0, 5), Object.keys(pays))
        assert.deepEqual(found.slice(5).sort(), salary_currency ? [] : Object.keys(notComparable).sort())
      }
    })

    it('has every job once on pages of two', async () => {
      assert.deepEqual(await titles({}, 2), await titles({}))
    })

    it('filters by an amount in any currency and period', async () => {
      const names = Object.keys(pays)
      assert.deepEqual(await titles({ salary_min: 150_000 }), names.slice(0, 3))
      assert.deepEqual(await titles({ salary_min: 140_000, salary_currency: 'eur' }), names.slice(0, 3))
      assert.deepEqual(await titles({ salary_min: 45, salary_period: 'hour' }), names.slice(0, 4))
      assert.deepEqual(await titles({ salary_currency: 'USD' }), [names[1], names[3]])
    })

    it('counts what the search finds', async () => {
      for (const filter of [{ salary_min: 150_000 }, { salary_min: 50, salary_period: 'hour' as const }]) {
        const { total } = await readFacets(store.readModel, 'company', { active: true, ...filter }, 10)
        assert.equal(total, (await titles(filter)).length)
      }
    })
  })
}
