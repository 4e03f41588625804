/** The rows of a capped Workday board, which lists the rest of them only by the values of a facet. */

import type { ParsedResponse } from '../../../../../sync/source.ts'
import { cappedTotal } from './facets.ts'

const partKinds = ['family', 'split']

/** The listed postings, followed by those that only the parts have. */
export function withParts(listed: readonly unknown[], responses: readonly ParsedResponse[]): unknown[] {
  const seen = new Set(listed.map(pathOf))
  const rows = [...listed]
  for (const { kind, body } of responses) {
    if (!partKinds.includes(kind)) continue
    for (const job of body.jobPostings) {
      const path = pathOf(job)
      if (!seen.has(path)) rows.push(job)
      seen.add(path)
    }
  }
  return rows
}

/** Why postings of a capped board may be missing. Undefined if the parts of one kind are complete and cover the list. */
export function gapInParts(
  listed: readonly unknown[],
  responses: readonly ParsedResponse[],
): string | undefined {
  const gaps = partKinds.map((kind) =>
    gapIn(
      listed,
      responses.filter((response) => response.kind === kind),
    ),
  )
  return gaps.includes(undefined) ? undefined : (gaps.find((gap) => gap !== noParts) ?? noParts)
}

const noParts = `the board has more than ${cappedTotal} rows, and no facet splits them`

function gapIn(listed: readonly unknown[], responses: readonly ParsedResponse[]): string | undefined {
  if (responses.length === 0) return noParts
  const parts = Map.groupBy(responses, ({ url }) => url)
  const covered = new Set<unknown>()
  for (const pages of parts.values()) {
    const total: number = pages[0]?.body.total ?? 0
    const jobs: unknown[] = pages.flatMap(({ body }) => body.jobPostings)
    if (total === cappedTotal) return `a part of the board has more than ${cappedTotal} rows`
    if (jobs.length !== total) return `received ${jobs.length} of ${total} rows of a part of the board`
    for (const job of jobs) covered.add(pathOf(job))
  }
  const isCovered = listed.every((job) => covered.has(pathOf(job)))
  return isCovered
    ? undefined
    : `the board has more than ${cappedTotal} rows, and its parts do not cover them`
}

function pathOf(job: unknown): unknown {
  return job instanceof Object && 'externalPath' in job ? job.externalPath : undefined
}
