/** The requests for platforms whose lists are JSON or XML. "Clients" are independent public projects, compared in November 2026. */

import { get } from '../../sandbox/recorded-requests.ts'
import { feedRequests } from './feed-requests.ts'
import { type PlatformRequests, robots } from './platform-requests.ts'

const json = { 'content-type': 'application/json', accept: 'application/json' }

const boardsApi = 'https://boards-api.greenhouse.io'
const ashbyApi = 'https://api.ashbyhq.com'
const smartApi = 'https://api.smartrecruiters.com/v1/companies'
const workdayHost = 'https://juniperanalytics.wd2.myworkdayjobs.com'
const workdayBase = `${workdayHost}/wday/cxs/juniperanalytics/External`
const ripplingApi = 'https://api.rippling.com/platform/api/ats/v1/board'
const workdayList =
  'findajob 248 (an empty body gives 422), jobseek, career-ops: four fields, limit 20, offset 0.'

const oracleHost = 'https://ferntextiles.fa.us2.oraclecloud.com'
const oracleApi = `${oracleHost}/hcmRestApi/resources/latest`

export const listRequests: Readonly<Record<string, PlatformRequests>> = {
  greenhouse: {
    key: 'copperlogistics',
    unproved: 'the vendor documents the pay flag for single jobs only; clients send it for lists',
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
    unproved:
      'whether the list is limited to 100 rows without `limit`: a blog says so, a board with 313 rows contradicts it',
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
    unproved:
      'the careers page of an unknown board may return 200; then its postings stay and the failure is reported',
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
    unproved: 'a field `workplace_type`, which two projects read',
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
    unproved: '`robots.txt` forbids it, so it is off by default: see below',
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
    unproved: "whether the XML feed stays open after 10 February 2027; the vendor's notice says so",
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
  ...feedRequests,
  workday: {
    key: 'juniperanalytics.wd2/External',
    unproved:
      'some tenants require headers of browsers. They are not read: the server never poses as a browser',
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
    unproved:
      'whether version 1 shares the limit of version 2, 100 requests in ten minutes; no recording of a detail exists',
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
  gem: {
    key: 'hazel-freight',
    unproved:
      'the status of an unknown board: clients report 404 for a key in other case; no response is recorded',
    rows: [
      get('https://api.gem.com/robots.txt', robots),
      get(
        'https://api.gem.com/job_board/v0/hazel-freight/job_posts/',
        'The vendor documents it as public and without pages; ten files of clients send exactly this, with the slash.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://api.gem.com/robots.txt', robots),
      get('https://api.gem.com/job_board/v0/nobody/job_posts/', 'As above.'),
      get('https://jobs.gem.com/robots.txt', robots),
      get('https://jobs.gem.com/nobody', 'The public page of a board; its status is unproved.'),
    ],
  },
  breezy: {
    key: 'amber-logistics',
    unproved: 'whether the career site of a former customer leads to the vendor, as its list does',
    rows: [
      get('https://amber-logistics.breezy.hr/robots.txt', robots),
      get(
        'https://amber-logistics.breezy.hr/json',
        'Two recordings, and ten files of clients send exactly this (among them safe-global/safe-homepage).',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.breezy.hr/robots.txt', robots),
      get('https://nobody.breezy.hr/json', 'As above; it leads to the site of the vendor (reference A.11).'),
      get(
        'https://nobody.breezy.hr/',
        'The career site itself; that it leads to the vendor, too, is unproved.',
      ),
    ],
  },
  bamboohr: {
    key: 'iron-robotics',
    unproved:
      'the status of a list that an employer switches off; no recording of a detail or of the page for embedding exists',
    rows: [
      get('https://iron-robotics.bamboohr.com/robots.txt', robots),
      get('https://iron-robotics.bamboohr.com/careers/list', 'A recording, and ten files of clients.'),
      get(
        'https://iron-robotics.bamboohr.com/careers/{…}/detail',
        'Five files of clients; its fields were seen in a recording (reference A.8).',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.bamboohr.com/robots.txt', robots),
      get(
        'https://nobody.bamboohr.com/careers/list',
        'As above; 302 to the vendor, according to two clients.',
      ),
      get(
        'https://nobody.bamboohr.com/jobs/embed2.php',
        'Four files of clients; empty for an unknown company (reference A.8).',
      ),
    ],
  },
  jibe: {
    key: 'harborfoods.jibeapply.com',
    unproved:
      'the statuses of unknown sites. Sites below a path of the host of the employer are reported as moved',
    rows: [
      get('https://harborfoods.jibeapply.com/robots.txt', robots),
      get(
        'https://harborfoods.jibeapply.com/api/jobs?page=1&limit=100',
        'A recording, and four files of clients; a limit above 100 gives 422 (measured on 5 October 2026).',
      ),
    ],
    unknownKey: 'nobody.jibeapply.com',
    unknownRows: [
      get('https://nobody.jibeapply.com/robots.txt', robots),
      get('https://nobody.jibeapply.com/api/jobs?page=1&limit=100', 'As above; its status is unproved.'),
      get('https://nobody.jibeapply.com/jobs', 'Postings are below it; its status is unproved.'),
    ],
  },
  oracle: {
    key: 'ferntextiles.fa.us2.oraclecloud.com/CX_1',
    unproved:
      'the statuses of unknown sites; whether sites with a name in place of a number accept that as `siteNumber`; 403 for addresses of data centres is common, and is reported',
    rows: [
      get(`${oracleHost}/robots.txt`, robots),
      get(
        `${oracleApi}/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&finder=findReqs;siteNumber=CX_1,limit=200,offset=0,sortBy=POSTING_DATES_DESC`,
        'Two recordings (limit 200); seven files of clients send these parameters, one of them exactly these.',
      ),
      get(
        `${oracleApi}/recruitingCEJobRequisitionDetails?expand=all&onlyData=true&finder=ById;Id=%22{…}%22,siteNumber=CX_1`,
        'Two clients quote the id and name the site; a recording has the fields.',
      ),
    ],
    unknownKey: 'nobody.fa.us2.oraclecloud.com/CX_1',
    unknownRows: [
      get('https://nobody.fa.us2.oraclecloud.com/robots.txt', robots),
      get(
        'https://nobody.fa.us2.oraclecloud.com/hcmRestApi/resources/latest/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&finder=findReqs;siteNumber=CX_1,limit=200,offset=0,sortBy=POSTING_DATES_DESC',
        'As above; 403 or 404 (reference A.17), which is unproved.',
      ),
      get(
        'https://nobody.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1',
        'Addresses of recorded postings begin so; its status is unproved.',
      ),
    ],
  },
  pinpoint: {
    key: 'fern-foods',
    rows: [
      get('https://fern-foods.pinpointhq.com/robots.txt', robots),
      get(
        'https://fern-foods.pinpointhq.com/postings.json',
        'Two recordings, and ten files of clients; seen with postings on 21 September 2026.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.pinpointhq.com/robots.txt', robots),
      get('https://nobody.pinpointhq.com/postings.json', 'As above; 404 as JSON (reference A.14).'),
      get('https://nobody.pinpointhq.com/', 'The career site itself; its status is unproved.'),
    ],
  },
}
