/**
 * The exact requests of every job platform, with the evidence for them. A change of a request changes this table.
 * "Clients" are independent public projects; the comparison was made in November 2026.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { unusualKeys } from '../../../../sandbox/jobs/unusual-boards.ts'
import { skipReason } from '../../../../test/support/backends.ts'
import { SandboxBoards } from '../../../../test/support/jobs/sandbox-boards.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { assertRequests, type RequestRow } from '../../../../test/support/sandbox/recorded-requests.ts'
import { jobAdapters } from './index.ts'

interface Platform {
  readonly key: string
  readonly rows: readonly RequestRow[]
  /** A board that does not exist, and what is requested then. */
  readonly unknownKey: string
  readonly unknownRows: readonly RequestRow[]
}

const robots = 'RFC 9309: robots.txt is read before anything else.'
const json = { 'content-type': 'application/json', accept: 'application/json' }

function get(url: string, evidence: string, headers?: Readonly<Record<string, string>>): RequestRow {
  return { request: `GET ${url}`, evidence, ...(headers === undefined ? {} : { headers }) }
}

const boardsApi = 'https://boards-api.greenhouse.io'
const ashbyApi = 'https://api.ashbyhq.com'
const smartApi = 'https://api.smartrecruiters.com/v1/companies'
const workdayHost = 'https://juniperanalytics.wd2.myworkdayjobs.com'
const workdayBase = `${workdayHost}/wday/cxs/juniperanalytics/External`
const ripplingApi = 'https://api.rippling.com/platform/api/ats/v1/board'
const workdayList =
  'findajob 248 (an empty body gives 422), jobseek, career-ops: four fields, limit 20, offset 0.'

