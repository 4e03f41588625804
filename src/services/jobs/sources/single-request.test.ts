/** Platforms with one response per board, tested with made-up responses. */

import { assertValidPosting, singleBoardSource } from '../../../../test/support/jobs/single-board-source.ts'
import { testSource } from '../../../../test/support/sync/test-source.ts'
import { ashby } from './adapters/ashby.ts'
import { greenhouse } from './adapters/greenhouse.ts'
import { lever } from './adapters/lever.ts'
import { personio } from './adapters/personio.ts'
import { recruitee } from './adapters/recruitee.ts'
import { workable } from './adapters/workable.ts'

const now = '2026-11-15T08:00:00Z'
const shared = { now, check: assertValidPosting, notFound: 'nothing' as const }

const gherkin = {
  id: 4011,
  internal_job_id: 77,
  title: 'Welder &amp;amp; Fitter ',
  updated_at: '2026-11-15T01:00:00-05:00',
  first_published: '2026-07-20T23:00:00-04:00',
  requisition_id: 'See Opening ID',
  company_name: 'Acme Tools ',
  location: { name: 'Hybrid' },
  absolute_url: 'https://job-boards.greenhouse.io/acme/jobs/4011?gh_src=x',
  metadata: [
    { id: 1, name: 'Hiring Manager', value: 'Jo Private' },
    { id: 2, name: 'Employment Type', value: 'Regular' },
  ],
  content: '&lt;p&gt;Join&amp;nbsp;us&lt;/p&gt;',
  departments: [
    { id: 2, name: 'Plant', parent_id: null },
    { id: 5, name: 'Shop Floor', parent_id: 2 },
  ],
  offices: [{ id: 8, name: 'Toledo', location: 'Toledo, Ohio, United States' }],
  pay_input_ranges: [
    { min_cents: 3600, max_cents: 4800, currency_type: 'USD', title: 'This is an hourly rate.' },
  ],
  application_deadline: null,
}

testSource(singleBoardSource(greenhouse, 'acme'), {
  ...shared,
  upstream: {
    '/v1/boards/acme/jobs?content=true&pay_transparency=true': {
      body: {
        jobs: [
          gherkin,
          { ...gherkin, id: 4012, internal_job_id: null },
          { ...gherkin, id: 4013, title: ' ' },
          { title: 'no id' },
          {
            ...gherkin,
            id: 4015,
            location: { name: 'Toledo, OH' },
            metadata: [
              { id: 1, name: 'Employment Type', value: ['Full-time', 7] },
              { id: 2, name: 'Worker Type', value: 'Contractor' },
              { id: 3, name: 'Location Type', value: 'Headquarters' },
              { id: 4, name: 'Work Model', value: ['Remote'] },
            ],
          },
        ],
        meta: { total: 5 },
      },
    },
  },
  empty: {
    '/v1/boards/acme/jobs?content=true&pay_transparency=true': { body: { jobs: [], meta: { total: 0 } } },
  },
  dropped: { 'no title': 1, 'not a posting': 1 },
  records: [
    {
      type: 'posting',
      nativeId: '4011',
      url: 'https://job-boards.greenhouse.io/acme/jobs/4011',
      title: 'Welder & Fitter',
      company: 'Acme Tools',
      department: 'Shop Floor',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Hybrid',
      employment: ['Regular'],
      pay: { min: 36, max: 48, currency: 'USD', period: 'hour' },
      posted: '2026-07-20',
      body: '&lt;p&gt;Join&amp;nbsp;us&lt;/p&gt;',
      bodyHash: 'Lh5OGK2K4HUB6pJaxWtJ6b',
    },
    {
      type: 'posting',
      nativeId: '4015',
      url: 'https://job-boards.greenhouse.io/acme/jobs/4011',
      title: 'Welder & Fitter',
      company: 'Acme Tools',
      department: 'Shop Floor',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Remote',
      employment: ['Full Time', 'Contract'],
      pay: { min: 36, max: 48, currency: 'USD', period: 'hour' },
      posted: '2026-07-20',
      body: '&lt;p&gt;Join&amp;nbsp;us&lt;/p&gt;',
      bodyHash: 'Lh5OGK2K4HUB6pJaxWtJ6b',
    },
  ],
})

