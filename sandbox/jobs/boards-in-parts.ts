/** Boards that answer in pages, feeds and details: SmartRecruiters, Personio, Workday, Teamtailor, Rippling, plain sites. */

import { encodeXML } from 'entities'
import { toDate } from '../calendar.ts'
import { html, json, type Reply, route, type SandboxHost, text } from '../host.ts'
import { cityText, contractWord } from './boards-one-call.ts'
import { companyAt } from './companies.ts'
import { trades } from './trades.ts'
import { shownBy, type Vacancy } from './vacancies.ts'

export const smartrecruitersBoards: SandboxHost = {
  host: 'api.smartrecruiters.com',
  routes: [
    route('GET /v1/companies/{id}/postings', ({ params, query, world }) => {
      const company = companyAt('smartrecruiters', params.id)
      // An unknown company looks like an empty one.
      const { shown, whole } = company === undefined ? { shown: [], whole: 0 } : shownBy(world, company)
      const limit = Math.min(100, Number(query.get('limit') ?? 10))
      const offset = Number(query.get('offset') ?? 0)
      return json({
        offset,
        limit,
        totalFound: whole,
        content: shown.slice(offset, offset + limit).map((vacancy) => ({
          ...(vacancy.spoiled === 'id' ? {} : { id: String(vacancy.serial) }),
          uuid: vacancy.uuid,
          name: vacancy.spoiled === 'title' ? '' : vacancy.title.replace(' ', '  '),
          refNumber: `REF${vacancy.serial}`,
          company: { identifier: params.id, name: company?.name },
          releasedDate: `${toDate(vacancy.postedDay)}T02:11:28.000Z`,
          location: {
            city: vacancy.places[0]?.city,
            region: vacancy.places[0]?.regionCode,
            country: vacancy.places[0]?.code.toLowerCase(),
            remote: vacancy.model === 'remote',
            hybrid: vacancy.model === 'hybrid',
          },
          department: vacancy.serial % 3 === 0 ? { id: 'd', label: vacancy.department } : {},
          function: { id: 'f', label: vacancy.department },
          typeOfEmployment:
            vacancy.contract === undefined ? {} : { id: 'permanent', label: contractWord(vacancy.contract) },
          creator: { name: 'Somebody Private' },
          customField: [{ fieldLabel: 'Maximum Annual Salary', valueLabel: '250000' }],
          visibility: 'PUBLIC',
        })),
      })
    }),
  ],
}

export const personioBoards: SandboxHost = {
  host: '*.jobs.personio.de',
  routes: [
    route('GET /xml', ({ subdomain, world }) => {
      const company = companyAt('personio', subdomain)
      if (company === undefined) return elsewhere('https://www.personio.com/')
      const { shown } = shownBy(world, company)
      const positions = shown.flatMap((vacancy) => {
        const position = personioPosition(company.name, vacancy)
        return vacancy.serial % 40 === 0 ? [position, position] : [position]
      })
      return xml(`<workzag-jobs>\n${positions.join('\n')}\n</workzag-jobs>\n`)
    }),
  ],
}

function personioPosition(name: string, vacancy: Vacancy): string {
  const [first, ...others] = vacancy.places
  const kind = {
    full: 'permanent',
    part: 'permanent',
    contract: 'freelance',
    intern: 'intern',
    temporary: 'temporary',
  }[vacancy.contract ?? 'full']
  const schedule =
    vacancy.contract === 'part' ? 'part-time' : vacancy.serial % 17 === 0 ? 'full-or-part-time' : 'full-time'
  const office = vacancy.model === 'remote' && vacancy.serial % 4 === 0 ? 'Home Office' : (first?.city ?? '')
  return `<position>
  ${vacancy.spoiled === 'id' ? '' : `<id>${vacancy.serial}</id>`}
  <subcompany>${encodeXML(name)} GmbH &amp; Co. KG</subcompany><office>${encodeXML(office)}</office>
  ${others.length > 0 ? `<additionalOffices>${others.map(({ city }) => `<office>${encodeXML(city)}</office>`).join('')}</additionalOffices>` : ''}
  <department>${encodeXML(vacancy.department)}</department><recruitingCategory>FTE</recruitingCategory>
  <name>${vacancy.spoiled === 'title' ? '' : encodeXML(vacancy.title)}</name>
  <jobDescriptions><jobDescription><name>Your mission</name><value><![CDATA[<p>${vacancy.body}</p>]]></value></jobDescription></jobDescriptions>
  <employmentType>${kind}</employmentType><schedule>${schedule}</schedule><createdAt>${toDate(vacancy.postedDay)}T12:41:19+00:00</createdAt>
</position>`
}

