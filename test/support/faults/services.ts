/** The services whose sources are tested with faults, and what their tables mean. */

import { cinemaHosts } from '../../../sandbox/cinema/index.ts'
import { gazette } from '../../../sandbox/hosts/gazette.ts'
import { companies } from '../../../sandbox/jobs/companies.ts'
import { jobHosts } from '../../../sandbox/jobs/index.ts'
import { unusualBoards, unusualKeys } from '../../../sandbox/jobs/unusual-boards.ts'
import { trustHosts, trustMembers, trustNameTarget } from '../../../sandbox/trust/index.ts'
import { seatTypes } from '../../../src/services/cinema/schema/index.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import { jobSources, jobsWriter } from '../../../src/services/jobs/sync.ts'
import { loadGazetteTowns, noticeSources, noticesWriter } from '../../../src/services/notices/sync.ts'
import { trustSources, trustWriter } from '../../../src/services/trust/sync.ts'
import type { AnySource, AnyWriter, Member } from '../../../src/sync/source.ts'
import { sandboxCinemaSources } from '../cinema/cinema-sandbox.ts'
import type { ServiceUnderTest } from './source-bench.ts'

const dayMs = 86_400_000

/** They use endpoints that the boards of the sandbox profile do not: European hosts, further pages, nested sitemaps. */
const boardsWithOtherEndpoints = new Set<string>([
  unusualKeys.siteNestedMaps,
  unusualKeys.bamboohrEmbed,
  unusualKeys.icimsSearch,
  unusualKeys.successfactorsFeed,
  unusualKeys.successfactorsSearch,
  unusualKeys.leverEurope,
  unusualKeys.recruiteeToken,
  unusualKeys.teamtailorSmallPages,
  unusualKeys.workdaySharedHost,
])
const boards = [...companies, ...unusualBoards.filter(({ key }) => boardsWithOtherEndpoints.has(key))]

const jobs: ServiceUnderTest = {
  name: 'jobs',
  hosts: jobHosts,
  createSources: () =>
    jobSources(
      Object.groupBy(boards, ({ platform }) => platform),
      ['api.smartrecruiters.com'],
    ) as unknown as AnySource[],
  createWriter: () => jobsWriter as AnyWriter,
  stepMs: dayMs,
  rules: {
    tables: { job: {} },
    volatileFields: new Set(),
    historyFields: new Set(['changed']),
    // Of equal postings, those that were seen later are the duplicates.
    ageFields: new Set(['first_seen', 'duplicate_of']),
    isRowPage: (endpoint) =>
      /\.(careers\.example\/jobs|icims\.com\/jobs\/\{id\}|jobs2web\.com\/job)\//.test(endpoint),
    isGone: (_table, fields) => fields.get('status') === 'closed',
  },
  // Boards of middling size: large enough for the guards, small enough for many runs.
  pickMembers: ({ id, members }) => {
    const keyed = members as readonly (Member & { readonly key: string })[]
    const isUsual = ({ key }: { key: string }) => !boardsWithOtherEndpoints.has(key)
    const distance = ({ key }: { key: string }) =>
      Math.abs((boards.find((one) => one.platform === id && one.key === key)?.size ?? 0) - 24)
    const usual = keyed.filter(isUsual).toSorted((one, other) => distance(one) - distance(other))
    return [...usual.slice(0, 3), ...keyed.filter((member) => !isUsual(member))]
  },
}

