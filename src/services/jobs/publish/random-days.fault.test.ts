/** Random days of boards with random faults, compared with a list in memory. */

import assert from 'node:assert/strict'
import { createHash, type Hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { stopCoverage } from 'node:v8'
import { random } from '../../../../sandbox/random.ts'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import { parseCountry } from '../../../core/places/countries.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import { chunks } from '../../../store/chunks.ts'
import type { Store } from '../../../store/store.ts'
import { fold, foldPlace } from '../normalise/fold.ts'
import { yearlyFactor } from '../queries/blocks/yearly-pay.ts'
import { readCollection } from '../queries/collections.ts'
import type { Facets } from '../queries/facets.ts'
import { toFilterValue } from '../queries/filter-values.ts'
import type { JobFilter } from '../queries/filters.ts'
import { readChanges } from '../queries/read-changes.ts'
import { readDescriptions } from '../queries/read-descriptions.ts'
import { readFacets } from '../queries/read-facets.ts'
import { searchJobs } from '../queries/search-jobs.ts'
import { collectionPage } from '../routes/collection-pages/html.ts'
import { readFeed } from '../routes/feeds.ts'
import { payKey } from '../schema/block.ts'
import type { JobChange } from '../schema/job-change.ts'
import { type FacetField, facetFields, type JobPosting, pageFields } from '../schema/job-posting.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import { withJobTables } from '../schema/tables.ts'
import { employmentLabels } from '../schema/vocabulary.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
const days = Number(process.env.RANDOM_DAYS ?? 40)
const boardCount = 22
const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1, 6)
/** With more boards in trouble, nothing on the platform closes. */
const calmMax = Math.floor(boardCount / 10)

const cities = [
  { city: 'Berlin', region: 'BE', country: 'DE' },
  { city: 'Munich', country: 'DE' },
  { city: 'New York', region: 'NY', country: 'US' },
  { city: 'São Paulo', region: 'SP', country: 'BR' },
  { city: 'Perth', region: 'WA', country: 'AU' },
  { city: 'Seattle', region: 'WA', country: 'US' },
  { city: 'London', country: 'GB' },
  { city: 'London', region: 'ON', country: 'CA' },
  { city: 'Hartford', region: 'CT', country: 'US' },
  { city: 'Girona', region: 'CT', country: 'ES' },
  { city: 'London' },
  { country: 'IE' },
]
const departments = ['Engineering', 'engineering ', 'ENGINEERING', 'Sales', 'R&D', 'Ｓａｌｅｓ', undefined]
const titles = ['Welder', 'Senior Welder', 'Data Engineer', 'Night Nurse <b>now</b>', 'Account Executive']

// What runs here is covered by other tests, and coverage would make it a quarter slower.
stopCoverage()

interface Truth {
  readonly posting: Posting
  readonly lastDay: number
}

/** What is wrong with a list. */
type Fault = 'none' | 'silence' | 'incomplete' | 'empty' | 'short' | 'gone'

class BoardWorld {
  readonly name: string
  readonly size: number
  truth: Truth[] = []
  wasWrong = false
  serial = 0

  constructor(index: number) {
    this.name = `board-${index}`
    this.size = 2 + ((index * 7) % 40)
  }

  live(day: number): void {
    const chance = random('life', this.name, day)
    this.truth = this.truth.filter(({ lastDay }) => lastDay >= day)
    while (this.truth.length < this.size && chance.chance(day === 0 ? 1 : 0.5)) {
      const lastDay = day + chance.int(1, 30)
      this.serial += 1
      this.truth.push({ posting: anyPosting(`${this.name}.${this.serial}`, chance), lastDay })
    }
    this.truth = this.truth.map((one) =>
      chance.chance(0.02) ? { ...one, posting: { ...one.posting, title: chance.pick(titles) } } : one,
    )
  }

