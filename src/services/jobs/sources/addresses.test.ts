import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decisions } from '../../../registry/decisions.ts'
import { RegistryFiles } from '../../../registry/registry-files.ts'
import { jobAddressRules, jobRecogniser } from './addresses.ts'
import { jobAdapters, loadBoards } from './index.ts'

const { addresses } = jobRecogniser

/** Address, platform, key. */
const known: readonly (readonly [string, string, string])[] = [
  ['https://job-boards.greenhouse.io/fernmills', 'greenhouse', 'fernmills'],
  ['https://boards.greenhouse.io/fernmills/jobs/4012345?gh_jid=4012345', 'greenhouse', 'fernmills'],
  ['https://boards.greenhouse.io/embed/job_board/js?for=fernmills', 'greenhouse', 'fernmills'],
  ['https://boards.greenhouse.io/embed/job_board?for=fernmills&b=https', 'greenhouse', 'fernmills'],
  ['https://boards.greenhouse.io/embed/job_app?for=fernmills&token=1', 'greenhouse', 'fernmills'],
  ['https://job-boards.greenhouse.io/embed/job_board?for=fernmills', 'greenhouse', 'fernmills'],
  ['https://boards-api.greenhouse.io/v1/boards/fernmills/jobs', 'greenhouse', 'fernmills'],
  ['https://job-boards.eu.greenhouse.io/fernmills', 'greenhouse', 'fernmills'],
  ['http://jobs.lever.co/FernMills/0c5d/apply', 'lever', 'FernMills'],
  ['https://api.lever.co/v0/postings/FernMills?mode=json', 'lever', 'FernMills'],
  ['https://boards.eu.greenhouse.io/fernmills/jobs/1', 'greenhouse', 'fernmills'],
  ['https://jobs.eu.lever.co/fernmills', 'lever', 'eu/fernmills'],
  ['https://api.eu.lever.co/v0/postings/fernmills', 'lever', 'eu/fernmills'],
  ['https://jobs.ashbyhq.com/Fern%20Mills/embed', 'ashby', 'Fern Mills'],
  ['https://api.ashbyhq.com/posting-api/job-board/fernmills', 'ashby', 'fernmills'],
  ['https://apply.workable.com/fern-mills/', 'workable', 'fern-mills'],
  ['https://apply.workable.com/api/v1/widget/accounts/fern-mills', 'workable', 'fern-mills'],
  ['https://fern-mills.workable.com/jobs/12', 'workable', 'fern-mills'],
  ['https://careers.smartrecruiters.com/FernMills', 'smartrecruiters', 'FernMills'],
  ['https://jobs.smartrecruiters.com/FernMills/743999', 'smartrecruiters', 'FernMills'],
  ['https://api.smartrecruiters.com/v1/companies/FernMills/postings', 'smartrecruiters', 'FernMills'],
  ['https://fern-mills.recruitee.com/o/weaver', 'recruitee', 'fern-mills'],
  ['https://fern-mills.jobs.personio.de/job/12', 'personio', 'fern-mills'],
  ['https://fern-mills.jobs.personio.com/', 'personio', 'fern-mills.jobs.personio.com'],
  ['https://fern-mills.teamtailor.com/jobs', 'teamtailor', 'fern-mills'],
  ['https://fern-mills.na.teamtailor.com/jobs', 'teamtailor', 'fern-mills.na'],
  ['https://fern-mills.us.teamtailor.com/jobs', 'teamtailor', 'fern-mills.us'],
  ['https://ats.rippling.com/fern-mills/jobs', 'rippling', 'fern-mills'],
  ['https://ats.rippling.com/en-GB/fern-mills/jobs/1', 'rippling', 'fern-mills'],
  ['https://api.rippling.com/platform/api/ats/v1/board/fern-mills/jobs', 'rippling', 'fern-mills'],
  ['https://fernmills.wd5.myworkdayjobs.com/External', 'workday', 'fernmills.wd5/External'],
  ['https://fernmills.wd5.myworkdayjobs.com/en-US/External/job/X', 'workday', 'fernmills.wd5/External'],
  [
    'https://fernmills.wd5.myworkdayjobs.com/wday/cxs/fernmills/External/jobs',
    'workday',
    'fernmills.wd5/External',
  ],
  [
    'https://fern.wd5.myworkdayjobs.com/wday/cxs/fern_mills/External/jobs',
    'workday',
    'fern.wd5/fern_mills/External',
  ],
  [
    'https://wd5.myworkdaysite.com/recruiting/fernmills/External',
    'workday',
    'wd5.myworkdaysite.com/fernmills/External',
  ],
  [
    'https://wd5.myworkdaysite.com/en-US/recruiting/fernmills/External/job/X',
    'workday',
    'wd5.myworkdaysite.com/fernmills/External',
  ],
  ['https://fern-mills.careers.example/jobs/1', 'jobposting', 'fern-mills.careers.example'],
  ['https://fernmills.bamboohr.com/careers/12', 'bamboohr', 'fernmills'],
  ['https://fernmills.bamboohr.com/jobs/', 'bamboohr', 'fernmills'],
  ['https://fern-mills.breezy.hr/p/1', 'breezy', 'fern-mills'],
  ['https://fernmills.applytojob.com/apply', 'jazzhr', 'fernmills'],
  ['https://jobs.gem.com/fern-mills/am9icG9zdDox', 'gem', 'fern-mills'],
  ['https://api.gem.com/job_board/v0/fern-mills/job_posts/', 'gem', 'fern-mills'],
  ['https://fern-mills.pinpointhq.com/postings', 'pinpoint', 'fern-mills'],
  ['https://careers-fernmills.icims.com/jobs/intro', 'icims', 'careers-fernmills.icims.com'],
  ['https://fernmills.jibeapply.com/jobs/1', 'jibe', 'fernmills.jibeapply.com'],
  ['https://jobs.jobvite.com/fernmills/jobs', 'jobvite', 'fernmills'],
  [
    'https://abcd.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/fr/sites/CX_1/jobs',
    'oracle',
    'abcd.fa.us2.oraclecloud.com/CX_1',
  ],
  [
    'https://abcd.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/3',
    'oracle',
    'abcd.fa.us2.oraclecloud.com/CX_1',
  ],
  ['https://career5.successfactors.com/career?company=fernmills', 'successfactors', 'fernmills'],
  ['https://fernmills.jobs2web.com/job/Welder/1300000100/', 'successfactors', 'fernmills.jobs2web.com'],
  ['https://recruiting2.ultipro.com/FER1000/JobBoard/0a1b-2c3d', 'ukg', 'recruiting2/FER1000/0a1b-2c3d'],
  ['https://recruiting.paylocity.com/Recruiting/Jobs/All/0a1b-2c3d/Fern', 'paylocity', '0a1b-2c3d'],
  [
    'https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid=0a1b&ccId=1_2',
    'adp',
    '0a1b/1_2',
  ],
]

