/** What people type: exclusions, variants, compounds, forms for genders, misspelled words. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../../store/store.ts'
import type { JobFilter } from '../filters.ts'
import { searchJobs } from '../search-jobs.ts'

const titles = [
  'Senior Rust Engineer',
  'Rust Engineer',
  'Frontend Developer',
  'Front End Developer',
  'Front-End Developer',
  'DevOps Engineer',
  'Dev Ops Engineer',
  'React Developer',
  'ReactJS Developer',
  'React.js Developer',
  'Node.js Developer',
  'NodeJS Developer',
  'SRE',
  'Site Reliability Engineer',
  'QA Analyst',
  'Quality Assurance Analyst',
  'ML Scientist',
  'Machine Learning Scientist',
  'K8s Administrator',
  'Kubernetes Administrator',
  'Softwareentwickler (m/w/d)',
  'Software-Entwickler:in',
  'Software Entwickler*in (m/w/d)',
  'Softwareentwicklerin',
  'Software Ontwikkelaar',
  'Softwareontwikkelaar',
  'Verkäufer/-in (m/w/d)',
  'Verkäuferin',
  'Sofware Engineer',
  ...Array.from({ length: 60 }, (_, at) => `Software Engineer ${at + 1}`),
  'Project Manager',
  'Manager of Projects',
  'Mobile Developer',
  'Reading Teacher',
]

const london = { city: 'London', region: 'ENG', country: 'GB' }
const munich = { city: 'Munich', region: 'BY', country: 'DE' }
const berlin = { city: 'Berlin', region: 'BE', country: 'DE' }
const placed = [
  testPosting('p1', { title: 'Product Manager', places: [london] }),
  testPosting('p2', { title: 'Product Manager, London Market', places: [berlin] }),
  testPosting('p3', { title: 'Krankenschwester (m/w/d)', places: [munich] }),
  testPosting('p4', {
    title: 'Krankenschwester (m/w/d)',
    places: [berlin],
    body: 'Wie in München.',
    bodyHash: '4',
  }),
  testPosting('p5', { title: 'Clerk', company: 'London Stock Exchange', places: [berlin] }),
  testPosting('p6', { title: 'Glazier London', places: [berlin] }),
  testPosting('p7', { title: 'Illustrator', places: [berlin], workplace: 'Remote' }),
  testPosting('p8', { title: 'Remote Illustrator', places: [munich] }),
  testPosting('p9', { title: 'Illustrator, Sites', places: [munich], workplace: 'On Site' }),
  testPosting('p10', { title: 'Barista, Part Time', places: [london] }),
  testPosting('p11', { title: 'Waiter, Part Time', places: [london] }),
  testPosting('p12', {
    title: 'Barista, All Times',
    places: [{ city: 'Perth', region: 'WA', country: 'AU' }],
  }),
]

for (const engine of testEngines) {
  describe(`a search on ${engine.name} understands`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      const records = [...titles.map((title, at) => testPosting(String(at), { title })), ...placed]
      await publishBoards(store, Date.UTC(2026, 10, 1, 6), [{ board: 'one', records }])
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    async function find(q: string, literal?: boolean, others: Partial<JobFilter> = {}) {
      const filter = { active: true, q, literal, ...others }
      const { rows, total, understood } = await searchJobs(store.readModel, filter, {
        sort: 'relevance',
        limit: 100,
      })
      const found = rows.map(({ doc }) => (JSON.parse(doc) as { title: string }).title)
      return { found, total, understood }
    }

    it('words to exclude', async () => {
      for (const q of ['rust engineer -senior', 'rust engineer !senior', 'rust engineer NOT senior']) {
        const { found, understood } = await find(q)
        assert.deepEqual(found, ['Rust Engineer'], q)
        assert.deepEqual(understood?.excluded, ['senior'], q)
        assert.deepEqual(understood?.words, ['rust', 'engineer'], q)
      }
      assert.deepEqual((await find('manager -"project manager" -product')).found, ['Manager of Projects'])
      assert.equal(
        (await find('-engineer')).total,
        placed.length + titles.filter((one) => !/engineer/i.test(one)).length,
      )
      assert.deepEqual((await find('frontend -"front end"')).found, ['Frontend Developer'])
    })

    for (const group of [
      ['front end developer', 'frontend developer', 'front-end developer'],
      ['dev ops engineer', 'devops engineer'],
      ['react developer', 'reactjs developer', 'react.js developer'],
      ['node.js developer', 'nodejs developer', 'node js developer'],
      ['sre', 'site reliability engineer'],
      ['qa analyst', 'quality assurance analyst'],
      ['ml scientist', 'machine learning scientist'],
      ['k8s', 'kubernetes'],
      ['softwareentwickler', 'software entwickler', 'Software-Entwickler (m/w/d)', 'Softwareentwickler:in'],
      ['softwareontwikkelaar', 'software ontwikkelaar'],
      ['verkäufer', 'verkäuferin', 'Verkäufer/-in', 'Verkäufer*innen (f/m/x)'],
    ] as const)
      it(`${group.join(', ')} as the same`, async () => {
        const [first, ...others] = await Promise.all(group.map(async (q) => new Set((await find(q)).found)))
        assert.ok((first?.size ?? 0) >= 2, group[0])
        for (const [at, other] of others.entries()) assert.deepEqual(other, first, group[at + 1])
      })

    it('which forms it has looked for', async () => {
      assert.deepEqual((await find('sre')).understood?.variants, [
        { of: 'sre', forms: ['site reliability engineer'] },
      ])
      assert.deepEqual((await find('sre', true)).found, ['SRE'])
      assert.deepEqual((await find('sre', true)).understood?.variants, [])
    })

    it('a misspelled word that a posting has too', async () => {
      const { total, found, understood } = await find('sofware engineer')
      assert.equal(total, 61)
      assert.equal(found[0], 'Sofware Engineer')
      assert.deepEqual(understood?.corrections, [{ from: 'sofware', to: 'software' }])
      const literal = await find('sofware engineer', true)
      assert.deepEqual(literal.found, ['Sofware Engineer'])
      assert.deepEqual(literal.understood?.corrections, [])
      assert.deepEqual((await find('"sofware" engineer')).found, ['Sofware Engineer'])
      assert.deepEqual((await find('softwre engineer')).total, 60)
    })

    it('a long word with two wrong letters that no posting has', async () => {
      const { total, understood } = await find('software enjinear')
      assert.equal(total, 60)
      assert.deepEqual(understood?.corrections, [{ from: 'enjinear', to: 'engineer' }])
      assert.equal((await find('software enjinear', true)).total, 0)
      // The word must be frequent, and have the first letter.
      for (const q of ['krankenshwestr', 'software anginear']) assert.deepEqual((await find(q)).total, 0, q)
    })

    it('a place', async () => {
      const { found, understood } = await find('product manager london')
      assert.deepEqual(found, ['Product Manager'])
      assert.deepEqual(understood?.words, ['product', 'manager'])
      assert.deepEqual(understood?.place, {
        text: 'london',
        id: 'GB-ENG/london',
        label: 'London, United Kingdom',
        applied: true,
      })
      for (const q of ['krankenschwester münchen', 'Krankenschwester in Munich', 'München Krankenschwester'])
        assert.equal((await find(q)).total, 1, q)
      assert.equal((await find('jobs in germany')).total, 8)
      assert.equal((await find('"product manager" berlin')).total, 1)
      assert.deepEqual((await find('product manager london', true)).total, 2)
      assert.equal((await find('product manager london', true)).understood?.place, undefined)
    })

    it('where work is done', async () => {
      assert.deepEqual((await find('remote illustrator')).found, ['Remote Illustrator', 'Illustrator'])
      assert.deepEqual((await find('remote illustrator berlin')).found, ['Illustrator'])
      assert.deepEqual((await find('illustrator -remote')).found, ['Illustrator, Sites'])
      assert.deepEqual((await find('illustrator site')).found, ['Illustrator, Sites'])
    })

    it('words that can mean something else than a place', async () => {
      for (const [q, title] of [
        ['mobile developer', 'Mobile Developer'],
        ['reading teacher', 'Reading Teacher'],
      ] as const) {
        const { found, understood } = await find(q)
        assert.equal(found[0], title)
        assert.notEqual(understood?.place?.applied, true)
      }
      const { found, understood } = await find('london stock exchange')
      assert.deepEqual(found, ['Clerk'])
      assert.equal(understood?.place?.reason, 'company')
    })

    it('a word that is rarely a name of a place in another language', async () => {
      const { found, understood } = await find('part time barista')
      assert.deepEqual(found, ['Barista, Part Time'])
      assert.deepEqual([understood?.place?.applied, understood?.place?.reason], [false, 'ambiguous'])
    })

    it('a place without such jobs as words', async () => {
      const { found, understood } = await find('glazier london')
      assert.deepEqual(found, ['Glazier London'])
      assert.deepEqual([understood?.place?.applied, understood?.place?.reason], [false, 'no_jobs'])
      assert.equal((await find('glazier london', undefined, { city: 'Berlin' })).total, 1)
    })
  })
}
