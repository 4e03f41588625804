/** Rippling: a list of jobs, one row per location, and the details of each. */

import { encodeXML } from 'entities'
import { toDate } from '../../calendar.ts'
import { json, type Reply, route, type SandboxHost } from '../../host.ts'
import type { World } from '../../world.ts'
import { companyAt } from '../companies.ts'
import { unusualKeys } from '../unusual-boards.ts'
import { listedVacancies } from '../vacancies.ts'
import { careersPage, placeText } from './board.ts'

const notFound = () => json({ errorCode: 'RESOURCE_NOT_FOUND' }, { status: 404 })

const requestsMax = 100
const periodMs = 10 * 60_000

/** When the requests for the paced board were sent. Other boards have no limit, so that a sandbox without pauses works. */
const requestTimes = new WeakMap<World, number[]>()

/** Undefined while the pace is kept. */
function tooManyRequests(world: World, slug: string): Reply | undefined {
  if (slug !== unusualKeys.ripplingLong) return undefined
  const now = world.now()
  const recent = (requestTimes.get(world) ?? []).filter((at) => now - at < periodMs)
  requestTimes.set(world, [...recent, now])
  if (recent.length < requestsMax) return undefined
  return json({ errorCode: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '600' } })
}

export const ripplingBoards: readonly SandboxHost[] = [
  {
    host: 'api.rippling.com',
    routes: [
      route('GET /platform/api/ats/v1/board/{slug}/jobs', ({ params, world }) => {
        const refusal = tooManyRequests(world, params.slug)
        if (refusal !== undefined) return refusal
        const company = companyAt(world, 'rippling', params.slug)
        if (company === undefined) return notFound()
        return json(
          listedVacancies(world, company).listed.flatMap((vacancy) =>
            vacancy.places.map((place, at) => {
              const label =
                vacancy.workplace === 'remote' && at === 0 ? `Remote (${placeText(place)})` : placeText(place)
              return {
                uuid: vacancy.defect === 'id' ? '' : vacancy.uuid,
                name: vacancy.defect === 'title' ? '' : vacancy.title,
                department: { id: vacancy.department, label: vacancy.department },
                url: `https://ats.rippling.com/${params.slug}/jobs/${vacancy.uuid}`,
                workLocation: { id: label, label },
              }
            }),
          ),
        )
      }),
      route('GET /platform/api/ats/v1/board/{slug}/jobs/{uuid}', ({ params, world }) => {
        const refusal = tooManyRequests(world, params.slug)
        if (refusal !== undefined) return refusal
        const company = companyAt(world, 'rippling', params.slug)
        const vacancy =
          company && listedVacancies(world, company).listed.find(({ uuid }) => uuid === params.uuid)
        if (vacancy === undefined) return notFound()
        const { pay } = vacancy
        return json({
          uuid: vacancy.uuid,
          name: vacancy.title,
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
            }[vacancy.employment ?? 'full'],
          },
          workLocations: vacancy.places.map(placeText),
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
  },
  {
    host: 'ats.rippling.com',
    routes: [route('GET /{slug}/jobs', ({ params, world }) => careersPage(world, 'rippling', params.slug))],
  },
]
