/** Platforms with several requests per board, tested with made-up responses. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertValidPosting, singleBoardSource } from '../../../../test/support/jobs/single-board-source.ts'
import { testSource, type UpstreamRequest } from '../../../../test/support/sync/test-source.ts'
import { rippling } from './adapters/rippling.ts'
import { smartrecruiters } from './adapters/smartrecruiters.ts'
import { teamtailor } from './adapters/teamtailor.ts'
import { workday } from './adapters/workday/workday.ts'
import { jobposting } from './formats/jobposting.ts'
import { findJobPosting } from './formats/jobposting-node.ts'

const now = '2026-11-15T08:00:00Z'
const shared = { now, check: assertValidPosting, notFound: 'nothing' as const }

function smartRow(id: number) {
  return {
    id: String(id),
    name: 'Welder  /  Fitter',
    refNumber: `REF${id}`,
    company: { identifier: 'AcmeTools', name: 'Acme Tools' },
    creator: { name: 'Jo Private' },
    customField: [{ fieldLabel: 'Maximum Annual Salary', valueLabel: '99999' }],
    releasedDate: '2026-06-08T02:11:28.000Z',
    location: { city: 'Toledo', region: 'OH', country: 'us', remote: true, hybrid: false },
    department: {},
    function: { id: 'production', label: 'Production' },
    typeOfEmployment: { id: 'permanent', label: 'Full-time' },
  }
}
const smartPath = '/v1/companies/AcmeTools/postings?limit=100&offset='

testSource(singleBoardSource(smartrecruiters, 'AcmeTools'), {
  ...shared,
  upstream: {
    [`${smartPath}0`]: { body: { offset: 0, limit: 100, totalFound: 101, content: [smartRow(1)] } },
    [`${smartPath}100`]: { body: { offset: 100, limit: 100, totalFound: 101, content: [smartRow(2)] } },
  },
  empty: { [`${smartPath}0`]: { body: { offset: 0, limit: 100, totalFound: 0, content: [] } } },
  records: [
    {
      type: 'posting',
      nativeId: '1',
      requisitionId: 'REF1',
      url: 'https://jobs.smartrecruiters.com/AcmeTools/1',
      title: 'Welder / Fitter',
      company: 'Acme Tools',
      department: 'Production',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Remote',
      employment: ['Full Time'],
      posted: '2026-06-08',
    },
    {
      type: 'posting',
      nativeId: '2',
      requisitionId: 'REF2',
      url: 'https://jobs.smartrecruiters.com/AcmeTools/2',
      title: 'Welder / Fitter',
      company: 'Acme Tools',
      department: 'Production',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Remote',
      employment: ['Full Time'],
      posted: '2026-06-08',
    },
  ],
})

function workdayUpstream(request: UpstreamRequest) {
  if (request.method === 'GET') {
    if (!request.path.includes('_JR1')) return { status: 400, body: {} }
    return {
      body: {
        jobPostingInfo: {
          title: 'Welder',
          jobDescription: '<p>Weld</p>',
          location: 'Ohio - Toledo',
          additionalLocations: ['Ohio - Dayton'],
          startDate: '2026-08-03',
          timeType: 'Full time',
          remoteType: 'Hybrid',
          jobReqId: 'JR1',
          country: { descriptor: 'United States of America' },
          externalUrl: 'https://acme.wd5.myworkdayjobs.com/External/job/Ohio---Toledo/Welder_JR1',
        },
        hiringOrganization: { name: '908000 Acme Tools LLC' },
      },
    }
  }
  const { offset, appliedFacets } = JSON.parse(request.body)
  const rows = Array.from({ length: 21 }, (_, at) => ({
    title: `Welder ${at + 1}`,
    externalPath: `/job/Virginia---Washington-DC-Metro---Remote/Welder_JR${at + 1}`,
    locationsText: '3 Locations',
  }))
  const chosen = appliedFacets.jobFamilyGroup ? rows.slice(0, 1) : rows.slice(0, 2).concat(rows.slice(20))
  const listed = appliedFacets.jobFamilyGroup ? chosen : offset === 0 ? chosen.slice(0, 2) : chosen.slice(2)
  return {
    body: {
      total: offset === 0 ? (appliedFacets.jobFamilyGroup ? 1 : 21) : 0,
      jobPostings: listed,
      facets:
        offset === 0
          ? [{ facetParameter: 'jobFamilyGroup', values: [{ descriptor: 'Production', id: 'a1' }] }]
          : [],
    },
  }
}

testSource(singleBoardSource(workday, 'acme.wd5/External'), {
  ...shared,
  upstream: workdayUpstream,
  empty: () => ({ body: { total: 0, jobPostings: [], facets: [] } }),
  records: [
    {
      type: 'posting',
      nativeId: 'JR1',
      requisitionId: 'JR1',
      url: 'https://acme.wd5.myworkdayjobs.com/External/job/Ohio---Toledo/Welder_JR1',
      title: 'Welder',
      company: 'Acme',
      department: 'Production',
      places: [
        { city: 'Toledo', region: 'OH', country: 'US' },
        { city: 'Dayton', region: 'OH', country: 'US' },
      ],
      workplace: 'Hybrid',
      employment: ['Full Time'],
      posted: '2026-08-03',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      type: 'posting',
      nativeId: 'JR2',
      requisitionId: 'JR2',
      url: 'https://acme.wd5.myworkdayjobs.com/External/job/Virginia---Washington-DC-Metro---Remote/Welder_JR2',
      title: 'Welder 2',
      company: 'Acme',
      places: [{ region: 'VA', country: 'US' }],
      remoteCountries: ['US'],
      workplace: 'Remote',
      employment: [],
      isPartial: true,
    },
    {
      type: 'posting',
      nativeId: 'JR21',
      requisitionId: 'JR21',
      url: 'https://acme.wd5.myworkdayjobs.com/External/job/Virginia---Washington-DC-Metro---Remote/Welder_JR21',
      title: 'Welder 21',
      company: 'Acme',
      places: [{ region: 'VA', country: 'US' }],
      remoteCountries: ['US'],
      workplace: 'Remote',
      employment: [],
      isPartial: true,
    },
  ],
})

const item = {
  id: '20fa',
  title: 'Welder',
  url: 'https://acme.teamtailor.com/jobs/7167985-welder',
  date_published: '2026-02-04T09:26:20+01:00',
  content_html: '<p>Weld</p>',
  _jobposting: {
    '@type': 'JobPosting',
    identifier: { value: 7167985 },
    employmentType: ['FULL_TIME', 'PART_TIME'],
    jobLocation: [
      {
        '@type': 'Place',
        address: { addressLocality: 'Madrid', addressRegion: 'Europe', addressCountry: 'ES' },
      },
    ],
  },
}
const rss = `<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>Acme</title>
<item><title>Welder</title><guid>20fa</guid><remoteStatus>temporary</remoteStatus><tt:department>Shop</tt:department></item></channel></rss>`

testSource(singleBoardSource(teamtailor, 'acme'), {
  ...shared,
  upstream: {
    '/jobs.json': { body: { title: 'Acme Tools', items: [item] } },
    '/jobs.rss?offset=0&per_page=100': { body: rss },
  },
  empty: { '/jobs.json': { body: { title: 'Acme Tools', items: [] } } },
  records: [
    {
      type: 'posting',
      nativeId: '20fa',
      url: 'https://acme.teamtailor.com/jobs/7167985-welder',
      title: 'Welder',
      company: 'Acme Tools',
      department: 'Shop',
      places: [{ city: 'Madrid', region: 'MD', country: 'ES' }],
      workplace: 'Hybrid',
      employment: ['Full Time', 'Part Time'],
      posted: '2026-02-04',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
  ],
})

const ripplingRow = {
  uuid: '2f06',
  name: 'Welder',
  department: { id: 'Shop', label: 'Shop' },
  url: 'https://ats.rippling.com/acme/jobs/2f06',
  workLocation: { id: 'x', label: 'Remote (New Jersey, US)' },
}
const ripplingPath = '/platform/api/ats/v1/board/acme/jobs'

testSource(singleBoardSource(rippling, 'acme'), {
  ...shared,
  upstream: {
    [ripplingPath]: {
      body: [
        ripplingRow,
        { ...ripplingRow, workLocation: { id: 'y', label: 'New York, NY' } },
        {
          ...ripplingRow,
          uuid: '3a',
          url: 'https://ats.rippling.com/acme/jobs/3a',
          workLocation: { id: 'z', label: 'Austin, TX' },
        },
      ],
    },
    [`${ripplingPath}/2f06`]: {
      body: {
        companyName: 'Acme Tools',
        createdOn: '2026-08-01T10:00:00Z',
        employmentType: { label: 'HOURLY_FT', id: 'ours' },
        description: { company: 'c', role: 'r' },
        payRangeDetails: [
          { currency: 'USD', frequency: 'HOUR', rangeStart: 20, rangeEnd: 25 },
          { currency: 'USD', frequency: 'HOUR', rangeStart: 18, rangeEnd: 22 },
        ],
      },
    },
  },
  empty: { [ripplingPath]: { body: [] } },
  records: [
    {
      type: 'posting',
      nativeId: '3a',
      url: 'https://ats.rippling.com/acme/jobs/3a',
      title: 'Welder',
      company: 'Acme',
      department: 'Shop',
      places: [{ city: 'Austin', region: 'TX', country: 'US' }],
      employment: [],
      isPartial: true,
    },
    {
      type: 'posting',
      nativeId: '2f06',
      url: 'https://ats.rippling.com/acme/jobs/2f06',
      title: 'Welder',
      company: 'Acme Tools',
      department: 'Shop',
      places: [
        { city: 'New York', region: 'NY', country: 'US' },
        { region: 'NJ', country: 'US' },
      ],
      remoteCountries: ['US'],
      workplace: 'Remote',
      employment: ['Full Time'],
      pay: { min: 18, max: 25, currency: 'USD', period: 'hour' },
      posted: '2026-08-01',
      body: 'r\nc',
      bodyHash: '1hXqMXvGS5IQOPL68d4PnH',
    },
  ],
})

function posting(title: string, more: object = {}): string {
  const data = {
    '@context': 'https://schema.org/',
    '@graph': [
      {
        '@type': ['Thing', 'JobPosting'],
        title,
        identifier: { '@type': 'PropertyValue', value: `id of ${title}` },
        hiringOrganization: 'Acme Tools',
        occupationalCategory: 'Shop',
        datePosted: '2026-05-30',
        employmentType: 'FULL_TIME,PART_TIME',
        jobLocationType: 'TELECOMMUTE',
        jobLocation: {
          '@type': 'Place',
          address: {
            addressLocality: 'Toledo',
            addressRegion: 'Ohio,',
            addressCountry: { name: ['USA', 'USA'] },
          },
        },
        baseSalary: { currency: 'USD', value: { value: 17, unitText: 'HOUR' } },
        ...more,
      },
    ],
  }
  return `<html><head><script type="application/ld+json">{"@type":"Organization"}</script><script type="application/ld&#x2B;json" nonce="n">${JSON.stringify(data)}</script></head></html>`
}
const site = 'https://acme.careers.example'

testSource(singleBoardSource(jobposting, 'acme.careers.example'), {
  ...shared,
  upstream: {
    '/sitemap.xml': {
      body: `<sitemapindex><sitemap><loc>http://acme.careers.example/maps/1.xml</loc></sitemap></sitemapindex>`,
    },
    '/maps/1.xml': {
      body: `<urlset><url><loc>${site}/about</loc></url><url><loc>${site}/jobs/1?utm_source=map</loc></url><url><loc>http://acme.careers.example/jobs/2</loc></url><url><loc>https://elsewhere.example/jobs/3</loc></url></urlset>`,
    },
    '/jobs/1?utm_source=map': { body: posting('Welder') },
    '/jobs/2': {
      body: posting('Fitter (Hybrid)', { baseSalary: { minValue: '', maxValue: '' }, identifier: undefined }),
    },
  },
  empty: { '/sitemap.xml': { body: '<urlset></urlset>' } },
  records: [
    {
      type: 'posting',
      nativeId: 'id of Welder',
      url: 'https://acme.careers.example/jobs/1',
      title: 'Welder',
      company: 'Acme Tools',
      department: 'Shop',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Remote',
      employment: ['Full Time', 'Part Time'],
      pay: { min: 17, max: 17, currency: 'USD', period: 'hour' },
      posted: '2026-05-30',
    },
    {
      type: 'posting',
      nativeId: 'https://acme.careers.example/jobs/2',
      url: 'https://acme.careers.example/jobs/2',
      title: 'Fitter (Hybrid)',
      company: 'Acme Tools',
      department: 'Shop',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Hybrid',
      employment: ['Full Time', 'Part Time'],
      posted: '2026-05-30',
    },
  ],
})

describe('JSON-LD', () => {
  it('names the pages that repeat the posting of another one', () => {
    const body = posting('Welder')
    const responses = [1, 2, 3].map((page) => ({
      kind: 'page',
      url: `${site}/jobs/${page}`,
      fetchedAt: 0,
      body: jobposting.condense?.('page', body),
    }))
    const [member] = singleBoardSource(jobposting, 'acme.careers.example').members
    assert.ok(member)
    const records = jobposting.toRecords(responses, { member, nowMs: 0, drop: assert.fail })
    assert.deepEqual([...records].slice(1), [
      { type: 'listed', url: `${site}/jobs/2`, repeats: 'Welder' },
      { type: 'listed', url: `${site}/jobs/3`, repeats: 'Welder' },
    ])
  })

  it('accepts line breaks inside strings', () => {
    const page =
      '<script type="application/ld+json">{"@type":"JobPosting","title":"Sweeper","description":"one\ntwo\\n"}</script>'
    assert.equal(findJobPosting(page)?.title, 'Sweeper')
  })

  it('finds nothing in a page without a posting', () => {
    assert.equal(
      findJobPosting('<script>{"@type":"JobPosting"}</script><script type="application/ld+json">{</script>'),
      undefined,
    )
  })
})
