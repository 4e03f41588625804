/** The pages of the departments: rendered when their data or the day changes, kept until then. */

import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { toInstant } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { oneOf } from '../../../http/openapi/fields.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { bodyReply, dataReply, type Reply } from '../../../http/reply.ts'
import { weakEtag } from '../../../http/response/freshness.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { readCollection, readDepartments } from '../queries/collections.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { collectionPage, indexPage } from './collection-pages/html.ts'
import { collectionMarkdown, indexMarkdown } from './collection-pages/markdown.ts'

const types = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' } as const
type Format = keyof typeof types
const formats = ['html', 'markdown', 'json'] as const

interface RenderedPage {
  /** The publication and the day it shows. */
  readonly stamp: string
  readonly bornAt: number
  readonly reply: Reply
}

const renderedMax = 500
const maxAgeSeconds = 300

export function collectionRoutes(db: JobsDatabase): AnyRoute[] {
  const pageCache = new LRUCache<string, RenderedPage>({ max: renderedMax })
  const inFlight = new Map<string, Promise<RenderedPage>>()

  /** Two callers wait for one rendering; when it cannot be renewed, the last one stands. */
  async function cachedPage(
    key: string,
    nowMs: number,
    build: (date: string) => Promise<Reply>,
  ): Promise<Reply> {
    const date = toInstant(nowMs).slice(0, 10)
    const stamp = `${db.version('jobs')} ${date}`
    const last = pageCache.get(key)
    if (last?.stamp === stamp) return withCache(last, key, nowMs, 'hit')
    try {
      const work = inFlight.get(`${stamp} ${key}`) ?? render(key, stamp, nowMs, () => build(date))
      return withCache(await work, key, nowMs, 'fwd=miss; stored')
    } catch (thrown) {
      if (last === undefined || (thrown instanceof Failure && thrown.code === 'not_found')) throw thrown
      return withCache(last, key, nowMs, 'hit; detail=stale')
    }
  }

  function render(
    key: string,
    stamp: string,
    nowMs: number,
    build: () => Promise<Reply>,
  ): Promise<RenderedPage> {
    const name = `${stamp} ${key}`
    const work = build()
      .then((reply) => {
        const rendered = { stamp, bornAt: nowMs, reply }
        pageCache.set(key, rendered)
        return rendered
      })
      .finally(() => inFlight.delete(name))
    inFlight.set(name, work)
    return work
  }

  const routeDefaults = {
    method: 'GET',
    tag: 'Job postings',
    response: { body: Type.Object({}, { additionalProperties: true }), type: 'text/html' },
    mediaTypes: Object.values(types),
    query: Type.Object({
      format: Type.Optional(oneOf(formats, { description: 'Wins over `Accept`.' })),
    }),
    access: 'optional',
    cache: 'handler',
  } as const satisfies Partial<AnyRoute>

  return [
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/collections',
      id: 'listCollections',
      summary: 'All departments with their number of active postings, as a page',
      handle: async ({ query, mediaType, nowMs }) => {
        const format = formatOf(query.format, mediaType)
        return await cachedPage(format, nowMs, async (date) => {
          const { entries, total, left_out } = await readDepartments(db)
          if (format === 'json') return dataReply({ date, total, left_out, departments: entries })
          if (format === 'markdown') return toMarkdownReply(indexMarkdown(entries, total, date))
          return htmlReply(indexPage(entries, total, left_out, date))
        })
      },
    }),
    defineRoute({
      ...routeDefaults,
      path: '/job-postings/collections/:department',
      id: 'getCollection',
      summary: 'A department as a page: at a glance, breakdowns, and its newest postings',
      params: Type.Object({ department: Type.String({ minLength: 1, maxLength: 200 }) }),
      handle: async ({ params, query, mediaType, nowMs }) => {
        const format = formatOf(query.format, mediaType)
        return await cachedPage(`${format} ${params.department}`, nowMs, async (date) => {
          const collection = await readCollection(db, params.department, date)
          if (collection === undefined) {
            throw new Failure('not_found', 'No active posting has this department.', {
              details: { parameter: 'department' },
            })
          }
          if (format === 'json') return dataReply(collection)
          if (format === 'markdown') return toMarkdownReply(collectionMarkdown(collection))
          return htmlReply(collectionPage(collection))
        })
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
  { reply, stamp, bornAt }: RenderedPage,
  key: string,
  nowMs: number,
  status: string,
): Reply {
  return {
    ...reply,
    cache: {
      // Weak: the envelope of JSON differs from answer to answer, and pages are sent packed and unpacked.
      etag: weakEtag(`${stamp} ${key}`),
      createdAt: bornAt,
      freshUntil: nowMs + maxAgeSeconds * 1000,
      reusableUntil: nowMs,
      cacheControl: `public, max-age=${maxAgeSeconds}`,
      cacheStatus: status,
    },
  }
}
