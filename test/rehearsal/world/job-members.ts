/** Employers for all boards of the registry, and for those that the rehearsal adds. */

import type { Company, Platform } from '../../../sandbox/jobs/company.ts'
import { random } from '../../../sandbox/random.ts'
import type { BoardsByPlatform } from '../../../src/services/jobs/sync.ts'

/** The mean number of postings of a board; together about 500,000. */
const meanSizes: Readonly<Record<string, number>> = {
  greenhouse: 45,
  lever: 35,
  ashby: 25,
  workable: 15,
  smartrecruiters: 120,
  recruitee: 25,
  personio: 25,
  teamtailor: 25,
  workday: 170,
  rippling: 12,
  breezy: 10,
  bamboohr: 9,
  pinpoint: 20,
  gem: 12,
  jazzhr: 8,
  icims: 20,
  successfactors: 50,
  oracle: 50,
  jibe: 100,
}
const sizeMax = 3000
/** A few boards have hundreds of postings, most have some dozen: log-normal, with this deviation. */
const deviation = 1.2
const textLength = 3500
/** With postings that appear, end and get new titles, one in twenty changes each day. */
const revisedEveryDays = 100
const homes = 'US US US US US GB DE CA FR NL ES SE IN AU BR IE CH PL'.split(' ')
const serialsPerBoard = 100_000_000

/** Boards of employers that are not in the registry. */
export const newBoardPrefix = 'rehearsal-new'

export type EmployerLookup = (platform: string, key: string) => Company | undefined

/**
 * `isKind`: every row is complete, and every list is. Otherwise rows lack a title or an id as often as in the sandbox: 48
 * recorded rows are too few to measure that.
 */
export function createEmployers(boards: BoardsByPlatform, isKind: boolean): EmployerLookup {
  const companies = new Map<string, Company>()
  for (const [platform, ofPlatform = []] of Object.entries(boards)) {
    let serials = 0
    for (const { key, name, home } of ofPlatform) {
      serials += serialsPerBoard
      companies.set(`${platform} ${key}`, toCompany(isKind, platform as Platform, key, name, serials, home))
    }
  }
  return (platform, key) => {
    if (key.startsWith(newBoardPrefix))
      return toCompany(true, platform as Platform, key, 'Rehearsal Works', 0, 'GB')
    return companies.get(`${platform} ${key}`)
  }
}

function toCompany(
  isKind: boolean,
  platform: Platform,
  key: string,
  name: string,
  firstSerial: number,
  home?: string,
): Company {
  const generator = random('employers', platform, key)
  const mean = meanSizes[platform] ?? 20
  const size = Math.exp(generator.gauss(Math.log(mean) - deviation ** 2 / 2, deviation))
  return {
    platform,
    key,
    name,
    home: home ?? generator.pick(homes),
    size: Math.min(sizeMax, Math.max(1, Math.round(size))),
    ...(isKind ? { isFlawless: true } : { revisedEveryDays }),
    firstSerial,
    textLength,
  }
}