const leverRow = {
  id: '5f0c',
  text: 'Welder (CONTRACT)',
  createdAt: 1764205361939,
  country: 'US',
  workplaceType: 'onsite',
  categories: {
    department: '-',
    team: 'Line 2',
    location: 'Toledo, OH',
    allLocations: ['Toledo, OH', 'Toronto, ON'],
  },
  salaryRange: { currency: 'USD', interval: 'per-year-salary', min: 50000, max: 60000 },
  description: '<div>Weld.</div>',
  lists: [{ text: 'You will', content: '<li>weld</li>' }],
  additional: '<div>Apply.</div>',
  hostedUrl: 'https://jobs.lever.co/acme/5f0c',
}

testSource(singleBoardSource(lever, 'acme'), {
  ...shared,
  upstream: { '/v0/postings/acme?mode=json': { body: [leverRow] } },
  empty: { '/v0/postings/acme?mode=json': { body: [] } },
  records: [
    {
      type: 'posting',
      nativeId: '5f0c',
      url: 'https://jobs.lever.co/acme/5f0c',
      title: 'Welder (CONTRACT)',
      company: 'Acme',
      department: 'Line 2',
      places: [
        { city: 'Toledo', region: 'OH', country: 'US' },
        { city: 'Toronto', region: 'ON', country: 'CA' },
      ],
      workplace: 'On Site',
      employment: ['Contract'],
      pay: { min: 50000, max: 60000, currency: 'USD', period: 'year' },
      posted: '2025-11-27',
      body: '\n<div>Weld.</div>\n<h3>You will</h3><ul><li>weld</li></ul>\n<div>Apply.</div>',
      bodyHash: 'kSOFNX8mDo3ymPtwTOBcIJ',
    },
  ],
})

const toronto = {
  postalAddress: { addressLocality: 'Toronto', addressRegion: 'Ontario', addressCountry: 'Canada' },
}
const ashbyRow = {
  id: '90fb',
  title: 'Welder ',
  department: null,
  team: 'Line 2',
  employmentType: 'FullTime',
  location: 'Toronto, Ontario',
  secondaryLocations: [{ location: 'Berlin', address: null }],
  publishedAt: '2026-07-08T19:48:19.767+00:00',
  isListed: true,
  isRemote: true,
  workplaceType: 'Hybrid',
  address: toronto,
  jobUrl: 'https://jobs.ashbyhq.com/acme/90fb',
  descriptionHtml: '<p>Weld</p>',
  shouldDisplayCompensationOnJobPostings: true,
  compensation: {
    summaryComponents: [
      { compensationType: 'EquityPercentage', interval: 'NONE', minValue: 1, maxValue: 2 },
      {
        compensationType: 'Salary',
        interval: '1 YEAR',
        currencyCode: 'CAD',
        minValue: 102800,
        maxValue: 137000,
      },
    ],
  },
}

