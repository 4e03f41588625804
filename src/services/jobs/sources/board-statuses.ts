/** What the responses of job platforms mean, as data. A response alone never means that a board is gone. */

import type { StatusRule, StatusRules } from '../../../sync/status-rules.ts'

/** `list`: the first response of a board. `careers`: its public page. `page`: more of the list. `detail`: one posting. */
export type RequestRole = 'list' | 'careers' | 'page' | 'detail'

export const redirectStatuses = [301, 302, 303, 307, 308]
const missingStatuses = [404, 410]

interface PlatformStatuses {
  /** The vendor's own sites: platforms send visitors of former customers there. */
  readonly vendorSites?: readonly string[]
  /** What is special about the platform; these rules come first. */
  readonly rules?: StatusRules
}

/** The rules of a platform. Redirects within a host are followed and need none. */
export function boardStatusRules({ vendorSites = [], rules = [] }: PlatformStatuses): StatusRules {
  const vendor = vendorSites.flatMap((site) => [`//${site}`, `//www.${site}`])
  return [
    ...rules,
    {
      statuses: redirectStatuses,
      locationHas: ['maintenance', 'outage'],
      means: 'unavailable',
      evidence: 'Workday leads to its maintenance page (jobseek 5715); elsewhere a precaution.',
    },
    ...(vendor.length > 0 ? [missing({ statuses: redirectStatuses, locationHas: vendor })] : []),
    missing({ statuses: missingStatuses }),
    {
      statuses: missingStatuses,
      kinds: ['detail'],
      means: 'gone',
      confirmedBy: 'the list, which must lack the posting',
      evidence: 'Postings close between the list and the request for their details.',
    },
    {
      statuses: redirectStatuses,
      means: 'moved',
      evidence: 'Redirects to other hosts are not followed: they may lead to the board of somebody else.',
    },
  ]
}

function missing(condition: Pick<StatusRule, 'statuses' | 'locationHas'>): StatusRule {
  return {
    ...condition,
    kinds: ['list', 'careers'],
    means: 'gone',
    confirmedBy: 'the careers page, if the list says so',
    evidence:
      'Unknown boards return 404 or lead to the vendor (reference A.0); so do feeds that are switched off (career-ops 2528, 4298).',
  }
}

/** Statuses that always mean "later", whatever the rest of the response is. They are worth a retry. */
export function laterStatuses(rules: StatusRules): number[] {
  return rules.flatMap(({ statuses, means, locationHas, bodyHas }) =>
    means === 'unavailable' && locationHas === undefined && bodyHas === undefined ? statuses : [],
  )
}
