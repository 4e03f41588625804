/** Boards that answer with everything at once: Greenhouse, Lever, Ashby, Workable, Recruitee. */

import { encodeXML } from 'entities'
import { type Day, startOf, toDate } from '../calendar.ts'
import { json, type Reply, route, type SandboxHost, text } from '../host.ts'
import type { World } from '../world.ts'
import type { City } from './cities.ts'
import { type Company, companyAt, type Platform } from './companies.ts'
import { type Contract, shownBy, type Vacancy } from './vacancies.ts'

function board(
  platform: Platform,
  world: World,
  key: string,
  missing: Reply,
  show: (company: Company, shown: Vacancy[], whole: number) => unknown,
): Reply {
  const company = companyAt(platform, key)
  if (company === undefined) return missing
  const { shown, whole } = shownBy(world, company)
  return json(show(company, shown, whole))
}

export const greenhouseBoards: SandboxHost = {
  host: 'boards-api.greenhouse.io',
  routes: [
    route('GET /v1/boards/{token}/jobs', ({ params, world }) =>
      board(
        'greenhouse',
        world,
        params.token,
        json({ status: 404, error: 'Job board not found' }, { status: 404 }),
        (company, shown, whole) => ({
          jobs: shown.map((vacancy) => greenhouseJob(company, vacancy, world)),
          meta: { total: whole },
        }),
      ),
    ),
  ],
}

function greenhouseJob(company: Company, vacancy: Vacancy, world: World) {
  const [place] = vacancy.places
  const names = vacancy.places.map((one) => cityText(one)).join('; ')
  const model =
    vacancy.model === 'onsite' || vacancy.model === undefined
      ? ''
      : vacancy.model === 'remote'
        ? 'Remote'
        : 'Hybrid'
  return {
    ...(vacancy.spoiled === 'id' ? {} : { id: vacancy.serial }),
    internal_job_id: vacancy.serial + 7,
    title: vacancy.spoiled === 'title' ? ' ' : vacancy.title,
    updated_at: at(world.today(), 9, '-05:00'),
    first_published: at(vacancy.postedDay, 9, '-05:00'),
    requisition_id: vacancy.serial % 9 === 0 ? 'See Opening ID' : `R-${vacancy.serial}`,
    language: 'en',
    company_name: `${company.name} `,
    location: {
      name:
        model === 'Hybrid' && vacancy.serial % 3 === 0
          ? 'Hybrid'
          : model === ''
            ? names
            : `${names} (${model})`,
    },
    absolute_url: `https://job-boards.greenhouse.io/${company.key}/jobs/${vacancy.serial}`,
    metadata: [
      { id: 1, name: 'Employment Type', value: contractWord(vacancy.contract), value_type: 'single_select' },
      { id: 2, name: 'Hiring Manager', value: 'Somebody Private', value_type: 'short_text' },
    ],
    content: encodeXML(`<p>${encodeXML(vacancy.body)}&nbsp;</p>`),
    departments: [{ id: 5, name: `${vacancy.department} `, parent_id: 2, child_ids: [] }],
    offices: [
      {
        id: 8,
        name: place?.city ?? '',
        location: place === undefined ? null : cityText(place),
        parent_id: null,
        child_ids: [],
      },
    ],
    pay_input_ranges:
      vacancy.pay === undefined
        ? []
        : [
            {
              min_cents: vacancy.pay.min * 100,
              max_cents: vacancy.pay.max * 100,
              currency_type: vacancy.pay.currency,
              title: vacancy.pay.period === 'hour' ? 'This is an hourly rate.' : 'Annual base salary',
              blurb: '',
            },
          ],
    application_deadline: null,
    data_compliance: [],
  }
}

export const leverBoards: SandboxHost = {
  host: 'api.lever.co',
  routes: [
    route('GET /v0/postings/{site}', ({ params, world }) =>
      board(
        'lever',
        world,
        params.site,
        json({ ok: false, error: 'Document not found' }, { status: 404 }),
        (company, shown) => shown.map((vacancy) => leverPosting(company, vacancy)),
      ),
    ),
  ],
}