testSource(singleBoardSource(ashby, 'Acme Tools'), {
  ...shared,
  upstream: {
    '/posting-api/job-board/Acme%20Tools?includeCompensation=true': {
      body: { jobs: [ashbyRow, { ...ashbyRow, id: 'hidden', isListed: false }], apiVersion: '1' },
    },
  },
  empty: {
    '/posting-api/job-board/Acme%20Tools?includeCompensation=true': { body: { jobs: [], apiVersion: '1' } },
  },
  records: [
    {
      type: 'posting',
      nativeId: '90fb',
      url: 'https://jobs.ashbyhq.com/acme/90fb',
      title: 'Welder',
      company: 'Acme',
      department: 'Line 2',
      places: [
        { city: 'Toronto', region: 'ON', country: 'CA' },
        { city: 'Berlin', region: 'BE', country: 'DE' },
      ],
      workplace: 'Hybrid',
      employment: ['Full Time'],
      pay: { min: 102800, max: 137000, currency: 'CAD', period: 'year' },
      posted: '2026-07-08',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
  ],
})

const workableRow = {
  title: 'Welder',
  shortcode: 'DD13',
  code: '',
  employment_type: 'Full-time',
  telecommuting: false,
  department: 'Shop',
  url: 'https://apply.workable.com/j/DD13',
  published_on: '2026-08-05',
  created_at: '2020-07-02',
  country: 'Spain',
  city: 'Vigo',
  state: 'Galicia',
  locations: [{ country: 'Spain', countryCode: 'ES', city: 'Vigo', region: 'Galicia', hidden: false }],
}
const widget = '/api/v1/widget/accounts/acme?details=true'

testSource(singleBoardSource(workable, 'acme'), {
  ...shared,
  upstream: {
    [widget]: {
      body: {
        name: 'Acme Tools',
        jobs: [
          workableRow,
          {
            ...workableRow,
            locations: [{ country: 'Portugal', countryCode: 'PT', city: '', region: null, hidden: false }],
          },
          {
            ...workableRow,
            locations: [{ country: 'France', countryCode: 'FR', city: 'Paris', region: null, hidden: true }],
            country: '',
            city: '',
            state: '',
          },
        ],
      },
    },
  },
  empty: { [widget]: { body: { name: 'Acme Tools', jobs: [] } } },
  records: [
    {
      type: 'posting',
      nativeId: 'DD13',
      url: 'https://apply.workable.com/j/DD13',
      title: 'Welder',
      company: 'Acme Tools',
      department: 'Shop',
      places: [{ city: 'Vigo', region: 'GA', country: 'ES' }, { country: 'PT' }],
      employment: ['Full Time'],
      posted: '2026-08-05',
    },
  ],
})

const offer = {
  id: 2700825,
  title: 'Welder',
  status: 'published',
  company_name: 'Acme',
  department: 'Shop',
  location: 'Remote job',
  locations: [
    { name: 'Vigo', city: 'Vigo', state: 'Galicia', state_code: 'XX', country: 'Spain', country_code: 'ES' },
  ],
  remote: true,
  hybrid: true,
  on_site: false,
  employment_type_code: 'fulltime_fixed_term',
  salary: { min: '3000', max: '3500', period: 'month', currency: 'EUR' },
  published_at: '2026-08-05 10:10:39 UTC',
  close_at: '2026-12-24 00:00:00 UTC',
  careers_url: 'https://jobs.acme.example/o/welder-vigo',
  description: '<p>Weld</p>',
  requirements: '<p>Mask</p>',
  mailbox_email: 'private@example.com',
}

testSource(singleBoardSource(recruitee, 'acme'), {
  ...shared,
  upstream: { '/api/offers/': { body: { offers: [offer, { ...offer, id: 1, status: 'draft' }] } } },
  empty: { '/api/offers/': { body: { offers: [] } } },
  records: [
    {
      type: 'posting',
      nativeId: '2700825',
      url: 'https://jobs.acme.example/o/welder-vigo',
      title: 'Welder',
      company: 'Acme',
      department: 'Shop',
      places: [{ city: 'Vigo', region: 'GA', country: 'ES' }],
      workplace: 'Hybrid',
      employment: ['Full Time', 'Temporary'],
      pay: { min: 36000, max: 42000, currency: 'EUR', period: 'year' },
      posted: '2026-08-05',
      closes: '2026-12-24',
      body: '<p>Weld</p>\n<p>Mask</p>',
      bodyHash: 'aIJKjkIvMWbmVwp2rPkKbz',
    },
  ],
})

const position = `<position><id>2642764</id><subcompany>Acme AG &amp; Co. KG</subcompany><office>Munich</office>
<additionalOffices><office>Berlin</office></additionalOffices><department>Operations</department><name>Welder &amp; Fitter</name>
<jobDescriptions><jobDescription><name>Your mission</name><value><![CDATA[<p>Weld &amp; fit</p>]]></value></jobDescription></jobDescriptions>
<employmentType>permanent</employmentType><schedule>full-or-part-time</schedule><createdAt>2026-05-20T12:41:19+00:00</createdAt></position>`

testSource(singleBoardSource(personio, 'acme'), {
  ...shared,
  upstream: {
    '/xml?language=en': { body: `<?xml version="1.0"?><workzag-jobs>${position}${position}</workzag-jobs>` },
  },
  empty: { '/xml?language=en': { body: '<?xml version="1.0"?><workzag-jobs></workzag-jobs>' } },
  records: [
    {
      type: 'posting',
      nativeId: '2642764',
      url: 'https://acme.jobs.personio.de/job/2642764',
      title: 'Welder & Fitter',
      company: 'Acme',
      department: 'Operations',
      places: [
        { city: 'Munich', region: 'BY', country: 'DE' },
        { city: 'Berlin', region: 'BE', country: 'DE' },
      ],
      employment: ['Full Time', 'Part Time'],
      posted: '2026-05-20',
      body: '<h3>Your mission</h3>\n<p>Weld &amp; fit</p>',
      bodyHash: 'oyoLRHbtBmA5zila4IyvIp',
    },
  ],
})