  fault(day: number): Fault {
    const chance = random('fault', this.name, day)
    // Often enough that forty days have many bad ones.
    const fault = chance.chance(0.12)
      ? chance.pick(['silence', 'incomplete', 'empty', 'short', 'gone'] as const)
      : 'none'
    // A wrong list that is repeated is accepted; that is tested elsewhere.
    const isWrong = fault === 'empty' || fault === 'short'
    const actual = isWrong && this.wasWrong ? 'none' : fault
    if (actual !== 'silence' && actual !== 'incomplete' && actual !== 'gone')
      this.wasWrong = actual !== 'none'
    return actual
  }

  list(fault: Fault): BoardRecord[] | undefined {
    const all = this.truth.map((one) => one.posting)
    if (fault === 'silence') return undefined
    if (fault === 'gone') return [{ type: 'note', verdict: 'gone', reason: 'test' }]
    if (fault === 'empty') return []
    if (fault === 'short') return all.slice(0, Math.floor(all.length / 2))
    if (fault === 'incomplete') {
      return [
        ...all.slice(0, Math.floor(all.length / 3)),
        { type: 'note', verdict: 'incomplete', reason: 'test' },
      ]
    }
    return all
  }
}

/** Digests differ, or postings of two boards would be the same. */
function anyText(id: string, chance: ReturnType<typeof random>): Pick<Posting, 'body' | 'bodyHash'> {
  if (chance.chance(0.3)) return {}
  const text = chance.pick(['Anvil', 'Bellows', 'Anvils and bellows', 'Nothing else'])
  return { body: `<p>${text} for ${id}</p>`, bodyHash: `${id} ${text}` }
}

/** `text`: the words of the description that are searched. */
type ModelJob = JobPosting & { readonly text: readonly string[] }

async function readModelJobs({ readModel }: Store): Promise<ModelJob[]> {
  const rows = await withJobTables(readModel.read).selectFrom('job').select('doc').execute()
  const jobs = rows.map(({ doc }): JobPosting => ({ ...JSON.parse(doc), captured_at: null }))
  const texts = new Map<string, string>()
  for (const ids of chunks(jobs.map(({ id }) => id)))
    for (const [id, { text }] of await readDescriptions(readModel, ids)) texts.set(id, text.toLowerCase())
  return jobs.map((job) => ({
    ...job,
    text: ['anvil', 'bellows'].filter((word) => texts.get(job.id)?.includes(word)),
  }))
}

function anyPosting(id: string, chance: ReturnType<typeof random>): Posting {
  const places = [...new Set(Array.from({ length: chance.int(0, 3) }, () => chance.pick(cities)))]
  const department = chance.pick(departments)
  const workplace = chance.pick(['On Site', 'Remote', 'Hybrid', undefined] as const)
  return testPosting(id, {
    title: chance.pick(titles),
    company: chance.pick(['Acme', 'ACME', 'Bolt & Co']),
    places,
    employment: employmentLabels.filter(() => chance.chance(0.12)),
    ...anyText(id, chance),
    ...(department === undefined ? {} : { department: department.trim() }),
    ...(workplace === undefined ? {} : { workplace }),
    ...(chance.chance(0.5)
      ? {
          pay: {
            min: chance.int(20, 90) * 1000,
            max: chance.int(90, 150) * 1000,
            currency: chance.pick(['USD', 'EUR']),
            period: 'year' as const,
          },
        }
      : {}),
    ...(chance.chance(0.7) ? { posted: `2025-12-${String(chance.int(1, 28)).padStart(2, '0')}` } : {}),
  })
}

/** Of everything that was read, by engine. */
const digests = new Map<string, string>()

