/** Sitemaps of the posting pages, by day of change, so that only recent ones have to be read again. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { type SitemapEntry, sitemapReply, sitemapType } from '../../../http/pages/feeds/sitemap.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { readChangedDays, readChangedIds } from '../queries/sitemap.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { jobsCache } from './jobs.ts'

/** The protocol allows 50,000; a smaller file is quickly made. */
const postingsPerSitemap = 10_000
/** For one day. */
const partsMax = 1000

/** The sitemaps that exist, with paths relative to the service. */
export async function listSitemaps(db: JobsDatabase): Promise<SitemapEntry[]> {
  const days = await readChangedDays(db)
  return days.flatMap(({ day, postings }) =>
    Array.from({ length: Math.min(partsMax, Math.ceil(postings / postingsPerSitemap)) }, (_, part) => ({
      url: `/job-postings/sitemaps/${day}/${part}`,
      lastmod: day,
    })),
  )
}

/** `url`: the public address of the service. */
export function sitemapRoutes(db: JobsDatabase, url: string): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/sitemaps/:day/:part',
      id: 'getJobSitemap',
      tag: 'Job postings',
      summary: 'Get a sitemap of posting pages',
      hidden: true,
      params: Type.Object({
        day: Type.String({ format: 'date', description: 'The day on which the postings last changed.' }),
        part: Type.Integer({
          minimum: 0,
          maximum: partsMax - 1,
          description: 'Number of the file of that day.',
        }),
      }),
      response: { body: Type.String(), type: sitemapType },
      acceptsAny: true,
      access: 'optional',
      cache: jobsCache,
      handle: async ({ params: { day, part } }) => {
        const ids = await readChangedIds(db, day, {
          limit: postingsPerSitemap,
          offset: part * postingsPerSitemap,
        })
        if (ids.length === 0) throw new Failure('not_found', 'There is no such sitemap.')
        return sitemapReply(ids.map((id) => ({ url: `${url}/job-postings/jobs/${id}`, lastmod: day })))
      },
    }),
  ]
}