const workdayPage = 20

export const workdayBoards: SandboxHost = {
  host: '*.myworkdayjobs.com',
  routes: [
    route('POST /wday/cxs/{tenant}/{site}/jobs', ({ params, subdomain, body, world }) => {
      const company = companyAt('workday', `${subdomain}/${params.site}`)
      if (company === undefined) return json({ errorCode: 'S22' }, { status: 404 })
      const { limit = workdayPage, offset = 0, appliedFacets = {} } = JSON.parse(body || '{}')
      if (limit > workdayPage) return json({ errorCode: 'HTTP_400' }, { status: 400 })
      const family = appliedFacets.jobFamilyGroup?.[0]
      const { shown, whole } = shownBy(world, company)
      const chosen = shown.filter(
        (vacancy) => vacancy.spoiled !== 'id' && (family === undefined || vacancy.department === family),
      )
      const isWhole = family === undefined && whole !== shown.length
      return json({
        total: offset > 0 ? 0 : isWhole ? whole : chosen.length,
        jobPostings: chosen.slice(offset, offset + limit).map((vacancy) => ({
          title: vacancy.spoiled === 'title' ? '' : vacancy.title,
          externalPath: workdayPath(vacancy),
          locationsText:
            vacancy.places.length > 1
              ? `${vacancy.places.length} Locations`
              : workdayPlace(vacancy.places[0]),
          postedOn: 'Posted 3 Days Ago',
          bulletFields: [`JR${vacancy.serial}`],
        })),
        facets:
          offset > 0
            ? []
            : [
                {
                  facetParameter: 'jobFamilyGroup',
                  descriptor: 'Job Category',
                  values: trades
                    .map(({ department }) => ({
                      descriptor: department,
                      id: department,
                      count: chosen.filter((one) => one.department === department).length,
                    }))
                    .filter(({ count }) => count > 0),
                },
              ],
        userAuthenticated: false,
      })
    }),
    route('GET /wday/cxs/{tenant}/{site}/job/{place}/{slug}', ({ params, subdomain, world }) => {
      const company = companyAt('workday', `${subdomain}/${params.site}`)
      const vacancy =
        company && shownBy(world, company).shown.find((one) => workdayPath(one).endsWith(`/${params.slug}`))
      if (vacancy === undefined) return json({ errorCode: 'S22' }, { status: 404 })
      const [first, ...others] = vacancy.places
      return json({
        jobPostingInfo: {
          id: vacancy.uuid,
          title: vacancy.title,
          jobDescription: `<p>${encodeXML(vacancy.body)}</p>`,
          location: workdayPlace(first),
          additionalLocations: others.map(workdayPlace),
          postedOn: 'Posted 3 Days Ago',
          startDate: toDate(vacancy.postedDay),
          timeType: vacancy.contract === 'part' ? 'Part time' : 'Full time',
          ...(vacancy.model === undefined
            ? {}
            : { remoteType: { onsite: 'On-site', remote: 'Remote', hybrid: 'Hybrid' }[vacancy.model] }),
          jobReqId: `JR${vacancy.serial}`,
          country: {
            descriptor: first?.code === 'US' ? 'United States of America' : first?.country,
            id: 'c',
          },
          jobRequisitionLocation: { descriptor: workdayPlace(first), country: { alpha2Code: first?.code } },
          externalUrl: `https://${subdomain}.myworkdayjobs.com/${params.site}${workdayPath(vacancy)}`,
        },
        hiringOrganization: { name: `908000 ${company?.name} LLC` },
      })
    }),
  ],
}

