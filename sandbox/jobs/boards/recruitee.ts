/** Recruitee: all offers of a company in one response. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { companyAt } from '../companies.ts'
import type { Company } from '../company.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies, type Vacancy } from '../vacancies.ts'
import { board, careersPage, placeText, redirect, xml } from './board.ts'

/** From this day on the list needs a token of the employer. */
const tokenSince = Date.UTC(2027, 1, 10)
const notFound = () => json({ error: 'Not Found' }, { status: 404 })

function listOffers({ subdomain, world, headers }: SandboxRequest): Reply {
  if (subdomain === unusualKeys.recruiteeMoved) return redirect(301, 'https://jobs.moved.example/api/offers/')
  const needsToken = world.now() >= tokenSince || subdomain === unusualKeys.recruiteeToken
  if (needsToken && headers['x-careers-sites-token'] === undefined)
    return json({ error: 'Unauthorized' }, { status: 401 })
  return board('recruitee', world, subdomain, notFound(), (company, listed) => ({
    offers: listed.map((vacancy) => recruiteeOffer(company, vacancy)),
  }))
}

export const recruiteeBoards: SandboxHost = {
  host: '*.recruitee.com',
  routes: [
    route('GET /api/offers/', listOffers),
    route('GET /api/offers', listOffers),
    route('GET /api/feeds/offers.xml', ({ subdomain, world }) => {
      const company = companyAt(world, 'recruitee', subdomain)
      if (company === undefined) return notFound()
      const { listed } = listedVacancies(world, company)
      const offers = listed.map((vacancy) => xmlOffer(recruiteeOffer(company, vacancy)))
      return xml(`<offers>\n${offers.join('\n')}\n</offers>\n`)
    }),
    route('GET /', ({ subdomain, world }) =>
      companyAt(world, 'recruitee', subdomain) === undefined
        ? redirect(302, 'https://recruitee.com/')
        : careersPage(world, 'recruitee', subdomain),
    ),
  ],
}

/** The feed has the fields of the list except the pay. */
function xmlOffer(offer: ReturnType<typeof recruiteeOffer>): string {
  const { salary: _, status: __, locations, ...fields } = offer
  const element = (name: string, value: unknown) =>
    `<${name}>${value === null ? '' : encodeXML(String(value))}</${name}>`
  const elements = (node: object) =>
    Object.entries(node)
      .map(([name, value]) => element(name, value))
      .join('')
  const places = locations.map((place) => `<location>${elements(place)}</location>`)
  return `<offer>${elements(fields)}<locations>${places.join('')}</locations></offer>`
}

function recruiteeOffer(company: Company, vacancy: Vacancy) {
  const { pay } = vacancy
  return {
    ...(vacancy.defect === 'id' ? {} : { id: vacancy.serial }),
    slug: `job-${vacancy.serial}`,
    title: vacancy.defect === 'title' ? '' : vacancy.title,
    status: 'published',
    company_name: company.name,
    department: vacancy.department,
    location: vacancy.workplace === 'remote' ? 'Remote job' : vacancy.places.map(placeText).join(', '),
    locations: vacancy.places.map((place) => ({
      name: place.city,
      city: place.city,
      state: place.region,
      state_code: place.regionCode,
      country: place.country,
      country_code: place.code,
    })),
    remote: vacancy.workplace === 'remote',
    hybrid: vacancy.workplace === 'hybrid',
    on_site: vacancy.workplace === 'onsite',
    employment_type_code: {
      full: 'fulltime_permanent',
      part: 'parttime_permanent',
      contract: 'freelance',
      intern: 'internship',
      temporary: 'fulltime_fixed_term',
    }[vacancy.employment ?? 'full'],
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