for (const engine of testEngines) {
  describe(`random days on ${engine.name}`, { skip: engine.skip }, () => {
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

    it(`never close a listed posting or leave a removed one open, over ${days} days`, {
      timeout: 3_600_000,
    }, async () => {
      const boards = Array.from({ length: boardCount }, (_, index) => new BoardWorld(index))
      /** Per removed posting: the number of consecutive correct lists without it, on days without platform trouble. */
      const missing = new Map<string, number>()
      /** Every posting that was stored on some day. */
      const stored = new Set<string>()
      let stormy = 0
      const seen = createHash('sha256')
      for (let day = 0; day < days; day++) {
        const faults = new Map<BoardWorld, Fault>()
        for (const board of boards) {
          board.live(day)
          faults.set(board, day === 0 ? 'none' : board.fault(day))
        }
        const lists = boards.flatMap((board) => {
          const records = board.list(faults.get(board) ?? 'none')
          return records === undefined ? [] : [{ board: board.name, records }]
        })
        const silent = boards.filter((board) => faults.get(board) === 'silence').map(({ name }) => name)
        const activeBefore = await activeIds(store)
        await publishBoards(store, start + day * dayMs, lists, silent)
        const active = await activeIds(store)
        for (const id of active) stored.add(id)
        const troubled = (await troubledBoards(store, start + day * dayMs)) + silent.length
        if (troubled > calmMax) {
          stormy += 1
          assert.ok(
            activeBefore.isSubsetOf(active),
            `something closed on day ${day}, in the midst of trouble`,
          )
        }
        for (const board of boards) {
          const listed = new Set(board.truth.map((one) => one.posting.nativeId))
          const fault = faults.get(board)
          for (const id of listed) {
            if (stored.has(id)) assert.ok(active.has(id), `${id} is listed on day ${day} and not active`)
          }
          for (const id of active) {
            if (!id.startsWith(`${board.name}.`)) continue
            if (listed.has(id)) {
              missing.delete(id)
              continue
            }
            const calm = fault === 'none' && troubled <= calmMax
            const count = calm
              ? (missing.get(id) ?? 0) + 1
              : fault === 'none' || fault === 'silence'
                ? (missing.get(id) ?? 0)
                : 0
            missing.set(id, count)
            assert.ok(count < 3, `${id} is still open on day ${day} after ${count} honest lists without it`)
          }
        }
        if (day % 20 === 19) await compare(store, day, seen)
      }
      const { total } = await searchJobs(store.readModel, { active: false }, { limit: 1 })
      assert.ok(total > 100, 'the days have to close something for this to mean anything')
      assert.ok(stormy > 10, 'some days have to be bad for the whole platform')
      const digest = seen.digest('hex')
      digests.set(engine.name, digest)
      for (const [other, theirs] of digests) assert.equal(digest, theirs, `${other} gave other responses`)
    })

    it('page through every posting once, in every order', async () => {
      for (const sort of ['posted', 'first_seen', 'changed'] as const) {
        for (const filter of [
          { active: true },
          { active: false, department: 'engineering' },
          { active: true, country: 'US' },
          { active: true, city: 'berlin', q: 'wel*' },
        ]) {
          const seen: string[] = []
          let cursor: (string | number)[] | undefined
          for (;;) {
            const { rows } = await searchJobs(store.readModel, filter, { sort, after: cursor, limit: 7 })
            seen.push(...rows.slice(0, 7).map(({ id }) => id))
            const last = rows[6]
            if (rows.length <= 7 || last === undefined) break
            cursor = [last.sort, last.id]
          }
          const { total } = await searchJobs(store.readModel, filter, { sort, limit: 1 })
          assert.equal(new Set(seen).size, seen.length)
          assert.equal(seen.length, total, JSON.stringify({ sort, filter }))
        }
      }
    })
  })
}

async function activeIds(store: Store): Promise<Set<string>> {
  const rows = await withJobTables(store.readModel.read)
    .selectFrom('job')
    .select('doc')
    .where('active', '=', 1)
    .execute()
  return new Set(
    rows.map(({ doc }) => (JSON.parse(doc) as JobPosting).url.slice('https://board.example/'.length)),
  )
}

async function troubledBoards(store: Store, nowMs: number): Promise<number> {
  const rows = await withJobTables(store.readModel.read)
    .selectFrom('job_board')
    .select(['state', 'attempted_at'])
    .execute()
  return rows.filter(({ state, attempted_at }) => state !== 'ok' && attempted_at === nowMs).length
}

