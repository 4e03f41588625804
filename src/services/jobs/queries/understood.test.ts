/** What people type: exclusions, variants, compounds, forms for genders, typos. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishBoards, testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Store } from '../../../store/store.ts'
import { searchJobs } from './search-jobs.ts'

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
]

for (const engine of testEngines) {
  describe(`a search on ${engine.name} understands`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      const records = titles.map((title, at) => testPosting(String(at), { title }))
      await publishBoards(store, Date.UTC(2026, 10, 1, 6), [{ board: 'one', records }])
    })
    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    async function find(q: string, literal?: boolean) {
      const filter = { active: true, q, literal }
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
      assert.deepEqual((await find('manager -"project manager"')).found, ['Manager of Projects'])
      assert.equal((await find('-engineer')).total, titles.filter((one) => !/engineer/i.test(one)).length)
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

    it('a typo that a posting has too', async () => {
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
  })
}
