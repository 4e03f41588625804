/** The addresses of job boards, one line per form; the first of a platform is the public page of a board. */

import { type AddressRule, compileAddressRules } from '../../../core/addresses/address-rule.ts'
import type { PlatformFacts, Recogniser } from '../../../discovery/recogniser.ts'
import { careerWords } from './formats/career-words.ts'
import { jobAdapters } from './index.ts'

const workdayHost = '{tenant}.{pod}.myworkdayjobs.com'
const workdayKey = { key: '{tenant}.{pod}/{site}' }
const workdaySite = '{pod}.myworkdaysite.com'
const workdaySiteKey = { key: '{pod}.myworkdaysite.com/{tenant}/{site}' }
const oracleHost = '{name}.fa.{region}.oraclecloud.com'
const oracleKey = { key: '{name}.fa.{region}.oraclecloud.com/{site}' }
const ukgKey = { key: 'recruiting{n}/{tenant}/{board}' }

export const jobAddressRules: readonly AddressRule[] = [
  { platform: 'greenhouse', address: 'job-boards.greenhouse.io/{key}' },
  { platform: 'greenhouse', address: 'boards.greenhouse.io/{key}' },
  { platform: 'greenhouse', address: 'boards.greenhouse.io/embed/job_board/js?for={key}' },
  { platform: 'greenhouse', address: 'boards.greenhouse.io/embed/job_board?for={key}' },
  { platform: 'greenhouse', address: 'boards.greenhouse.io/embed/job_app?for={key}' },
  { platform: 'greenhouse', address: 'job-boards.greenhouse.io/embed/job_board?for={key}' },
  { platform: 'greenhouse', address: 'boards-api.greenhouse.io/v1/boards/{key}' },
  // The interface is the same for European boards; only their pages are elsewhere.
  { platform: 'greenhouse', address: 'job-boards.eu.greenhouse.io/{key}' },
  { platform: 'greenhouse', address: 'boards.eu.greenhouse.io/{key}' },
  { platform: 'lever', address: 'jobs.lever.co/{key}' },
  { platform: 'lever', address: 'api.lever.co/v0/postings/{key}' },
  { platform: 'lever', address: 'jobs.eu.lever.co/{name}', member: { key: 'eu/{name}' } },
  { platform: 'lever', address: 'api.eu.lever.co/v0/postings/{name}', member: { key: 'eu/{name}' } },
  { platform: 'ashby', address: 'jobs.ashbyhq.com/{key}' },
  { platform: 'ashby', address: 'api.ashbyhq.com/posting-api/job-board/{key}' },
  // A single posting has an address without its board: /j/ and a code.
  { platform: 'workable', address: 'apply.workable.com/{key}', except: ['j'] },
  { platform: 'workable', address: 'apply.workable.com/api/v1/widget/accounts/{key}' },
  { platform: 'workable', address: '{key}.workable.com', except: ['apply', 'jobs', 'resources', 'careers'] },
  { platform: 'smartrecruiters', address: 'careers.smartrecruiters.com/{key}' },
  { platform: 'smartrecruiters', address: 'jobs.smartrecruiters.com/{key}', except: ['oneclick-ui'] },
  { platform: 'smartrecruiters', address: 'api.smartrecruiters.com/v1/companies/{key}' },
  { platform: 'recruitee', address: '{key}.recruitee.com', except: ['jobs', 'careers'] },
  { platform: 'personio', address: '{key}.jobs.personio.de' },
  {
    platform: 'personio',
    address: '{name}.jobs.personio.com',
    member: { key: '{name}.jobs.personio.com' },
  },
  { platform: 'teamtailor', address: '{key}.teamtailor.com', except: ['career', 'jobs', 'scripts'] },
  { platform: 'teamtailor', address: '{name}.na.teamtailor.com', member: { key: '{name}.na' } },
  { platform: 'teamtailor', address: '{name}.us.teamtailor.com', member: { key: '{name}.us' } },
  { platform: 'rippling', address: 'ats.rippling.com/{lang}/{key}/jobs' },
  { platform: 'rippling', address: 'ats.rippling.com/{key}/jobs' },
  { platform: 'rippling', address: 'api.rippling.com/platform/api/ats/v1/board/{key}' },
  { platform: 'workday', address: `${workdayHost}/{site}`, member: workdayKey, except: ['wday'] },
  { platform: 'workday', address: `${workdayHost}/{lang}/{site}`, member: workdayKey },
  { platform: 'workday', address: `${workdayHost}/wday/cxs/{tenant}/{site}`, member: workdayKey },
  // Where host and tenant have different names.
  {
    platform: 'workday',
    address: '{host}.{pod}.myworkdayjobs.com/wday/cxs/{tenant}/{site}',
    member: { key: '{host}.{pod}/{tenant}/{site}' },
  },
  { platform: 'workday', address: `${workdaySite}/recruiting/{tenant}/{site}`, member: workdaySiteKey },
  {
    platform: 'workday',
    address: `${workdaySite}/{lang}/recruiting/{tenant}/{site}`,
    member: workdaySiteKey,
  },
  { platform: 'breezy', address: '{key}.breezy.hr', except: ['app', 'api', 'assets-cdn', 'developer'] },
  { platform: 'bamboohr', address: '{key}.bamboohr.com/careers' },
  { platform: 'bamboohr', address: '{key}.bamboohr.com/jobs' },
  { platform: 'gem', address: 'jobs.gem.com/{key}' },
  { platform: 'gem', address: 'api.gem.com/job_board/v0/{key}' },
  { platform: 'pinpoint', address: '{key}.pinpointhq.com', except: ['app', 'api', 'developers', 'help'] },
  { platform: 'jazzhr', address: '{key}.applytojob.com', except: ['app', 'api'] },
  { platform: 'icims', address: '{name}.icims.com', member: { key: '{name}.icims.com' } },
  { platform: 'jibe', address: '{name}.jibeapply.com', member: { key: '{name}.jibeapply.com' } },
  { platform: 'successfactors', address: '{name}.jobs2web.com', member: { key: '{name}.jobs2web.com' } },
  {
    platform: 'successfactors',
    address: 'career{n}.successfactors.com/career?company={key}',
    unread: 'Its career site on a host of the employer is read, not this older one.',
  },
  {
    platform: 'oracle',
    address: `${oracleHost}/hcmUI/CandidateExperience/en/sites/{site}`,
    member: oracleKey,
  },
  {
    platform: 'oracle',
    address: `${oracleHost}/hcmUI/CandidateExperience/{language}/sites/{site}`,
    member: oracleKey,
  },
  // Any other host is a career site only if its pages have postings as structured data.
  { platform: 'jobposting', address: '{name}.careers.example', member: { key: '{name}.careers.example' } },
  // Platforms without an adapter.
  { platform: 'jobvite', address: 'jobs.jobvite.com/{key}' },
  { platform: 'ukg', address: 'recruiting{n}.ultipro.com/{tenant}/JobBoard/{board}', member: ukgKey },
  { platform: 'paylocity', address: 'recruiting.paylocity.com/Recruiting/Jobs/All/{key}' },
  { platform: 'adp', address: 'workforcenow.adp.com?cid={cid}&ccId={ccId}', member: { key: '{cid}/{ccId}' } },
]