/** Compares search, facets and pages with a scan of all postings. */
async function compare(store: Store, day: number, seen: Hash): Promise<void> {
  const db = store.readModel
  const all = await readModelJobs(store)
  await compareChanges(store, all, seen)
  const chance = random('questions', day)
  for (const filter of [
    { active: true },
    { active: false },
    ...Array.from({ length: 24 }, () => anyFilter(chance)),
  ]) {
    const expected = all.filter((job) => matches(job, filter))
    const { total, rows: found } = await searchJobs(db, filter, { limit: 25 })
    seen.update(JSON.stringify([total, found]))
    const question = JSON.stringify(filter)
    assert.equal(total, expected.length, `search ${question}`)
    assert.deepEqual(
      found.slice(0, 25).map(({ id }) => id),
      inOrder(expected)
        .slice(0, 25)
        .map(({ id }) => id),
      `rows of ${question}`,
    )
    for (const field of facetFields) {
      const facets = await readFacets(db, field, filter, 1000)
      const counted = countBy(expected, field, filter)
      assert.deepEqual(
        new Map(facets.rows.map(({ value, count }) => [keyOf(field, value), count])),
        counted,
        `facets of ${field} for ${question}`,
      )
      seen.update(JSON.stringify(facets))
      const without = expected.filter((job) => valuesOf(job, field, filter).every((value) => value === ''))
      assert.equal(facets.not_stated, without.length, `${field} not stated for ${question}`)
      assert.equal(facets.total, expected.length)
      assert.equal(facets.values, counted.size)
      await compareOpenedLists(db, field, filter, facets)
    }
  }
  for (const filter of [{ active: true }, ...Array.from({ length: 5 }, () => anyFilter(chance))])
    await comparePages(
      db,
      filter,
      inOrder(all.filter((job) => matches(job, filter))).map(({ id }) => id),
      seen,
    )
  for (const department of ['Engineering', 'sales', 'R&D']) {
    const page = await readCollection(db, department, '2026-01-01')
    seen.update(page === undefined ? '' : collectionPage(page, (code) => code))
    const expected = all.filter((job) => matches(job, { active: true, department }))
    assert.equal(page?.matched ?? 0, expected.length)
    for (const field of pageFields) {
      const counted = countBy(expected, field, { active: true })
      for (const { value, count } of page?.breakdowns[field].rows ?? [])
        assert.equal(count, counted.get(keyOf(field, value)))
    }
  }
}

/** The list that a row opens has as many jobs as the row says. */
async function compareOpenedLists(
  db: Store['readModel'],
  field: FacetField,
  filter: JobFilter,
  { rows }: Facets,
): Promise<void> {
  // No filter finds jobs with two types of employment and perhaps others.
  if (field === 'employment_type' && filter[field] !== undefined) return
  const excluded = parseValues(filter[field] ?? '').excluded.map((value) => `!${value}`)
  for (const { value, count } of new Set([...rows.slice(0, 2), ...rows.slice(-1)])) {
    const opened = { ...filter, [field]: [toFilterValue(value, field), ...excluded].join('|') }
    const { total } = await searchJobs(db, opened, { limit: 1 })
    assert.equal(total, count, `list of ${JSON.stringify(opened)}`)
  }
}

/** The search page and the feed of a search. */
async function comparePages(
  db: Store['readModel'],
  filter: JobFilter,
  expected: readonly string[],
  seen: Hash,
): Promise<void> {
  const question = JSON.stringify(filter)
  const page = await searchJobs(db, filter, {
    limit: 25,
    facets: { fields: ['country', 'department'], limit: 8 },
  })
  assert.deepEqual(
    [page.total, page.rows.slice(0, 25).map(({ id }) => id)],
    [expected.length, expected.slice(0, 25)],
    `page of ${question}`,
  )
  for (const { total } of page.facets) assert.equal(total, expected.length)
  const feed = await readFeed(db, 'json', { ...filter, limit: 30 }, 'https://jobs.example')
  assert.deepEqual(
    feed.items.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
    expected.slice(0, 30),
    `feed of ${question}`,
  )
  seen.update(JSON.stringify([page, feed]))
}

