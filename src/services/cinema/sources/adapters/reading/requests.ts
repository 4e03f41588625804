/** Requests to Reading: a token for every visitor, then listings, and the plan of a session with its prices. */

import { Failure } from '../../../../../core/errors.ts'
import type { OutboundRequest } from '../../../../../core/outbound/outbound.ts'
import type { UpstreamResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf, toFailure } from '../../../../../sync/status-rules.ts'
import { type LiveContext, toUpstreamResponse } from '../../define-cinema-source.ts'
import { tryParseJson } from '../../field-values.ts'
import { withSession } from '../../records/seat-plan-records.ts'

const lambdaError = ['"errorType"', '"errorMessage"']

export const readingRules: StatusRules = [
  {
    statuses: [200],
    kinds: ['plan'],
    bodyHas: lambdaError,
    means: 'partial',
    evidence: 'parameters that do not fit are answered by 200 with the error of a function',
  },
  {
    statuses: [400],
    kinds: ['plan'],
    means: 'partial',
    evidence: 'a refused plan concerns one showtime',
  },
  {
    statuses: [200],
    bodyHas: lambdaError,
    means: 'moved',
    evidence: 'parameters that do not fit are answered by 200 with the error of a function',
  },
]

interface ReadingClient {
  get(kind: string, path: string): Promise<UpstreamResponse>
  /** The response does not name its session, so the saved URL has it as a fragment. */
  fetchPlan(session: PlannedSession): Promise<UpstreamResponse>
}

/** What the platform wants to know about a session whose plan is requested. */
export interface PlannedSession {
  readonly id: string
  readonly screenType: string
  readonly reservedSeating: number
}

/** The settings call gives every client a token, valid for a short time. */
export async function createClient({
  http,
  member,
  signal,
}: Pick<LiveContext, 'http' | 'member' | 'signal'>): Promise<ReadingClient> {
  const country = member.options.country ?? '1'
  const request = async (kind: string, path: string, options: Partial<OutboundRequest>) => {
    const acceptStatuses = statusesOf(readingRules, kind)
    const response = await http.request(`${member.base}/${path}`, { signal, acceptStatuses, ...options })
    const rule = findStatusRule(readingRules, kind, response)
    if (rule !== undefined) throw toFailure(rule, response)
    return response
  }
  const settings = await request('settings', `settings/${encodeURIComponent(country)}`, {})
  const body = tryParseJson(settings.body)
  const token: unknown = body?.data?.settings?.token ?? body?.data?.token ?? body?.token
  if (typeof token !== 'string') throw new Failure('upstream_changed', 'The settings contain no token.')
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: async (kind, path) => toUpstreamResponse(kind, await request(kind, path, { headers, group: kind })),
    async fetchPlan({ id, screenType, reservedSeating }) {
      const path = 'ticketing/tickettypes'
      const response = await request('plan', path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          requestType: 'seatPlan',
          countryId: country,
          cinemaId: member.site,
          sessionId: id,
          reservedSeating,
          screenType,
          covidFlag: 0,
          showLoyaltyTicket: true,
        }),
        safeToRetry: true,
        group: 'seats',
      })
      return toUpstreamResponse('plan', response, withSession(`${member.base}/${path}`, id))
    },
  }
}
