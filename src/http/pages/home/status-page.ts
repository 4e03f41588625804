/** `/status`: how old the data of each service is, whether it is collected on time, and which platforms have trouble; as HTML or JSON. */

import { toInstant } from '../../../core/clock.ts'
import { pluralize } from '../../../core/text/pluralize.ts'
import { dataReply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'
import { ageText } from '../age-text.ts'
import { type Html, html } from '../html.ts'
import { nothingCollected } from '../nothing-collected.ts'
import { htmlReply, jsonNote, renderPage } from '../page.ts'
import { sectionHead, table } from '../parts.ts'
import { readPart } from './read-part.ts'
import { type Area, type MountedService, toAreas } from './service-section.ts'

export const statusPath = '/status'

type CollectionState = 'live' | 'on_time' | 'late' | 'waiting' | 'off' | 'unknown'
export type TroubleCause = 'refused' | 'unavailable' | 'changed' | 'other'

/** How the members of one platform are read. */
export interface Collection {
  readonly platform: string
  readonly service: string
  /** Those that are to be read. */
  readonly members: number
  /** Those whose last read failed. */
  readonly failing: number
  /** Those that should have been read an hour ago or earlier. */
  readonly overdue: number
  /** When a member was last read, in milliseconds. */
  readonly readAt: number | undefined
  /** Why most of those that fail do so. */
  readonly cause: TroubleCause
}

interface StatusOptions {
  readonly mounted: readonly MountedService[]
  readonly isHealthy: () => Promise<boolean>
  readonly collection: () => Promise<readonly Collection[]>
}

/** With more, something larger is wrong, and the first ones say so. */
const platformsMax = 50
/** Some members of a large platform always fail or wait. */
const troubleShare = 0.1
const dayMs = 86_400_000
const headers = { 'cache-control': 'public, max-age=10' }

export function statusPageRoute({ mounted, isHealthy, collection }: StatusOptions): AnyRoute {
  const areas = mounted.flatMap(toAreas)
  return hiddenRoute({
    path: statusPath,
    type: 'text/html',
    mediaTypes: ['application/json', 'text/html'],
    compress: true,
    handle: async ({ mediaType, nowMs, signal }) => {
      const [isReady, { part }] = await Promise.all([isHealthy(), readPart(collection, signal)])
      const status = toStatus(areas, isReady, part, nowMs)
      return mediaType === 'application/json'
        ? { ...dataReply(status), headers }
        : htmlReply(statusPage(status, nowMs), headers)
    },
  })
}

type Status = ReturnType<typeof toStatus>
type ServiceStatus = Status['services'][number]

/** `collection`: undefined if it cannot be read now. */
function toStatus(
  areas: readonly Area[],
  isReady: boolean,
  collection: readonly Collection[] | undefined,
  nowMs: number,
) {
  const ids = new Set(areas.map(({ service }) => service.id))
  const troubled = (collection ?? [])
    .filter(({ service, failing, members }) => ids.has(service) && failing > members * troubleShare)
    .sort((one, other) => other.failing - one.failing)
  const services = areas.map((area) => toServiceStatus(area, collection, nowMs))
  const isLate = services.some((service) => service.collection === 'late')
  const isTroubled = isLate || troubled.length > 0 || collection === undefined
  return {
    state: !isReady ? 'degraded' : isTroubled ? 'trouble' : 'ok',
    checked_at: toInstant(nowMs),
    services,
    platforms_in_trouble: troubled.length,
    platforms: troubled.slice(0, platformsMax).map(({ readAt, ...each }) => ({
      platform: each.platform,
      service: each.service,
      cause: each.cause,
      members: each.members,
      failing: each.failing,
      last_read_at: readAt === undefined ? null : toInstant(readAt),
    })),
  } as const
}

function toServiceStatus(
  { base, service, publishedAt }: Area,
  all: readonly Collection[] | undefined,
  nowMs: number,
) {
  const at = publishedAt(service.scopes)
  const ofService = all?.filter((each) => each.service === service.id)
  const collection: CollectionState = service.scopes.length === 0 ? 'live' : judge(ofService, at > 0, nowMs)
  return {
    id: service.id,
    title: service.title,
    path: base + (service.pages?.[0]?.path ?? '') || '/',
    updated_at: at === 0 ? null : toInstant(at),
    age_seconds: at === 0 ? null : Math.max(0, Math.floor((nowMs - at) / 1000)),
    collection,
  }
}

/** `off`: no member is read any more. `waiting`: none has been read yet. `late`: none for a day, or many should have been. */
function judge(
  collection: readonly Collection[] | undefined,
  isPublished: boolean,
  nowMs: number,
): CollectionState {
  if (collection === undefined) return 'unknown'
  if (collection.length === 0) return isPublished ? 'off' : 'waiting'
  const readAt = Math.max(0, ...collection.map((each) => each.readAt ?? 0))
  if (readAt === 0) return 'waiting'
  const members = collection.reduce((sum, each) => sum + each.members, 0)
  const overdue = collection.reduce((sum, each) => sum + each.overdue, 0)
  return nowMs - readAt > dayMs || overdue > members * troubleShare ? 'late' : 'on_time'
}

const collectionTexts = {
  live: ['good', 'read on request'],
  on_time: ['good', 'on time'],
  late: ['bad', 'late'],
  waiting: ['soft', 'not read yet'],
  off: ['soft', 'no longer read'],
  unknown: ['bad', 'not known right now'],
} as const satisfies Record<CollectionState, readonly [style: string, text: string]>

const causeTexts = {
  refused: 'It denies access.',
  unavailable: 'It does not answer, or wants fewer requests.',
  changed: 'It answers, but not in a form that can be read.',
  other: 'It cannot be read.',
} as const satisfies Record<TroubleCause, string>

function headline({ state, services, platforms_in_trouble: platforms }: Status): string {
  if (state === 'degraded') return 'The server is not ready'
  const late = services.filter(({ collection }) => collection === 'late')
  if (late.length > 0) return `Late: ${late.map(({ title }) => title).join(', ')}`
  if (platforms > 0) return `${pluralize(platforms, 'platform')} in trouble`
  if (state !== 'ok') return 'Not known right now'
  return isEmpty(services) ? 'Nothing collected yet' : 'No trouble'
}

function isEmpty(services: readonly ServiceStatus[]): boolean {
  const stored = services.filter(({ collection }) => collection !== 'live')
  return stored.length > 0 && stored.every(({ updated_at }) => updated_at === null)
}

function statusPage(status: Status, nowMs: number): string {
  const { services, platforms, platforms_in_trouble: total } = status
  const moment = (at: string) =>
    html`<time datetime="${at}">${ageText(Math.max(0, nowMs - Date.parse(at)))}</time>`
  return renderPage({
    title: headline(status),
    fullTitle: `Status: ${headline(status)}`,
    section: 'status',
    crumb: html`How this server does, checked <time datetime="${status.checked_at}">now</time>.`,
    lead: 'Data stays readable when a platform fails; it only gets older.',
    description: 'How old the data of each section is, and which platforms have trouble.',
    body: html`${isEmpty(services) ? nothingCollected('records') : undefined}
<section>${sectionHead('Sections')}
${table({
  label: 'Sections',
  columns: [{ name: 'Section' }, { name: 'Updated' }, { name: 'Collection' }],
  kind: 'stacked',
  rows: services.map(({ title, path, updated_at, collection }) => [
    html`<a href="${path}">${title}</a>`,
    updatedText(collection, updated_at, moment),
    html`<span class="${collectionTexts[collection][0]}">${collectionTexts[collection][1]}</span>`,
  ]),
})}</section>
${
  total === 0
    ? undefined
    : html`<section>${sectionHead('Platforms in trouble')}
${table({
  label: 'Platforms in trouble',
  columns: [
    { name: 'Platform' },
    { name: 'Cause' },
    { name: 'Cannot be read', isNumber: true },
    { name: 'Last read' },
  ],
  kind: 'stacked',
  rows: platforms.map((each) => [
    each.platform,
    causeTexts[each.cause],
    `${each.failing} of ${each.members}`,
    each.last_read_at === null ? html`<span class="none">never</span>` : moment(each.last_read_at),
  ]),
})}
${total > platforms.length ? html`<p class="soft">And ${total - platforms.length} more.</p>` : undefined}</section>`
}`,
    data: [jsonNote],
  })
}

function updatedText(
  collection: CollectionState,
  updatedAt: string | null,
  moment: (at: string) => Html,
): Html | string {
  if (collection === 'live') return 'live'
  return updatedAt === null ? 'never' : moment(updatedAt)
}
