/**
 * From the list of a site to the pages of its postings: in each run those that are new or have changed, and some that were
 * read long ago. The others wait for the next runs.
 */

import { type Static, Type } from 'typebox'
import { pluralize } from '../../../../core/text/pluralize.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../../sync/source.ts'
import { type DetailPlan, planDetails } from '../details/recent-details.ts'
import { type BoardContext, fetchDetails, type Missed } from '../fetch-board.ts'
import type { ListedPages } from './sitemaps.ts'

/** As many pages as a run reads, at the slowest pace that a robots.txt may ask for. */
export const pagesTimeoutMs = 100 * 60_000

/** At one request per second, beside other work. */
const pagesPerRunMax = 500
const dayMs = 86_400_000

/** What became of pages without a response. Absent if none is missing. */
export const VisitsBody = Type.Object({
  /** Canonical URLs of pages that no longer exist, although the site lists them. */
  gone: Type.Array(Type.String()),
  failed: Type.Integer(),
  /** New and changed pages that were not requested. */
  waiting: Type.Integer(),
})
type Visits = Static<typeof VisitsBody>

/** `hasPosting`: whether the body is that of a posting at this canonical URL. Responses have canonical URLs. */
export async function* fetchPostingPages(
  context: BoardContext,
  pages: ListedPages,
  hasPosting: (body: string, key: string) => boolean,
): AsyncGenerator<UpstreamResponse> {
  if (pages.size === 0) return
  const plan = await planDetails(new Map([...pages].map(([key, { modified }]) => [key, modified])), context)
  const isNew = (key: string) => !plan.isKnown(key)
  const keys = new Map(takeTurn(plan, context.nowMs).map((key) => [pages.get(key)?.url ?? key, key]))
  const read = new Set<string>()
  const others: string[] = []
  const missed = new Map<string, Missed>()
  const sinceOf = (url: string) => {
    const key = keys.get(url) ?? ''
    return isNew(key) ? undefined : toHttpDate(pages.get(key)?.modified ?? '', context.nowMs)
  }
  for await (const response of fetchDetails(context, 'page', keys.keys(), { missed, sinceOf })) {
    const key = keys.get(response.url) ?? ''
    if (hasPosting(response.body, key)) read.add(key)
    else others.push(key)
    yield { ...response, url: key }
  }
  for (const [url, why] of missed) if (why === 'same') read.add(keys.get(url) ?? '')
  const outcomes = [...missed].map(([url, why]) => ({ key: keys.get(url) ?? '', why }))
  const ended = new Set([...read, ...others, ...outcomes.map(({ key }) => key)])
  const visits: Visits = {
    gone: outcomes.filter(({ why }) => why === 'gone').map(({ key }) => key),
    failed: outcomes.filter(({ why }) => why === 'failed').length,
    waiting: plan.due.filter((key) => isNew(key) && !ended.has(key)).length,
  }
  const url = [...keys.keys()][0] ?? ''
  if (visits.gone.length + visits.failed + visits.waiting > 0)
    yield { kind: 'visits', url, fetchedAt: context.nowMs, body: JSON.stringify(visits) }
  // A site that serves no posting at all may be broken: then its pages are read again tomorrow.
  await plan.save(new Set([...read, ...(read.size > 0 ? others : [])]))
}

/** New and changed pages first. Where they are too many, each day begins elsewhere. */
function takeTurn({ due, isKnown }: DetailPlan, nowMs: number): string[] {
  const offset = Math.floor(nowMs / dayMs) * pagesPerRunMax
  const rotate = (keys: readonly string[]) => {
    const start = keys.length > pagesPerRunMax ? offset % keys.length : 0
    return [...keys.slice(start), ...keys.slice(0, start)]
  }
  const { fresh = [], known = [] } = Object.groupBy(due, (key) => (isKnown(key) ? 'known' : 'fresh'))
  return [...rotate(fresh), ...rotate(known)].slice(0, pagesPerRunMax)
}

/** Undefined for a date that cannot be read, and for one that is not past. */
function toHttpDate(text: string, nowMs: number): string | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return ms < nowMs ? new Date(ms).toUTCString() : undefined
}

export interface PageVisits {
  /** Canonical URLs of listed pages that were not read, though they may exist. */
  readonly unvisited: readonly string[]
  readonly withoutDetails: string | undefined
}

/** What is known about the listed pages that have no response. */
export function findVisits(responses: readonly ParsedResponse[], pages: ListedPages): PageVisits {
  const visits: Visits | undefined = responses.find(({ kind }) => kind === 'visits')?.body
  const ended = new Set([
    ...(visits?.gone ?? []),
    ...responses.flatMap(({ kind, url }) => (kind === 'page' ? [url] : [])),
  ])
  const { failed = 0, waiting = 0 } = visits ?? {}
  const left = [
    ...(failed > 0 ? [`${pluralize(failed, 'page')} could not be fetched`] : []),
    ...(waiting > 0 ? [`${pluralize(waiting, 'page')} left for the next run`] : []),
  ]
  return {
    unvisited: [...pages.keys()].filter((key) => !ended.has(key)),
    withoutDetails: left.length > 0 ? left.join(', ') : undefined,
  }
}
