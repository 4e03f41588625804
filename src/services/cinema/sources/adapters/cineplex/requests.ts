/** Requests to Cineplex: the catalogue with the operator's key, seats without one. */

import { Failure } from '../../../../../core/errors.ts'
import type { UpstreamResponse } from '../../../../../sync/source.ts'
import { findStatusRule, type StatusRules, statusesOf } from '../../../../../sync/status-rules.ts'
import {
  type CinemaFetchContext,
  type LiveContext,
  requireToken,
  toUpstreamResponse,
} from '../../define-cinema-source.ts'
import { idsIn, tryParseJson } from '../../field-values.ts'
import { fetchOncePerRun, notListed } from '../../share-installation.ts'
import { theatresIn } from './schemas.ts'

export const cineplexRules: StatusRules = [
  {
    statuses: [204],
    kinds: ['dates', 'showtimes'],
    means: 'empty',
    evidence: 'no shows are answered by 204, or by 200 with an empty body',
  },
  {
    statuses: [404],
    kinds: ['layout', 'availability'],
    means: 'partial',
    evidence: 'an unknown pair of theatre and showtime is answered by 404',
  },
]

export interface Session {
  readonly id: string
  readonly auditorium: string
  readonly startsAt: number
}

export function createClient({ http, member, signal }: Pick<LiveContext, 'http' | 'member' | 'signal'>) {
  const get = async (kind: string, url: string, headers: Readonly<Record<string, string>> = {}) => {
    const group = kind === 'layout' || kind === 'availability' ? 'seats' : kind
    const acceptStatuses = statusesOf(cineplexRules, kind)
    const response = await http.request(url, { headers, signal, group, acceptStatuses })
    return { response, rule: findStatusRule(cineplexRules, kind, response) }
  }
  return {
    /** Undefined if there is nothing. */
    async catalogue(
      kind: string,
      path: string,
      parameters: Readonly<Record<string, string>> = {},
    ): Promise<UpstreamResponse | undefined> {
      const query = new URLSearchParams({ language: 'en', ...parameters })
      const url = `${member.base}/prod/cpx/theatrical/api/v1/${path}?${query}`
      const headers = { 'ocp-apim-subscription-key': requireToken(member) }
      const { response, rule } = await get(kind, url, headers)
      if (rule?.means === 'empty' || response.body.trim() === '') return undefined
      return toUpstreamResponse(kind, response, url)
    },
    async seats(session: string, what: 'seat-layout' | 'seat-availability'): Promise<UpstreamResponse> {
      const path = `theatre/${encodeURIComponent(member.site)}/showtime/${encodeURIComponent(session)}/${what}`
      const url = `${member.base}/prod/ticketing/api/v1/${path}`
      const kind = what === 'seat-layout' ? 'layout' : 'availability'
      const { response, rule } = await get(kind, url)
      if (rule !== undefined) throw new Failure('upstream_changed', 'The source has no such showtime.')
      return toUpstreamResponse(kind, response, url)
    },
  }
}

/** One catalogue describes the films of the whole chain: it is requested once per run and saved in part. */
export async function* fetchFilms(
  context: CinemaFetchContext,
  films: ReadonlySet<string>,
): AsyncGenerator<UpstreamResponse> {
  const movies = await fetchOncePerRun(context, 'movies', (work) =>
    createClient({ ...work, member: context.member }).catalogue('movies', 'movies'),
  )
  const items: unknown = movies && tryParseJson(movies.body)?.items
  if (movies === undefined) return
  if (!Array.isArray(items)) yield movies
  else {
    const shown = items.filter((row) => idsIn(row, 'id').some((id) => films.has(id)))
    yield { ...movies, body: JSON.stringify({ items: shown }) }
  }
}

/**
 * Throws if the chain has a list of theaters, and the theater is not in it: its days are answered like those of a theater
 * without shows.
 */
export async function assertListed(context: CinemaFetchContext): Promise<void> {
  const { member } = context
  const list = await fetchOncePerRun(context, 'theatres', (work) =>
    createClient({ ...work, member }).catalogue('theatres', 'theatres'),
  )
  const rows = theatresIn(list && tryParseJson(list.body)) ?? []
  const sites = rows.flatMap((row) => idsIn(row, 'theatreId'))
  if (sites.length > 0 && !sites.includes(member.site)) throw notListed(member)
}

/** One per session. Layouts are large, so each auditorium's is fetched once. */
export function seatRequests(
  context: Pick<LiveContext, 'http' | 'member' | 'signal'>,
  sessions: readonly Session[],
) {
  const { seats } = createClient(context)
  const auditoriums = new Set<string>()
  return sessions.map(
    ({ id, auditorium }) =>
      async function* () {
        if (!auditoriums.has(auditorium)) yield await seats(id, 'seat-layout')
        auditoriums.add(auditorium)
        yield await seats(id, 'seat-availability')
      },
  )
}