/** Whoever follows the changes knows which postings are open. */
async function compareChanges(store: Store, all: readonly JobPosting[], seen: Hash): Promise<void> {
  const followed = new Map<string, string>()
  for (let after: number | undefined; ; ) {
    const page = { order: 'oldest', since: undefined, type: undefined, after, limit: 200 } as const
    const rows = await readChanges(store.readModel, page)
    for (const { doc } of rows.slice(0, 200)) {
      seen.update(doc)
      const { type, job } = JSON.parse(doc) as JobChange
      followed.set(job.id, type === 'closed' ? 'closed' : 'active')
    }
    if (rows.length <= 200) break
    after = rows[199]?.id
  }
  const listed = all.filter(({ duplicate_of }) => duplicate_of === null)
  assert.deepEqual([...followed].sort(), listed.map(({ id, status }) => [id, status]).sort())
}

function anyFilter(chance: ReturnType<typeof random>): JobFilter {
  const maybe = <Value>(values: readonly Value[]) => (chance.chance(0.2) ? chance.pick(values) : undefined)
  const active = chance.chance(0.8)
  return {
    active,
    ...(active ? {} : { closed_since: maybe(['2026-01-20']) }),
    q: maybe(['anvil', 'bellows']),
    department: maybe(['Engineering', ' sales', 'r&d', '%', 'nothing such', 'Sales|R&D', '!Sales', '!%']),
    company: maybe(['acme', 'Bolt & Co', 'acme|bolt & co', '!acme']),
    city: maybe([
      'berlin',
      'Sao Paulo',
      'MUNICH',
      'London',
      'london, Canada',
      'London, GB',
      'London, GB|Perth',
      '!London',
      'Munich|!london, Canada',
    ]),
    region: maybe(['WA', 'be', 'CT', 'US-CT', 'es-ct', 'ON', 'CT|WA', '!CT', '!US-CT|ON']),
    country: maybe(['US', 'Germany', 'Ireland', 'CAN', 'US|DE', '!US', '!US|!CA', 'GB|CAN']),
    workplace_type: maybe(['Remote', 'on_site', 'Remote|Hybrid', '!Remote']),
    employment_type: maybe([...employmentLabels, 'Full Time|Contract', '!Full Time']),
    ats: maybe(['greenhouse', 'Lever', '!Lever']),
    job_function: maybe(['engineering', 'Healthcare|Sales', '!Healthcare']),
    seniority: maybe(['Senior', '!Senior']),
    salary_min: maybe([100_000, 120_000]),
    salary_currency: maybe(['USD', 'eur']),
    posted_after: maybe(['2025-12-10']),
    posted_before: maybe(['2025-12-20']),
    first_seen_after: maybe(['2026-01-15']),
    changed_after: maybe(['2026-01-20']),
  }
}

function matchesPay({ pay }: ModelJob, { salary_min, salary_currency }: JobFilter): boolean {
  if (salary_min === undefined)
    return salary_currency === undefined || pay?.currency === salary_currency.toUpperCase()
  if (pay === null) return false
  const factor = yearlyFactor(payKey(pay.currency ?? '', pay.period), salary_currency ?? 'USD')
  return (pay.max ?? pay.min ?? 0) * factor >= salary_min
}

/** The filters, applied to one job. */
function matches(job: ModelJob, filter: JobFilter): boolean {
  const { q, department, company, workplace_type, employment_type, ats, job_function, seniority } = filter
  const isLabel = (text: string | undefined, label: string | null | undefined) =>
    matchesValues(text, (value) => fold(label ?? '') === fold(value))
  return (
    (job.status === 'active') === filter.active &&
    (q === undefined || job.text.includes(q)) &&
    isLabel(department, job.role_group) &&
    isLabel(company, job.company) &&
    isLabel(workplace_type?.replace('_', ' '), job.workplace_type) &&
    isLabel(ats, job.ats) &&
    isLabel(job_function, job.job_function) &&
    isLabel(seniority, job.seniority) &&
    matchesValues(employment_type, (value) => job.employment_types.includes(value as never)) &&
    matchesPlaces(job, filter) &&
    matchesPay(job, filter) &&
    (filter.posted_after === undefined || (job.posted ?? '') > filter.posted_after) &&
    (filter.posted_before === undefined || (job.posted !== null && job.posted < filter.posted_before)) &&
    (filter.first_seen_after === undefined || job.first_seen > filter.first_seen_after) &&
    (filter.changed_after === undefined || job.changed > filter.changed_after) &&
    (filter.closed_since === undefined || (job.closed_on ?? '') >= filter.closed_since)
  )
}

