/** Routes of the department pages, which are rendered once per publication and day. */

import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { SingleFlight } from '../../../core/async/single-flight.ts'
import { toInstant } from '../../../core/clock.ts'
import { Failure, isFailure } from '../../../core/errors.ts'
import { countryName } from '../../../core/places/countries.ts'
import { type PlaceTables, placeTables } from '../../../core/places/place-tables.ts'
import { oneOf } from '../../../http/openapi/fields.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { bodyReply, dataReply, type Reply } from '../../../http/reply.ts'
import { weakEtag } from '../../../http/response/freshness.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { facetKey } from '../normalise/fold.ts'
import { readCollection, readDepartments } from '../queries/collections.ts'
import { readBoardsFreshness } from '../queries/job-age.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { collectionPage, indexPage } from './collection-pages/html.ts'
import { collectionMarkdown, indexMarkdown } from './collection-pages/markdown.ts'

/** `California, United States` for `US-CA`; a code without a name stays as it is. */
function toRegionText(tables: PlaceTables): (code: string) => string {
  return (code) => {
    const [country = '', region] = code.split('-')
    const name = tables.regionName(country, region)
    return name === undefined ? code : `${name}, ${countryName(country) ?? country}`
  }
}

const types = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' } as const
type Format = keyof typeof types
const formats = ['html', 'markdown', 'json'] as const

interface RenderedPage {
  /** The publication and the date of the data. */
  readonly stamp: string
  readonly createdAt: number
  readonly reply: Reply
}

const pageBytesMax = 32 * 1024 * 1024
const maxAgeSeconds = 300

export function collectionRoutes(db: JobsDatabase): AnyRoute[] {
  const pageCache = new LRUCache<string, RenderedPage>({
    maxSize: pageBytesMax,
    maxEntrySize: pageBytesMax / 8,
    sizeCalculation: ({ reply }, key) => key.length + (reply.body?.content ?? reply.data ?? '').length + 1,
  })
  const rendering = new SingleFlight<RenderedPage>()

  /** Concurrent requests share one rendering. If rendering fails, the last page is served. */
  async function cachedPage(
    key: string,
    nowMs: number,
    build: (date: string) => Promise<Reply>,
  ): Promise<Reply> {
    const date = toInstant(nowMs).slice(0, 10)
    const stamp = `${db.stamp('jobs')} ${date}`
    const last = pageCache.get(key)
    if (last?.stamp === stamp) return withCache(last, key, nowMs, 'hit')
    try {
      const page = await rendering.run(`${stamp} ${key}`, async () => {
        const rendered = { stamp, createdAt: nowMs, reply: await build(date) }
        pageCache.set(key, rendered)
        return rendered
      })
      return withCache(page, key, nowMs, 'fwd=miss; stored')
    } catch (thrown) {
      if (last === undefined || isFailure(thrown, 'not_found')) throw thrown
      return withCache(last, key, nowMs, 'hit; detail=stale')
    }
  }

  const routeDefaults = {
    method: 'GET',
    tag: 'Job postings',
    response: { body: Type.Object({}, { additionalProperties: true }), type: 'text/html' },
    mediaTypes: Object.values(types),
    query: Type.Object({
      format: Type.Optional(oneOf(formats, { description: 'Overrides `Accept`.' })),
    }),
    access: 'optional',
    cache: 'handler',
  } as const satisfies Partial<AnyRoute>

  return [
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/collections',
      id: 'listCollections',
      summary: 'List departments',
      handle: async ({ query, mediaType, nowMs }) => {
        const format = formatOf(query.format, mediaType)
        return await cachedPage(format, nowMs, async (date) => {
          const { entries, total, left_out } = await readDepartments(db)
          if (format === 'json') {
            const freshness = await readBoardsFreshness(db)
            return dataReply({ date, total, left_out, departments: entries }, { freshness })
          }
          if (format === 'markdown') return toMarkdownReply(indexMarkdown(entries, total, date))
          return htmlReply(indexPage(entries, total, left_out, date))
        })
      },
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/collections/:department',
      id: 'getCollection',
      summary: 'Get a department page',
      params: Type.Object({
        department: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Name of the department.',
          examples: ['Engineering'],
        }),
      }),
      handle: async ({ params, query, mediaType, nowMs }) => {
        const format = formatOf(query.format, mediaType)
        // Departments are matched folded, so all spellings share one page.
        return await cachedPage(
          `${format} ${facetKey('department', params.department)}`,
          nowMs,
          async (date) => {
            const collection = await readCollection(db, params.department, date)
            if (collection === undefined) {
              throw new Failure('not_found', 'No active job has this department.', {
                details: { parameter: 'department' },
              })
            }
            const { freshness, ...page } = collection
            if (format === 'json') return dataReply(page, { freshness })
            if (format === 'markdown') return toMarkdownReply(collectionMarkdown(collection))
            return htmlReply(collectionPage(collection, toRegionText(placeTables())))
          },
        )
      },
    }),
  ]
}

function formatOf(requested: Format | undefined, mediaType: string): Format {
  return requested ?? formats.find((format) => types[format] === mediaType) ?? 'html'
}

function toMarkdownReply(body: string): Reply {
  return bodyReply('text/markdown; charset=utf-8', body)
}

function withCache(
  { reply, stamp, createdAt }: RenderedPage,
  key: string,
  nowMs: number,
  status: string,
): Reply {
  return {
    ...reply,
    cache: {
      // Weak: the JSON envelope differs between responses, and pages are sent with and without compression.
      etag: weakEtag(`${stamp} ${key}`),
      createdAt,
      freshUntil: nowMs + maxAgeSeconds * 1000,
      reusableUntil: nowMs,
      cacheControl: `public, max-age=${maxAgeSeconds}`,
      cacheStatus: status,
    },
  }
}