describe('the addresses of job boards', () => {
  it('say which board of which platform they belong to', () => {
    for (const [address, platform, key] of known) {
      const match = addresses.match(new URL(address))
      assert.deepEqual([match?.rule.platform, match?.member], [platform, { key }], address)
    }
  })

  it('are tested for each rule', () => {
    const used = new Set(known.map(([address]) => addresses.match(new URL(address))?.rule))
    assert.deepEqual(
      jobAddressRules.filter((rule) => !used.has(rule)).map(({ address }) => address),
      [],
    )
  })

  it('exist for each platform, and lead from a board to its page and back', () => {
    const byPlatform = new Map(known.map(([, platform, key]) => [platform, key]))
    for (const { id } of jobAdapters) {
      const key = byPlatform.get(id) ?? ''
      const address = addresses.addressOf(id, { key })
      assert.ok(address, id)
      assert.deepEqual(addresses.match(new URL(address))?.member, { key }, id)
    }
    const publicPages = [
      ['greenhouse', 'fernmills', 'https://job-boards.greenhouse.io/fernmills'],
      ['ashby', 'Fern Mills', 'https://jobs.ashbyhq.com/Fern%20Mills'],
      ['teamtailor', 'fern-mills.na', 'https://fern-mills.na.teamtailor.com'],
      ['lever', 'eu/fernmills', 'https://jobs.eu.lever.co/fernmills'],
      ['personio', 'fern-mills', 'https://fern-mills.jobs.personio.de'],
      ['personio', 'fern-mills.jobs.personio.com', 'https://fern-mills.jobs.personio.com'],
      ['workday', 'fernmills.wd5/External', 'https://fernmills.wd5.myworkdayjobs.com/External'],
    ] as const
    for (const [platform, key, page] of publicPages)
      assert.equal(addresses.addressOf(platform, { key }), page)
  })

  // Sites on SuccessFactors have any host; their pages have a mark.
  it('exist for the boards of the registry, of which every tenth is tried', () => {
    const boards = loadBoards(new RegistryFiles(), new Decisions([]))
    for (const [platform, entries = []] of Object.entries(boards))
      for (const { key } of entries.filter((_, at) => at % 10 === 0 && platform !== 'successfactors'))
        assert.ok(addresses.addressOf(platform, { key }), `${platform} ${key}`)
  })

  it('are not those of the platforms themselves, of other hosts or of single postings', () => {
    for (const address of [
      'https://www.recruitee.com/pricing',
      'https://boards.greenhouse.io/',
      'https://boards.greenhouse.io/embed/job_app?token=1',
      'https://www.greenhouse.io/fernmills',
      'https://jobs.lever.co.evil.example/fernmills',
      'https://evil.example/jobs.lever.co/fernmills',
      'https://apply.workable.com/j/A1B2C3',
      'https://fernmills.wd5.myworkdayjobs.com/en-US',
      'https://a.b.teamtailor.com/',
      'https://jobs.lever.co/%2e%2e%2fadmin',
      `https://jobs.lever.co/${'x'.repeat(200)}`,
    ])
      assert.equal(addresses.match(new URL(address)), undefined, address)
  })

  it('name platforms of which it is known whether they are read', () => {
    for (const { platform } of jobAddressRules) {
      const { isSupported, terms } = jobRecogniser.describe(platform)
      assert.equal(
        isSupported,
        jobAdapters.some(({ id }) => id === platform),
        platform,
      )
      assert.notEqual(terms, '')
    }
  })
})
