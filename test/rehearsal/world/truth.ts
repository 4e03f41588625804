/** What the simulated members list on a day: what must be stored of them, row by row. */

import { hash } from 'node:crypto'
import { toDate } from '../../../sandbox/calendar.ts'
import type { Theater } from '../../../sandbox/cinema/chains.ts'
import { listedShows } from '../../../sandbox/cinema/schedule.ts'
import type { Company } from '../../../sandbox/jobs/company.ts'
import { listedVacancies, type Vacancy } from '../../../sandbox/jobs/vacancies.ts'
import { TrustCenter } from '../../../sandbox/trust/trust-center.ts'
import type { TrustCompany } from '../../../sandbox/trust/trust-company.ts'
import type { World } from '../../../sandbox/world.ts'

export interface TruthRow {
  /** Unique within the member. */
  readonly key: string
  /** Other names under which a platform may list it. */
  readonly aliases: readonly string[]
  /** What it says. A field that the platform does not state is left out. */
  readonly fields: Readonly<Record<string, string>>
  /** A digest of its text. */
  readonly body?: string
  /** Whether nothing but its title says which row its details are of, and others have the same. */
  readonly isAmbiguous?: boolean
  /** Milliseconds since the epoch; of a showtime. */
  readonly startsAt?: number
}

export interface MemberTruth {
  readonly rows: readonly TruthRow[]
  /** Whether a row that is not listed is gone. */
  readonly isComplete: boolean
}

/** Platforms whose lists state the pay. */
const payingPlatforms = new Set(['greenhouse', 'lever', 'ashby', 'rippling'])
/** Those whose lists, or some of whose pages, state no date. */
const undatedPlatforms = new Set(['jazzhr', 'pinpoint'])

export function listedPostings(world: World, company: Company): MemberTruth {
  const { listed, total } = listedVacancies(world, company)
  const byTitle = Map.groupBy(listed, ({ title }) => title.trim())
  const rows = listed
    .filter((vacancy) => isReadable(company, vacancy))
    .map((vacancy) => ({
      key: vacancy.uuid,
      aliases: [
        String(vacancy.serial),
        vacancy.serial.toString(36).toUpperCase(),
        vacancy.uuid.replaceAll('-', '').slice(0, 10),
      ],
      fields: {
        title: vacancy.title,
        ...(undatedPlatforms.has(company.platform) ? {} : { posted: toDate(vacancy.postedDay) }),
        ...(vacancy.pay && payingPlatforms.has(company.platform)
          ? { pay: `${vacancy.pay.min} ${vacancy.pay.max} ${vacancy.pay.currency} ${vacancy.pay.period}` }
          : {}),
      },
      body: hash('md5', vacancy.body),
      isAmbiguous: company.platform === 'jazzhr' && (byTitle.get(vacancy.title.trim())?.length ?? 0) > 1,
    }))
  const isComplete = listed.length === total && listed.every(({ defect }) => defect !== 'id')
  return { rows, isComplete }
}

/** The details at Workday have the title that a row lacks. Ashby lists some postings that only those with the link may see. */
function isReadable({ platform }: Company, { defect, variant }: Vacancy): boolean {
  if (platform === 'ashby' && variant % 97 === 0) return false
  return defect === undefined || (platform === 'workday' && defect === 'title')
}

/** One row for a film at a time, however many screens show it then. */
export function listedShowtimes(world: World, theater: Theater): MemberTruth {
  const rows = new Map<string, TruthRow>()
  for (const { movie, startsAt } of listedShows(world, theater)) {
    const key = `${startsAt} ${movie.number}`
    const aliases = [movie.title, movie.otherSpelling, ...Object.values(movie.titles)]
    rows.set(key, { key, aliases: aliases.filter((title) => title !== undefined), fields: {}, startsAt })
  }
  return { rows: [...rows.values()], isComplete: true }
}

/** The share of the centers of a provider that its bot protection hides. Others have no list of vendors for everybody. */
const hiddenShares: Readonly<Record<string, number>> = {
  safebase: 0.35,
  delve: 0.75,
  comp_ai: 0,
  conveyor: 0,
  oneleet: 0,
  probo: 0,
  secureframe: 0,
  self_hosted: 0,
  wolfia: 0,
}

/** Undefined if the center says nothing about its vendors today. */
export function listedVendors(world: World, company: TrustCompany): MemberTruth | undefined {
  const center = new TrustCenter(world, company)
  // Its address does not say what the API calls the center, and the page has no vendors.
  if (company.provider === 'comp_ai' && new URL(company.url).pathname === '/') return undefined
  const hiddenShare = hiddenShares[company.provider]
  if (hiddenShare === undefined || (hiddenShare > 0 && center.isBlocked(hiddenShare))) return undefined
  const rows = center.vendors().map(({ name }) => ({ key: name, aliases: [], fields: {} }))
  return { rows, isComplete: true }
}