function leverPosting(company: Company, vacancy: Vacancy) {
  const names = vacancy.places.map(cityText)
  return {
    ...(vacancy.spoiled === 'id' ? {} : { id: vacancy.uuid }),
    text: vacancy.spoiled === 'title' ? '' : vacancy.title,
    createdAt: startOf(vacancy.postedDay) + 36_000_000,
    country: vacancy.places[0]?.code ?? null,
    workplaceType:
      vacancy.model === undefined ? 'unspecified' : vacancy.model === 'onsite' ? 'on-site' : vacancy.model,
    categories: {
      ...(vacancy.contract === undefined ? {} : { commitment: contractWord(vacancy.contract) }),
      department: vacancy.serial % 11 === 0 ? '-' : vacancy.department,
      team: 'Team',
      location: names[0],
      allLocations: names,
    },
    ...(vacancy.pay === undefined
      ? {}
      : {
          salaryRange: {
            currency: vacancy.pay.currency,
            interval: vacancy.pay.period === 'hour' ? 'per-hour-wage' : 'per-year-salary',
            min: vacancy.pay.min,
            max: vacancy.pay.max,
          },
        }),
    description: `<div>${encodeXML(vacancy.body)}</div>`,
    lists: [{ text: 'You will', content: '<li>work</li>' }],
    additional: '<div>Apply soon.</div>',
    hostedUrl: `https://jobs.lever.co/${company.key}/${vacancy.uuid}`,
    applyUrl: `https://jobs.lever.co/${company.key}/${vacancy.uuid}/apply`,
  }
}

export const ashbyBoards: SandboxHost = {
  host: 'api.ashbyhq.com',
  routes: [
    route('GET /posting-api/job-board/{name}', ({ params, world }) =>
      board('ashby', world, params.name, text('Not Found', { status: 404 }), (company, shown) => ({
        jobs: shown.map((vacancy) => ashbyJob(company, vacancy)),
        apiVersion: '1',
      })),
    ),
  ],
}

function ashbyJob(company: Company, vacancy: Vacancy) {
  const [first, ...others] = vacancy.places
  const salary = vacancy.pay && {
    compensationType: 'Salary',
    interval: vacancy.pay.period === 'hour' ? '1 HOUR' : '1 YEAR',
    currencyCode: vacancy.pay.currency,
    minValue: vacancy.pay.min,
    maxValue: vacancy.pay.max,
  }
  return {
    ...(vacancy.spoiled === 'id' ? {} : { id: vacancy.uuid }),
    title: vacancy.spoiled === 'title' ? '' : `${vacancy.title} `,
    department: vacancy.department,
    team: vacancy.department,
    employmentType: {
      full: 'FullTime',
      part: 'PartTime',
      contract: 'Contract',
      intern: 'Intern',
      temporary: 'Temporary',
    }[vacancy.contract ?? 'full'],
    location: first === undefined ? '' : cityText(first),
    secondaryLocations: others.map((place) => ({ location: place.city, address: postal(place) })),
    publishedAt: at(vacancy.postedDay, 19, '+00:00'),
    isListed: vacancy.serial % 97 !== 0,
    isRemote: vacancy.model !== 'onsite',
    workplaceType: { onsite: 'OnSite', remote: 'Remote', hybrid: 'Hybrid' }[vacancy.model ?? 'onsite'],
    address: first === undefined ? null : postal(first),
    jobUrl: `https://jobs.ashbyhq.com/${company.key}/${vacancy.uuid}`,
    applyUrl: `https://jobs.ashbyhq.com/${company.key}/${vacancy.uuid}/application`,
    descriptionHtml: `<p>${encodeXML(vacancy.body)}</p>`,
    shouldDisplayCompensationOnJobPostings: salary !== undefined,
    compensation: {
      summaryComponents: salary === undefined ? [] : [salary, { compensationType: 'EquityPercentage' }],
    },
  }
}

function postal(place: City) {
  return {
    postalAddress: {
      addressLocality: place.city,
      addressRegion: place.region,
      addressCountry: place.country,
    },
  }
}