function workdayPlace(place: Vacancy['places'][number] | undefined): string {
  if (place === undefined) return ''
  return place.region === '' ? `${place.country} - ${place.city}` : `${place.region} - ${place.city}`
}

function workdayPath(vacancy: Vacancy): string {
  const place = workdayPlace(vacancy.places[0]).normalize('NFD').replace(/[^\w]/g, '-')
  return `/job/${place}/${vacancy.title.replace(/[^a-z]+/gi, '-')}_JR${vacancy.serial}`
}

const feedPage = 100

export const teamtailorBoards: SandboxHost = {
  host: '*.teamtailor.com',
  routes: [
    route('GET /jobs.json', ({ subdomain, query, world }) => {
      const company = companyAt('teamtailor', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const page = Number(query.get('page') ?? 1)
      const { shown } = shownBy(world, company)
      return json({
        version: 'https://jsonfeed.org/version/1.1',
        title: company.name,
        items: shown.slice((page - 1) * feedPage, page * feedPage).map((vacancy) => ({
          ...(vacancy.spoiled === 'id' ? {} : { id: vacancy.uuid }),
          title: vacancy.spoiled === 'title' ? '' : vacancy.title,
          url: `https://${subdomain}.teamtailor.com/jobs/${vacancy.serial}-job`,
          date_published: `${toDate(vacancy.postedDay)}T09:26:20+01:00`,
          content_html: `<p>${encodeXML(vacancy.body)}</p>`,
          _jobposting: {
            '@type': 'JobPosting',
            identifier: { value: vacancy.serial },
            ...(vacancy.contract === undefined ? {} : { employmentType: schemaContract(vacancy) }),
            jobLocation: vacancy.places.map((place) => ({
              '@type': 'Place',
              address: {
                addressLocality: place.city,
                addressRegion: vacancy.serial % 2 === 0 ? 'Europe' : place.country,
                addressCountry: place.code,
              },
            })),
          },
        })),
      })
    }),
    route('GET /jobs.rss', ({ subdomain, world }) => {
      const company = companyAt('teamtailor', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const items = shownBy(world, company)
        .shown.slice(0, feedPage)
        .map(
          (vacancy) => `<item><title>${encodeXML(vacancy.title)}</title><guid>${vacancy.uuid}</guid>
<remoteStatus>${{ onsite: 'onsite', remote: 'fully', hybrid: 'hybrid' }[vacancy.model ?? 'onsite']}</remoteStatus>
<tt:department>${encodeXML(vacancy.department)}</tt:department></item>`,
        )
      return xml(`<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>${encodeXML(company.name)}</title>
${items.join('\n')}
</channel></rss>`)
    }),
  ],
}

export const ripplingBoards: SandboxHost = {
  host: 'api.rippling.com',
  routes: [
    route('GET /platform/api/ats/v1/board/{slug}/jobs', ({ params, world }) => {
      const company = companyAt('rippling', params.slug)
      if (company === undefined) return json({ detail: 'Not found.' }, { status: 404 })
      return json(
        shownBy(world, company).shown.flatMap((vacancy) =>
          vacancy.places.map((place, at) => {
            const label =
              vacancy.model === 'remote' && at === 0 ? `Remote (${cityText(place)})` : cityText(place)
            return {
              uuid: vacancy.spoiled === 'id' ? '' : vacancy.uuid,
              name: vacancy.spoiled === 'title' ? '' : vacancy.title,
              department: { id: vacancy.department, label: vacancy.department },
              url: `https://ats.rippling.com/${params.slug}/jobs/${vacancy.uuid}`,
              workLocation: { id: label, label },
            }
          }),
        ),
      )
    }),
    route('GET /platform/api/ats/v1/board/{slug}/jobs/{uuid}', ({ params, world }) => {
      const company = companyAt('rippling', params.slug)
      const vacancy = company && shownBy(world, company).shown.find(({ uuid }) => uuid === params.uuid)
      if (vacancy === undefined) return json({ detail: 'Not found.' }, { status: 404 })
      const { pay } = vacancy
      return json({
        companyName: company?.name,
        createdOn: `${toDate(vacancy.postedDay)}T10:00:00Z`,
        description: { company: '<p>About us</p>', role: `<p>${encodeXML(vacancy.body)}</p>` },
        employmentType: {
          id: 'ours',
          label: {
            full: 'SALARIED_FT',
            part: 'HOURLY_PT',
            contract: 'CONTRACTOR',
            intern: 'INTERN',
            temporary: 'TEMP',
          }[vacancy.contract ?? 'full'],
        },
        workLocations: vacancy.places.map(cityText),
        payRangeDetails: pay
          ? [
              {
                currency: pay.currency,
                frequency: pay.period.toUpperCase(),
                rangeStart: pay.min,
                rangeEnd: pay.max,
                isRemote: false,
              },
            ]
          : [],
      })
    }),
  ],
}

export const careerSites: SandboxHost = {
  host: '*.careers.example',
  routes: [
    route('GET /sitemap.xml', ({ subdomain, world }) => {
      const company = companyAt('jobposting', subdomain)
      if (company === undefined) return text('Not Found', { status: 404 })
      const home = `https://${subdomain}.careers.example`
      const pages = shownBy(world, company).shown.filter(({ spoiled }) => spoiled !== 'id')
      return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${home}/about</loc></url>
${pages.map(({ serial }) => `<url><loc>${home}/jobs/${serial}?utm_source=map</loc></url>`).join('\n')}
</urlset>`)
    }),
    route('GET /jobs/{serial}', ({ params, subdomain, world }) => {
      const company = companyAt('jobposting', subdomain)
      const vacancy =
        company && shownBy(world, company).shown.find(({ serial }) => String(serial) === params.serial)
      if (vacancy === undefined) return html('<!doctype html><title>Gone</title>', { status: 410 })
      const { pay } = vacancy
      const posting = {
        '@context': 'https://schema.org/',
        '@type': 'JobPosting',
        title: vacancy.spoiled === 'title' ? '' : vacancy.title,
        description: `<p>${encodeXML(vacancy.body)}</p>`,
        identifier: { '@type': 'PropertyValue', name: company?.name, value: vacancy.serial },
        datePosted: toDate(vacancy.postedDay),
        hiringOrganization:
          vacancy.serial % 5 === 0 ? company?.name : { '@type': 'Organization', name: company?.name },
        occupationalCategory: vacancy.department,
        ...(vacancy.contract === undefined ? {} : { employmentType: schemaContract(vacancy) }),
        ...(vacancy.model === 'remote' ? { jobLocationType: 'TELECOMMUTE' } : {}),
        jobLocation: vacancy.places.map((place) => ({
          '@type': 'Place',
          address: {
            '@type': 'PostalAddress',
            addressLocality: place.city,
            addressRegion: place.regionCode,
            addressCountry: place.code,
          },
        })),
        ...(pay
          ? {
              baseSalary: {
                currency: pay.currency,
                value: { minValue: pay.min, maxValue: pay.max, unitText: pay.period.toUpperCase() },
              },
            }
          : {}),
      }
      const data = JSON.stringify(posting).replaceAll('<', '\\u003c')
      return html(`<!doctype html><html><head><title>${encodeXML(vacancy.title)}</title>
<script type="application/ld+json">{"@type":"Organization","name":"x"}</script>
<script type="application/ld&#x2B;json" nonce="n">${data}</script></head><body></body></html>`)
    }),
  ],
}

function schemaContract({ contract }: Vacancy): string {
  return {
    full: 'FULL_TIME',
    part: 'PART_TIME',
    contract: 'CONTRACTOR',
    intern: 'INTERN',
    temporary: 'TEMPORARY',
  }[contract ?? 'full']
}

function xml(body: string): Reply {
  return {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  }
}

function elsewhere(location: string): Reply {
  return { status: 307, headers: { location }, body: '' }
}