const includedValues = (text = '') =>
  text.split('|').filter((value) => value !== '' && !value.startsWith('!'))
const excludedValues = (text = '') =>
  text
    .split('|')
    .filter((value) => value.startsWith('!'))
    .map((value) => value.slice(1))

function matchesValues(text: string | undefined, isEqual: (value: string) => boolean): boolean {
  const included = includedValues(text)
  return (included.length === 0 || included.some(isEqual)) && !excludedValues(text).some(isEqual)
}

const placeFields = ['city', 'region', 'country'] as const

function matchesPlaces({ places }: JobPosting, filter: JobFilter): boolean {
  const isAny = placeFields.every((field) => includedValues(filter[field]).length === 0)
  return (
    (isAny || places.some((place) => isIncluded(place, filter))) &&
    placeFields.every((field) =>
      excludedValues(filter[field]).every(
        (value) => !places.some((place) => matchesPlace(place, { active: true, [field]: value })),
      ),
    )
  )
}

function isIncluded(place: JobPosting['places'][number], filter: JobFilter): boolean {
  return placeFields.every((field) => {
    const values = includedValues(filter[field])
    return (
      values.length === 0 || values.some((value) => matchesPlace(place, { active: true, [field]: value }))
    )
  })
}

/** All filters apply to one and the same place. */
function matchesPlace(place: JobPosting['places'][number], { city, region, country }: JobFilter): boolean {
  const [name = '', countryOfCity] = (city ?? '').split(', ')
  const countries = [countryOfCity, country].map((text) =>
    text === undefined ? undefined : parseCountry(text),
  )
  const codes = [place.region, place.region_code].map((code) => foldPlace(code ?? ''))
  return (
    (city === undefined || foldPlace(place.city ?? '') === foldPlace(name)) &&
    (region === undefined || codes.includes(foldPlace(region))) &&
    countries.every((code) => code === undefined || place.country_code === code)
  )
}

function inOrder(jobs: readonly JobPosting[]): JobPosting[] {
  const key = (job: JobPosting) => `${job.posted ?? job.first_seen} ${job.id}`
  return jobs.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
}

function countBy(jobs: readonly JobPosting[], field: FacetField, filter: JobFilter): Map<string, number> {
  const counts = new Map<string, number>()
  for (const job of jobs) {
    for (const key of new Set(valuesOf(job, field, filter).map((value) => keyOf(field, value)))) {
      if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}

/** Of the places, those that match the filter. */
function valuesOf(job: JobPosting, field: FacetField, filter: JobFilter): string[] {
  const places = job.places.filter((place) => isIncluded(place, filter))
  switch (field) {
    case 'city':
      return places.flatMap(({ city, country }) =>
        city === null ? [] : country === null ? city : `${city}, ${country}`,
      )
    case 'region':
      return places.flatMap(({ region_code }) => region_code ?? [])
    case 'country':
      return places.flatMap(({ country }) => country ?? [])
    case 'department':
      return [job.role_group]
    case 'employment_type':
      return [...job.employment_types]
    case 'workplace_type':
    case 'job_function':
    case 'seniority':
      return [job[field] ?? '']
    default:
      return [job[field]]
  }
}

function keyOf(field: FacetField, value: string): string {
  return field === 'city' || field === 'region' || field === 'country' ? foldPlace(value) : fold(value)
}