const trust: ServiceUnderTest = {
  name: 'trust',
  hosts: trustHosts,
  createSources: () => trustSources(trustMembers(), trustNameTarget),
  createWriter: () => trustWriter as AnyWriter,
  stepMs: dayMs,
  rules: {
    tables: {
      trust_company: {},
      trust_center: {},
      trust_item: { where: 'absent_since is null' },
      trust_vendor: { where: 'companies > 0' },
      trust_source: {},
      change: { isHistory: true, hasKeyInDoc: true, where: "service = 'trust'" },
      trust_coverage: { key: 'provider' },
    },
    volatileFields: new Set([
      'last_attempt_at',
      'last_read_at',
      'last_checked_at',
      'last_http_status',
      'content_hash',
      'content_type',
      'sha256',
      'bytes',
    ]),
    historyFields: new Set(['last_changed_at', 'first_seen_at']),
    ageFields: new Set(['first_seen_at']),
    accessGroups: new Set(['surfaces', 'data_access']),
    accessFields: new Set(['gate', 'gate_reason', 'readable', 'access_level', 'access_profile', 'status']),
    isSummary: (table, path) =>
      table === 'trust_company' ||
      table === 'trust_vendor' ||
      table === 'trust_coverage' ||
      path.startsWith('counts.'),
  },
  pickMembers: ({ members }) => members.slice(0, 4),
}

const towns = await loadGazetteTowns()

const notices: ServiceUnderTest = {
  name: 'notices',
  hosts: [gazette],
  createSources: () => noticeSources(towns) as unknown as AnySource[],
  createWriter: () => noticesWriter as AnyWriter,
  stepMs: 3_600_000,
  rules: {
    tables: { notice: {} },
    volatileFields: new Set(['captured_at', 'artifact_id']),
    historyFields: new Set(),
    ageFields: new Set(),
  },
  pickMembers: ({ members }) => members.slice(0, 2),
}

const isListed = 'showtime_id in (select id from showtime where gone_at is null)'

/** They read no robots.txt. */
const filledCinemaSources = sandboxCinemaSources.filter(({ members }) => members.length > 0)

const cinema: ServiceUnderTest = {
  name: 'cinema',
  hosts: cinemaHosts,
  createSources: () => filledCinemaSources as unknown as AnySource[],
  createWriter: () => cinemaWriter(sandboxCinemaSources) as AnyWriter,
  // A short list is confirmed after six hours.
  stepMs: 7 * 3_600_000,
  rules: {
    tables: {
      theater: {},
      movie: {
        isCatalogue: true,
        isDetail: true,
        // The ids and titles of all its listings.
        collections: new Set(['aliases']),
        where: 'id in (select movie_id from showtime where gone_at is null)',
      },
      showtime: { where: 'gone_at is null', columns: ['doc', 'facts', 'seating'] },
      showtime_seats: {
        isDetail: true,
        parent: 'showtime',
        key: 'showtime_id',
        columns: ['seat_summary', 'layout_id', 'codes', 'extras'],
        where: isListed,
      },
      showtime_prices: {
        isDetail: true,
        parent: 'showtime',
        key: 'showtime_id',
        columns: ['list_id'],
        where: isListed,
      },
      seat_layout: {
        isDetail: true,
        isCatalogue: true,
        columns: ['seat_count', 'doc'],
        where: `id in (select layout_id from showtime_seats where ${isListed})`,
      },
      price_list: {
        isDetail: true,
        isCatalogue: true,
        where: `id in (select list_id from showtime_prices where ${isListed})`,
      },
    },
    volatileFields: new Set(),
    historyFields: new Set(),
    ageFields: new Set(),
    isOver: (table, fields, at) =>
      table === 'showtime' && Date.parse(String(fields.get('doc.starts_at'))) <= at,
    // Of a sold seat some sources do not say which kind it is; another capture of the same layout does.
    isUnknown: (table, path, value) =>
      table === 'seat_layout' && /^doc\.seats\.\d+\.7$/.test(path) && value === seatTypes.indexOf('unknown'),
  },
  // Two theaters of one chain; the film details of some chains are an endpoint of their own. Of Filmbot all four: two
  // have listings, the others have posts.
  pickMembers: ({ id, members }) => {
    const cinemas = members as readonly CinemaMember[]
    const { chain } = cinemas.find(({ options }) => options.details !== undefined) ?? cinemas[0] ?? {}
    return cinemas.filter((member) => member.chain === chain).slice(0, id === 'filmbot' ? 4 : 2)
  },
}

export const servicesUnderTest: readonly ServiceUnderTest[] = [notices, jobs, trust, cinema]
