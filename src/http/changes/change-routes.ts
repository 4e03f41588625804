/** The routes of a service's changes: to read them from a position on, and to follow them as a stream. */

import { type TProperties, Type } from 'typebox'
import type { Clock } from '../../core/clock.ts'
import { readOldest } from '../../store/changes/change-archive.ts'
import type { LogPosition } from '../../store/changes/read-log.ts'
import { LiveEvent } from '../live/live-event.ts'
import { limit } from '../openapi/fields.ts'
import type { Reply } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import { ChangeFeed } from './change-feed.ts'
import { filterKey, filterParameters, toMatcher } from './change-filter.ts'
import { anyChangeSource, type ChangeSource, type ChangeWarning } from './change-source.ts'
import { currentPosition, formatPosition, parsePosition, positionCharsMax } from './position.ts'
import {
  type ChangeDatabase,
  type ChangePage,
  changesExpired,
  readChanges,
  renderChanges,
} from './read-changes.ts'
import { ChangeWaiters, preferredWait, waitSecondsMax } from './wait-for-change.ts'

interface Options {
  readonly db: ChangeDatabase
  readonly clock: Clock
}

export function changeRoutes<Filters extends TProperties>(
  typedSource: ChangeSource<Filters>,
  { db, clock }: Options,
): AnyRoute[] {
  const source = anyChangeSource(typedSource)
  const { service, path, name, tag, what, row } = source
  const waiters = new ChangeWaiters(db, clock)
  const feed = new ChangeFeed(db, source, clock)
  const parameters = filterParameters(source)

  function parseAfter(text: string, parameter: string): LogPosition | undefined {
    return text === 'now' ? currentPosition(db, service) : parsePosition(text, db.epoch(), parameter)
  }

  const list = defineRoute({
    method: 'GET',
    path,
    id: `follow${name}Changes`,
    tag,
    summary: `Follow changes of ${what}`,
    description: `Oldest first. To go on, send \`meta.changes_after\` of the response as \`after\`: also a page without rows has it, and it moves on past changes that do not match. Lists have it too: read a list, then follow from the \`meta.changes_after\` of its first page. With \`Prefer: wait=20\` the response waits for the next change, at most ${waitSecondsMax} seconds. A position that is too old is 410, with \`details.oldest\` and the list to begin again from.`,
    query: Type.Object({
      after: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: positionCharsMax,
          description:
            '`meta.changes_after` of a response, or `now`. Without it, from the oldest change that is stored.',
        }),
      ),
      ...parameters,
      limit: limit(200, 50),
    }),
    response: { rows: row },
    errors: ['changes_expired'],
    access: 'optional',
    scope: 'changes',
    cache: 'no-store',
    compress: true,
    handle: async (context) => {
      const query = context.query as { after?: string; type?: string; limit: number }
      const { signal } = context
      const matcher = await toMatcher(source, query)
      const after =
        query.after === undefined
          ? await readOldest(db, service, { signal })
          : parseAfter(query.after, 'after')
      const read = async (position: LogPosition | undefined): Promise<ChangePage> => {
        const page = position && (await readChanges(db, service, matcher, position, query.limit, signal))
        if (page === undefined) throw await changesExpired(db, source, position, signal)
        return page
      }
      let page = await read(after)
      const waitMs = isEmpty(page) && !context.isHead ? preferredWait(context.header('prefer')) * 1000 : 0
      using turn = waitMs > 0 ? waiters.enter(context.admission.principal) : undefined
      if (turn !== undefined) {
        context.extendDeadline(waitMs)
        const untilMs = clock.monotonic() + waitMs
        while (isEmpty(page) && clock.monotonic() < untilMs) {
          const { number } = page.position
          await context.outsideTurn(() => waiters.wait(service, number, untilMs, signal))
          page = await read(page.position)
        }
      }
      // Not for a reader who goes on: most of these requests find nothing, and they must stay cheap.
      const isFirst = query.after === undefined || query.after === 'now'
      const warnings = isFirst && isEmpty(page) ? await source.explain(query) : []
      const reply = toReply(
        page,
        await renderChanges(source, page.changes, clock.now()),
        db.epoch(),
        warnings,
      )
      return turn === undefined ? reply : { ...reply, headers: { 'preference-applied': 'wait' } }
    },
  })

  const stream = defineRoute({
    method: 'GET',
    path: `${path}/stream`,
    id: `stream${name}Changes`,
    tag,
    summary: `Stream changes of ${what}`,
    description:
      'Server-sent events: `change` with a change, `bookmark` with `changes_after` for readers without news, `warning` if a filter has a value that nothing has, and `gap` if changes are missing, with the position `after` from which they can be read by requests, `until` where the stream goes on, and the `reason`: `behind`, or `expired` if they are no longer stored and the list at `restart` has to be read again. The id of each event is a position: browsers resume with it as `Last-Event-ID`.',
    query: Type.Object({
      after: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: positionCharsMax,
          description: 'Where to begin. Default: now. The header `Last-Event-ID` goes before it.',
        }),
      ),
      ...parameters,
    }),
    response: { body: row, type: 'text/event-stream' },
    access: 'optional',
    scope: 'changes',
    cache: 'no-store',
    live: 'events',
    handle: async (context) => {
      const { after = 'now', ...filters } = context.query as { after?: string; type?: string }
      const matcher = await toMatcher(source, filters)
      const lastEventId = context.header('last-event-id')
      const text = lastEventId ?? after
      const position =
        text === 'now' ? 'now' : parsePosition(text, db.epoch(), lastEventId ? 'Last-Event-ID' : 'after')
      const warnings = position === 'now' ? await source.explain(filters) : []
      return {
        live: (connection) => {
          if (warnings.length > 0)
            connection.send(warnings.map((warning) => new LiveEvent('warning', JSON.stringify(warning))))
          return feed.open(connection, filterKey(filters), matcher, position)
        },
      }
    },
  })
  return [list, stream]
}

function isEmpty({ changes, hasMore }: ChangePage): boolean {
  return changes.length === 0 && !hasMore
}

function toReply(
  { position, hasMore }: ChangePage,
  rows: readonly string[],
  epoch: number,
  warnings: readonly ChangeWarning[],
): Reply {
  const meta = { changes_after: formatPosition(epoch, position), has_more: hasMore }
  return { rows, meta: warnings.length === 0 ? meta : { ...meta, warnings } }
}