const platforms: Readonly<Record<string, Platform>> = {
  greenhouse: {
    key: 'copperlogistics',
    rows: [
      get(`${boardsApi}/robots.txt`, robots),
      get(
        `${boardsApi}/v1/boards/copperlogistics/jobs?content=true&pay_transparency=true`,
        'Ten files of clients send exactly this; vendor documentation (grnhse/greenhouse-api-docs).',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get(`${boardsApi}/robots.txt`, robots),
      get(`${boardsApi}/v1/boards/nobody/jobs?content=true&pay_transparency=true`, 'As above.'),
      get(`${boardsApi}/v1/boards/nobody`, 'Vendor documentation: the board itself, 404 if unknown.'),
    ],
  },
  lever: {
    key: 'MeridianAnalytics',
    rows: [
      get('https://api.lever.co/robots.txt', robots),
      get(
        'https://api.lever.co/v0/postings/MeridianAnalytics?mode=json',
        'Vendor README (lever/postings-api); `mode` wins over `Accept`.',
      ),
    ],
    unknownKey: 'eu/Nobody',
    unknownRows: [
      get('https://api.eu.lever.co/robots.txt', robots),
      get(
        'https://api.eu.lever.co/v0/postings/Nobody?mode=json',
        'Vendor README: European sites have a host of their own; freehire 151 saw 404 at the other.',
      ),
      get('https://jobs.eu.lever.co/robots.txt', robots),
      get('https://jobs.eu.lever.co/Nobody', '`hostedUrl` of recorded postings; its status is unproved.'),
    ],
  },
  ashby: {
    key: 'SaffronLabs',
    rows: [
      get(`${ashbyApi}/robots.txt`, robots),
      get(
        `${ashbyApi}/posting-api/job-board/SaffronLabs?includeCompensation=true`,
        'Eight files of clients and more; measured on 14 November 2026 (Dodo Data).',
      ),
    ],
    unknownKey: 'Nobody',
    unknownRows: [
      get(`${ashbyApi}/robots.txt`, robots),
      get(`${ashbyApi}/posting-api/job-board/Nobody?includeCompensation=true`, 'As above.'),
      get('https://jobs.ashbyhq.com/robots.txt', robots),
      get('https://jobs.ashbyhq.com/Nobody', '`jobUrl` of recorded postings; its status is unproved.'),
    ],
  },
  workable: {
    key: 'osprey-software',
    rows: [
      get('https://apply.workable.com/robots.txt', robots),
      get(
        'https://apply.workable.com/api/v1/widget/accounts/osprey-software?details=true',
        'Six files of clients and more; the documented address leads exactly here (jobleft, 25 September 2026).',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://apply.workable.com/robots.txt', robots),
      get('https://apply.workable.com/api/v1/widget/accounts/nobody?details=true', 'As above.'),
      get('https://apply.workable.com/nobody/', 'The public page of an account; its status is unproved.'),
    ],
  },
  smartrecruiters: {
    key: 'DriftAnalytics',
    rows: [
      get(
        `${smartApi}/DriftAnalytics/postings?limit=100&offset=0`,
        'Five files of clients and more; measured on 20 October 2026: Bosch, 4,839 rows in 49 requests.',
      ),
    ],
    unknownKey: 'Nobody',
    // An unknown company looks like an empty one.
    unknownRows: [
      get(`${smartApi}/Nobody/postings?limit=100&offset=0`, 'As above.'),
      get('https://careers.smartrecruiters.com/robots.txt', robots),
      get(
        'https://careers.smartrecruiters.com/Nobody',
        'The public page of a company; its status is unproved.',
      ),
    ],
  },
  recruitee: {
    key: 'pebble-health',
    rows: [
      get('https://pebble-health.recruitee.com/robots.txt', robots),
      get(
        'https://pebble-health.recruitee.com/api/offers/',
        'Vendor documentation and eight files of clients; both forms of the slash are in use.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.recruitee.com/robots.txt', robots),
      get('https://nobody.recruitee.com/api/offers/', 'As above.'),
      get(
        'https://nobody.recruitee.com/',
        'Reference A.6: the site of a former customer leads to a page of the vendor.',
      ),
    ],
  },
  personio: {
    key: 'saffron-motors',
    rows: [
      get('https://saffron-motors.jobs.personio.de/robots.txt', robots),
      get(
        'https://saffron-motors.jobs.personio.de/xml?language=en',
        'Sample of the vendor and about half of eight clients; without it 40 KB instead of 496 KB on one board.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.jobs.personio.de/robots.txt', robots),
      get('https://nobody.jobs.personio.de/xml?language=en', 'As above.'),
      get(
        'https://nobody.jobs.personio.de/?language=en',
        'career-ops 2528 and freehire 1110: the page lives while the feed is switched off.',
      ),
    ],
  },
  teamtailor: {
    key: 'saffron-health',
    rows: [
      get('https://saffron-health.teamtailor.com/robots.txt', robots),
      get(
        'https://saffron-health.teamtailor.com/jobs.json',
        'The `feed_url` of a recorded feed; three clients.',
      ),
      get(
        'https://saffron-health.teamtailor.com/jobs.rss?offset=0&per_page=100',
        'Vendor guide of 24 August 2026, quoted by two projects; six clients.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.teamtailor.com/robots.txt', robots),
      get('https://nobody.teamtailor.com/jobs.json', 'As above; 404 for an unknown name was seen.'),
      get('https://nobody.teamtailor.com/', 'The career site itself; its status is unproved.'),
    ],
  },
  workday: {
    key: 'juniperanalytics.wd2/External',
    rows: [
      get(`${workdayHost}/robots.txt`, robots),
      {
        request: `POST ${workdayBase}/jobs`,
        headers: json,
        body: '{"appliedFacets":{},"limit":20,"offset":{…},"searchText":""}',
        evidence: workdayList,
      },
      {
        request: `POST ${workdayBase}/jobs`,
        headers: json,
        body: '{"appliedFacets":{"jobFamilyGroup":["{…}"]},"limit":20,"offset":{…},"searchText":""}',
        evidence: 'Reference A.9: departments only as a facet; jobseek selects by facets.',
      },
      get(`${workdayBase}/job/{…}/{…}`, 'jobseek sends this header; some tenants fail without it.', {
        accept: 'application/json',
      }),
    ],
    unknownKey: 'nobody.wd2/External',
    unknownRows: [
      get('https://nobody.wd2.myworkdayjobs.com/robots.txt', robots),
      {
        request: 'POST https://nobody.wd2.myworkdayjobs.com/wday/cxs/nobody/External/jobs',
        headers: json,
        body: '{"appliedFacets":{},"limit":20,"offset":0,"searchText":""}',
        evidence: workdayList,
      },
      get(
        'https://nobody.wd2.myworkdayjobs.com/External',
        'The public page of a site, to which `externalUrl` of recorded details belongs; its status is unproved.',
      ),
    ],
  },
  rippling: {
    key: 'meridian-logistics',
    rows: [
      get('https://api.rippling.com/robots.txt', robots),
      get(
        `${ripplingApi}/meridian-logistics/jobs`,
        'Nine files of clients; 746 rows at once (jobseek 3464). Nine others use version 2.',
      ),
      get(`${ripplingApi}/meridian-logistics/jobs/{…}`, 'Reference A.13: seen by a public project.'),
    ],
    unknownKey: 'Nobody',
    unknownRows: [
      get('https://api.rippling.com/robots.txt', robots),
      get(`${ripplingApi}/Nobody/jobs`, 'As above; 404 RESOURCE_NOT_FOUND on 26 October 2026.'),
      get('https://ats.rippling.com/robots.txt', robots),
      get('https://ats.rippling.com/Nobody/jobs', '`url` of recorded rows; its status is unproved.'),
    ],
  },
  jobposting: {
    key: 'orchard-networks.careers.example',
    rows: [
      get('https://orchard-networks.careers.example/robots.txt', robots),
      get(
        'https://orchard-networks.careers.example/sitemap.xml',
        'sitemaps.org; WordPress, Yoast and others.',
      ),
      get(
        'https://orchard-networks.careers.example/jobs/{…}?utm_source=map',
        'sitemaps.org: the URL as the sitemap has it, with its query.',
      ),
    ],
    unknownKey: 'nobody.careers.example',
    unknownRows: [
      get('https://nobody.careers.example/robots.txt', robots),
      get('https://nobody.careers.example/sitemap.xml', 'As above.'),
      get('https://nobody.careers.example/', 'The site itself.'),
    ],
  },
}

describe('the requests for job boards', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('have a table for every platform', () => {
    assert.deepEqual(Object.keys(platforms).toSorted(), jobAdapters.map(({ id }) => id).toSorted())
  })

  for (const [platform, { key, rows, unknownKey, unknownRows }] of Object.entries(platforms)) {
    it(`of ${platform} are those of the table`, async () => {
      const { sent, postings } = await boards.read(platform, key)
      assertRequests(sent, rows)
      assert.ok(postings.length > 5, `${postings.length} postings`)
    })

    it(`of ${platform} ask for a second kind of evidence if a board is unknown`, async () => {
      const { sent, postings, note } = await boards.read(platform, unknownKey)
      assertRequests(sent, unknownRows)
      assert.equal(postings.length, 0)
      assert.equal(note?.verdict, 'gone')
    })
  }

  it('go to the hosts that Workday keys name', async () => {
    const first = async (key: string) => (await boards.read('workday', key)).sent[1]?.request
    assert.equal(
      await first(unusualKeys.workdayTwoNames),
      'POST https://two-names.wd1.myworkdayjobs.com/wday/cxs/two_names/External/jobs',
    )
    assert.equal(
      await first(unusualKeys.workdaySharedHost),
      'POST https://wd5.myworkdaysite.com/wday/cxs/shared/External/jobs',
    )
  })

  it('keep the pace that platforms ask for', () => {
    const paceOf = (platform: string) => jobAdapters.find(({ id }) => id === platform)?.polite
    // robots.txt of api.lever.co: `Crawl-delay: 1` (seven projects).
    assert.deepEqual(paceOf('lever'), { atOnce: 1, gapMs: 1000 })
    // Description of version 2: a hundred requests in ten minutes (one project, 25 September 2026).
    assert.deepEqual(paceOf('rippling'), { atOnce: 1, gapMs: 6000 })
  })

  const folder = recordingsDir('jobs')
  it('agree with the addresses that recordings name', { skip: skipReason('recordings', folder) }, () => {
    const recorded = (file: string) => JSON.parse(readFileSync(join(folder ?? '', file), 'utf8'))
    assert.match(
      recorded('teamtailor/jobs_feed.json').feed_url,
      /^https:\/\/[\w-]+\.teamtailor\.com\/jobs\.json$/,
    )
    const { ref } = recorded('smartrecruiters/postings.json').content[0]
    assert.match(ref, /^https:\/\/api\.smartrecruiters\.com\/v1\/companies\/[\w-]+\/postings\/\d+$/)
  })
})
