/** The services whose sources are tested with faults, and what their tables mean. */

import { gazette } from '../../../sandbox/hosts/gazette.ts'
import { companies } from '../../../sandbox/jobs/companies.ts'
import { jobHosts } from '../../../sandbox/jobs/index.ts'
import { trustHosts, trustMembers, trustNameTarget } from '../../../sandbox/trust/index.ts'
import { jobSources, jobsWriter } from '../../../src/services/jobs/sync.ts'
import { loadGazetteTowns, noticeSources, noticesWriter } from '../../../src/services/notices/sync.ts'
import { trustSources, trustWriter } from '../../../src/services/trust/sync.ts'
import type { AnySource, AnyWriter, Member } from '../../../src/sync/source.ts'
import type { ServiceUnderTest } from './fault-matrix.ts'

const dayMs = 86_400_000

const jobs: ServiceUnderTest = {
  name: 'jobs',
  hosts: jobHosts,
  sources: jobSources(
    Object.groupBy(companies, ({ platform }) => platform),
    ['api.smartrecruiters.com'],
  ) as unknown as AnySource[],
  writer: jobsWriter as AnyWriter,
  stepMs: dayMs,
  rules: {
    tables: { job: {} },
    volatileFields: new Set(),
    historyFields: new Set(['changed']),
    isGone: (_table, fields) => fields.get('status') === 'closed',
    // A robots.txt that cannot be read has no rules; a path without a route is one that does not exist.
    isOptional: (endpoint) => endpoint.endsWith('/robots.txt') || endpoint.endsWith('/…'),
  },
  // Boards of middling size: large enough for the guards, small enough for many runs.
  pickMembers: ({ id, members }) => {
    const size = (key: string) => companies.find((one) => one.platform === id && one.key === key)?.size ?? 0
    const bySize = members.map((member) => ({ member, size: size((member as Member & { key: string }).key) }))
    return bySize
      .toSorted((one, other) => Math.abs(one.size - 24) - Math.abs(other.size - 24))
      .slice(0, 2)
      .map(({ member }) => member)
  },
}

const readableTrustSources = new Set(
  `directory vanta safebase oneleet conveyor comp-ai probo trustcloud secureframe self-hosted delve wolfia trustarc
   onetrust`
    .split(/\s+/)
    .map((name) => `trust-${name}`),
)

const trust: ServiceUnderTest = {
  name: 'trust',
  hosts: trustHosts,
  // The others only show gates: there is nothing to lose.
  sources: trustSources(trustMembers(), trustNameTarget).filter(({ id }) => readableTrustSources.has(id)),
  writer: trustWriter as AnyWriter,
  stepMs: dayMs,
  rules: {
    tables: {
      trust_company: {},
      trust_center: {},
      trust_item: { where: 'absent_since is null' },
      trust_vendor: {},
      trust_source: {},
      trust_change: { isHistory: true },
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
    isGone: () => false,
    hasNoIdentity: true,
    isOptional: (endpoint, fault) =>
      // A path without a route is that of a robots.txt that does not exist.
      endpoint.endsWith('/robots.txt') ||
      endpoint.endsWith('/…') ||
      // Only whether it is null matters.
      endpoint.endsWith('/overview') ||
      // The end of a page may be missing without a loss.
      (fault === 'truncated' && !endpoint.includes('api')),
  },
  pickMembers: ({ members }) => members.slice(0, 4),
}

const notices: ServiceUnderTest = {
  name: 'notices',
  hosts: [gazette],
  sources: noticeSources(await loadGazetteTowns()) as unknown as AnySource[],
  writer: noticesWriter as AnyWriter,
  stepMs: 3_600_000,
  rules: {
    tables: { notice: {} },
    volatileFields: new Set(['captured_at', 'artifact_id']),
    historyFields: new Set(),
  },
  pickMembers: ({ members }) => members.slice(0, 2),
}

export const servicesUnderTest: readonly ServiceUnderTest[] = [notices, jobs, trust]