export const workableBoards: SandboxHost = {
  host: 'apply.workable.com',
  routes: [
    route('GET /api/v1/widget/accounts/{slug}', ({ params, world }) =>
      board('workable', world, params.slug, text('Not Found', { status: 404 }), (company, shown) => ({
        name: company.name,
        description: null,
        jobs: shown.flatMap((vacancy) => vacancy.places.map((place) => workableJob(vacancy, place))),
      })),
    ),
  ],
}

/** One row per place, all under one code. */
function workableJob(vacancy: Vacancy, place: City) {
  const shortcode = vacancy.serial.toString(36).toUpperCase()
  return {
    title: vacancy.spoiled === 'title' ? '' : vacancy.title,
    shortcode: vacancy.spoiled === 'id' ? '' : shortcode,
    code: '',
    employment_type: vacancy.contract === undefined ? '' : contractWord(vacancy.contract),
    telecommuting: vacancy.model === 'remote',
    department: vacancy.department,
    url: `https://apply.workable.com/j/${shortcode}`,
    published_on: toDate(vacancy.postedDay),
    created_at: toDate(vacancy.postedDay - 300),
    country: place.country,
    city: place.city,
    state: place.region,
    locations: [
      {
        country: place.country,
        countryCode: place.code,
        city: place.city,
        region: place.region || null,
        hidden: false,
      },
    ],
  }
}

export const recruiteeBoards: SandboxHost = {
  host: '*.recruitee.com',
  routes: [
    route('GET /api/offers/', ({ subdomain, world }) =>
      board(
        'recruitee',
        world,
        subdomain,
        json({ error: 'Not Found' }, { status: 404 }),
        (company, shown) => ({
          offers: shown.map((vacancy) => recruiteeOffer(company, vacancy)),
        }),
      ),
    ),
  ],
}

function recruiteeOffer(company: Company, vacancy: Vacancy) {
  const { pay } = vacancy
  return {
    ...(vacancy.spoiled === 'id' ? {} : { id: vacancy.serial }),
    slug: `job-${vacancy.serial}`,
    title: vacancy.spoiled === 'title' ? '' : vacancy.title,
    status: 'published',
    company_name: company.name,
    department: vacancy.department,
    location: vacancy.model === 'remote' ? 'Remote job' : vacancy.places.map(cityText).join(', '),
    locations: vacancy.places.map((place) => ({
      name: place.city,
      city: place.city,
      state: place.region,
      state_code: place.regionCode,
      country: place.country,
      country_code: place.code,
    })),
    remote: vacancy.model === 'remote',
    hybrid: vacancy.model === 'hybrid',
    on_site: vacancy.model === 'onsite',
    employment_type_code: {
      full: 'fulltime_permanent',
      part: 'parttime_permanent',
      contract: 'freelance',
      intern: 'internship',
      temporary: 'fulltime_fixed_term',
    }[vacancy.contract ?? 'full'],
    salary: pay
      ? { min: String(pay.min), max: String(pay.max), period: pay.period, currency: pay.currency }
      : { min: null, max: null, period: null, currency: null },
    published_at: `${toDate(vacancy.postedDay)} 10:10:39 UTC`,
    updated_at: `${toDate(vacancy.postedDay)} 11:45:30 UTC`,
    close_at: null,
    careers_url: `https://${company.key}.recruitee.com/o/job-${vacancy.serial}`,
    description: `<p>${encodeXML(vacancy.body)}</p>`,
    requirements: '<p>Curiosity</p>',
    mailbox_email: 'private@example.com',
  }
}

export function contractWord(contract: Contract | undefined): string | null {
  if (contract === undefined) return null
  return {
    full: 'Full-time',
    part: 'Part-time',
    contract: 'Contract',
    intern: 'Internship',
    temporary: 'Temporary',
  }[contract]
}

export function cityText(place: City): string {
  const region = place.code === 'US' || place.code === 'CA' ? place.regionCode : ''
  return [place.city, region, place.code === 'US' && place.city.length % 2 === 0 ? '' : place.country]
    .filter(Boolean)
    .join(', ')
}

function at(day: Day, hour: number, offset: string): string {
  return `${toDate(day)}T${String(hour).padStart(2, '0')}:00:00${offset}`
}