const withoutAdapter: Readonly<Record<string, string>> = {
  jobvite: 'Jobvite',
  ukg: 'UKG',
  paylocity: 'Paylocity',
  adp: 'ADP',
}

/** Platforms whose members are the hosts of career sites. */
const ownHosts = new Set(['jibe', 'jobposting', 'successfactors'])

export const jobRecogniser: Recogniser = {
  service: 'jobs',
  addresses: compileAddressRules(jobAddressRules),
  // Pages of employers that show postings of Greenhouse; the key must be found elsewhere.
  marks: [
    { platform: 'greenhouse', text: 'gh_jid=' },
    { platform: 'successfactors', text: '/platform/js/j2w/' },
    { platform: 'jibe', text: 'app.jibecdn.com/prod/search/' },
  ],
  structuredData: { type: 'JobPosting', platform: 'jobposting', inMicrodata: true },
  memberOfPage: (platform, { host }) => (ownHosts.has(platform) ? { key: host } : {}),
  words: careerWords,
  requiredFields: ['key'],
  describe(platform): PlatformFacts {
    const about = jobAdapters.find(({ id }) => id === platform)?.about
    if (about !== undefined)
      return { name: about.name, source: platform, terms: about.terms, isSupported: true }
    const name = withoutAdapter[platform]
    if (name === undefined) throw new TypeError(`job addresses: unknown platform ${platform}`)
    return { name, terms: 'Nobody has looked at its terms yet.', isSupported: false }
  },
}
