/** Some four hundred made-up employers, and the platforms of their job boards. */

import { random } from '../random.ts'
import type { World } from '../world.ts'
import type { Company, Platform } from './company.ts'
import { unusualBoards } from './unusual-boards.ts'

/** Boards per platform, and postings per board. */
const boardCounts = {
  greenhouse: [110, 100],
  lever: [70, 60],
  ashby: [50, 50],
  workable: [10, 40],
  smartrecruiters: [40, 60],
  recruitee: [35, 35],
  personio: [30, 40],
  teamtailor: [25, 40],
  workday: [12, 60],
  rippling: [8, 20],
  jobposting: [10, 20],
  breezy: [12, 20],
  pinpoint: [8, 20],
  bamboohr: [12, 12],
  jazzhr: [8, 12],
  icims: [6, 10],
  successfactors: [4, 10],
  oracle: [4, 10],
  jibe: [3, 10],
  gem: [2, 7],
} as const satisfies Record<Platform, readonly [number, number]>

const firsts =
  'Alder Amber Birch Bluff Cedar Cobalt Copper Coral Delta Drift Ember Falcon Fern Flint Garnet Granite Harbor Hazel Heron Indigo Iron Juniper Lantern Larch Linden Maple Marble Meridian North Onyx Orchard Osprey Pebble Quarry Raven River Saffron Slate Summit Willow'.split(
    ' ',
  )
const seconds =
  'Analytics Biotech Foods Freight Health Labs Logistics Mills Motors Networks Robotics Software Systems Textiles Works'.split(
    ' ',
  )
const homes = 'US US US US GB DE DE CA FR NL ES SE IN AU BR IE CH PL'.split(' ')
/** For Personio and Teamtailor, which are mostly used in Europe. */
const european = 'DE DE DE AT CH NL ES SE FI DK'.split(' ')

export const companies: readonly Company[] = Object.entries(boardCounts).flatMap(
  ([platform, [boards, postings]], group, all) => {
    const before = all.slice(0, group).reduce((sum, [, [count]]) => sum + count, 0)
    return Array.from({ length: boards }, (_, at) => toCompany(platform as Platform, before + at, postings))
  },
)

function toCompany(platform: Platform, index: number, average: number): Company {
  const generator = random('employers', platform, index)
  const first = firsts[index % firsts.length] as string
  // The step has no common divisor with the number of names, so that every employer has a unique name.
  const second = seconds[(Math.floor(index / firsts.length) + index) % seconds.length] as string
  const name = `${first} ${second}`
  const home = generator.pick(platform === 'personio' || platform === 'teamtailor' ? european : homes)
  const size = Math.round(average * (0.52 + generator.float()))
  return { platform, key: keyOf(platform, first, second, index), name, home, size }
}

function keyOf(platform: Platform, first: string, second: string, index: number): string {
  const joined = `${first}${second}`
  if (platform === 'lever' || platform === 'ashby' || platform === 'smartrecruiters') return joined
  if (platform === 'workday') return `${joined.toLowerCase()}.wd${(index % 5) + 1}/External`
  if (platform === 'icims') return `careers-${first}${second}.icims.com`.toLowerCase()
  if (platform === 'oracle') return `${joined.toLowerCase()}.fa.us2.oraclecloud.com/CX_1`
  if (platform === 'jibe') return `${joined.toLowerCase()}.jibeapply.com`
  if (platform === 'successfactors') return `${joined}.jobs2web.com`.toLowerCase()
  if (platform === 'jobposting') return `${first}-${second}.careers.example`.toLowerCase()
  return platform === 'greenhouse' ? joined.toLowerCase() : `${first}-${second}`.toLowerCase()
}

const byKey = new Map(
  [...companies, ...unusualBoards].map((company) => [`${company.platform} ${company.key}`, company]),
)

/** Keys are case-sensitive. */
export function companyAt({ directory }: World, platform: Platform, key: string): Company | undefined {
  if (directory !== undefined) return directory.employerAt(platform, key)
  return byKey.get(`${platform} ${key}`)
}
