import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { skipReason } from '../../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../../test/support/jobs/replay-recording.ts'
import { SandboxBoards } from '../../../../../test/support/jobs/sandbox-boards.ts'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { isFailure } from '../../../../core/errors.ts'
import { oracle } from './oracle.ts'

const key = 'acme.fa.us2.oraclecloud.com/CX_1'
const base = '/hcmRestApi/resources/latest'
const listPath = `${base}/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&finder=findReqs;siteNumber=CX_1,limit=200,offset=0,sortBy=POSTING_DATES_DESC`
const detailPath = (id: string) =>
  `${base}/recruitingCEJobRequisitionDetails?expand=all&onlyData=true&finder=ById;Id=%22${id}%22,siteNumber=CX_1`

const list = (rows: readonly unknown[], total = rows.length) => ({
  items: [{ TotalJobsCount: total, requisitionList: rows }],
  hasMore: false,
})

const row = {
  Id: '1859',
  Title: 'Welder &amp; Fitter',
  PostedDate: '2026-09-03',
  PostingEndDate: '2026-12-03',
  PrimaryLocation: 'TOLEDO, OH, United States',
  PrimaryLocationCountry: 'US',
  secondaryLocations: [{ Name: 'DAYTON, OH, United States', CountryCode: 'US' }],
  WorkplaceTypeCode: 'ORA_HYBRID',
  Department: null,
  JobFamily: 'Shop',
  JobSchedule: 'Full time',
  Relevancy: 7,
}
const toledo = { city: 'Toledo', region: 'OH', country: 'US' }
const dayton = { city: 'Dayton', region: 'OH', country: 'US' }
const url = (id: string) =>
  `https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/${id}`

testSource(singleBoardSource(oracle, key), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    [listPath]: {
      body: list([
        row,
        { Id: '1860', Title: 'Baker', PrimaryLocation: null, secondaryLocations: [] },
        { Id: '1861', Title: ' ' },
        { Title: 'No id' },
      ]),
    },
    [detailPath('1859')]: {
      body: {
        items: [
          {
            Id: '1859',
            Title: 'Welder',
            ExternalDescriptionStr: '<p>Weld</p>',
            ExternalQualificationsStr: '',
            HiringManager: 'Jo Private',
          },
        ],
      },
    },
    // The details of another posting.
    [detailPath('1860')]: { body: { items: [{ Id: '1859', ExternalDescriptionStr: '<p>Weld</p>' }] } },
    [detailPath('1861')]: { body: { items: [] } },
  },
  empty: { [listPath]: { body: list([]) } },
  dropped: { 'no title': 1, 'not a posting': 1 },
  records: [
    {
      type: 'posting',
      nativeId: '1859',
      requisitionId: '1859',
      url: url('1859'),
      title: 'Welder & Fitter',
      company: 'Acme',
      department: 'Shop',
      places: [toledo, dayton],
      workplace: 'Hybrid',
      employment: ['Full Time'],
      posted: '2026-09-03',
      closes: '2026-12-03',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      type: 'posting',
      nativeId: '1860',
      requisitionId: '1860',
      url: url('1860'),
      title: 'Baker',
      company: 'Acme',
      places: [],
      employment: [],
      isPartial: true,
    },
  ],
})

describe('Oracle Recruiting', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  const sandboxKey = 'ferntextiles.fa.us2.oraclecloud.com/CX_1'

  it('fails without a finder, and has no rows without `expand`', async () => {
    const refused = boards.read('oracle', sandboxKey, {
      rewrite: (url, request) => [url.replace(/finder=findReqs;/, 'q='), request],
    })
    await assert.rejects(refused, (error) => isFailure(error, 'upstream_changed'))
    const { postings, note } = await boards.read('oracle', sandboxKey, {
      rewrite: (url, request) => [url.replace('&expand=requisitionList.secondaryLocations', ''), request],
    })
    assert.deepEqual([postings.length, note?.verdict], [0, 'incomplete'])
  })

  it('does not publish the names of people', async () => {
    const { postings } = await boards.read('oracle', sandboxKey)
    assert.ok(postings.length > 5 && postings.every(({ isPartial }) => !isPartial))
    assert.ok(!JSON.stringify(postings).includes('Private'))
  })
})

describe('recordings of Oracle Recruiting', { skip: skipReason('recordings', folder) }, () => {
  it('have attributes that are nearly all null, and a country as the place', async () => {
    const result = await replay(oracle, 'US', key, [['page', 'oracle/requisitions.json']])
    assert.equal(result.verdict, 'details')
    assert.deepEqual(summarize(result), [
      'Content Associate | Morocco | Remote | -',
      'IT Support Technician | Lyon, France | On Site | -',
    ])
  })

  it('have upper-case cities and four further places', async () => {
    const result = await replay(oracle, 'US', key, [['page', 'oracle/requisitions_trimmed.json']])
    assert.deepEqual(summarize(result), [
      'Bridge Inspector | Perth, WA, Australia | - | -',
      'Technology and Communications Sector Leader | San Francisco, CA, United States + Houston, TX, United States + Atlanta, GA, United States + Miami, FL, United States + Irvine, CA, United States | - | -',
    ])
  })

  it('have three texts in the details of a posting', async () => {
    const detail = JSON.parse(readFileSync(join(folder ?? '', 'oracle/requisition_detail.json'), 'utf8'))
    const { Id, Title } = detail
    const { postings, verdict } = await replay(
      oracle,
      'US',
      key,
      [['detail', 'oracle/requisition_detail.json', `https://acme.example/#${Id}`]],
      [['page', JSON.stringify(list([{ Id, Title }]))]],
    )
    assert.equal(verdict, 'complete')
    for (const text of ['Lead enterprise', 'Own the implementation', 'Five years'])
      assert.ok(postings[0]?.body?.includes(text), text)
  })
})
