/** The Gazette: public notices of towns, in pages, with day-first dates and HTML in the text. */

import { type Static, Type } from 'typebox'
import { toInstant } from '../../../../core/clock.ts'
import { Failure } from '../../../../core/errors.ts'
import { parseForeignJson } from '../../../../core/parse/parse-json.ts'
import { toPlainText } from '../../../../core/parse/plain-text.ts'
import { stableId } from '../../../../core/stable-id.ts'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { SourceAdapter } from '../../../../sync/source.ts'
import type { NoticeCategory, NoticeRecord, TownRecord } from '../../schema/notice.ts'
import type { Town } from '../members/gazette-towns.ts'

const home = 'https://gazette.sandbox'
const pagesMax = 50

const Page = Type.Object({
  results: Type.Array(Type.Unknown()),
  paging: Type.Object({ next: Type.Union([Type.String(), Type.Null()]) }),
})

const Reference = Type.Object({ ref: Type.String({ minLength: 1, maxLength: 100 }) })

/** Rows are checked one by one: an invalid row is dropped, the others are used. */
const isRow = typeGuard(
  Type.Object({
    ...Reference.properties,
    headline: Type.String(),
    kind: Type.String(),
    printed: Type.String(),
    text_html: Type.String(),
    amended: Type.Union([Type.Integer({ minimum: 0, maximum: 4_102_444_800 }), Type.Null()]),
  }),
)
/** A row that cannot be read, but says which notice it is. */
const hasReference = typeGuard(Reference)

const categories: ReadonlyMap<string, NoticeCategory> = new Map([
  ['PLAN', 'planning'],
  ['ROAD', 'roads'],
  ['LIC', 'licensing'],
  ['ELEC', 'elections'],
  ['MTG', 'meetings'],
  ['TEND', 'tenders'],
])

export const gazette: SourceAdapter<Town, TownRecord> = {
  id: 'gazette',
  service: 'notices',
  about: { name: 'The Gazette', home, terms: 'Part of the sandbox; free to use for anything.' },
  baseUrl: home,
  everyMinutes: 60,
  polite: { atOnce: 2, gapMs: 0 },
  raw: { notices: Page },

  async *fetch({ http, member, baseUrl, signal }) {
    for (let page = 1; page <= pagesMax; page++) {
      const url = `${baseUrl}/api/towns/${member.id}/notices?page=${page}`
      const response = await http.request(url, { signal })
      yield { kind: 'notices', url: response.url, fetchedAt: response.receivedAt, body: response.body }
      if (!hasNextPage(response.body)) return
    }
    throw new Failure('upstream_changed', `A town has more than ${pagesMax} pages of notices.`)
  },

  *toRecords(responses, { member, drop }) {
    for (const row of responses.flatMap(({ body }) => (body as Static<typeof Page>).results)) {
      const record = toRecord(row, member)
      if (typeof record !== 'string') yield record
      else {
        drop(record)
        // What is published of it stays.
        if (hasReference(row)) yield { id: idOf(row.ref, member), isListed: true }
      }
    }
  },
}

/** Pages are counted. Links in a response are not followed: an upstream must not choose where requests go. */
function hasNextPage(body: string): boolean {
  try {
    const page = parseForeignJson(body) as { paging?: { next?: unknown } } | null
    return typeof page?.paging?.next === 'string'
  } catch {
    return false
  }
}

/** Returns the reason if the row cannot be used. */
function toRecord(row: unknown, town: Town): NoticeRecord | string {
  if (!isRow(row)) return 'not a notice'
  const title = toPlainText(row.headline)
  if (title === '') return 'no title'
  const published_on = parseDate(row.printed)
  if (published_on === undefined) return 'no such day'
  return {
    id: idOf(row.ref, town),
    title,
    town: town.name,
    category: categories.get(row.kind) ?? 'other',
    published_on,
    body: toPlainText(row.text_html),
    url: `${home}/notices/${encodeURIComponent(row.ref)}`,
    ...(row.amended === null ? {} : { updated_at: toInstant(row.amended * 1000) }),
  }
}

function idOf(ref: string, town: Town): string {
  return stableId('nt', 'gazette', town.id, ref)
}

/** `14/11/2026` becomes `2026-11-14`. */
function parseDate(printed: string): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(printed) ?? []
  const date = `${year}-${month}-${day}`
  const ms = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(ms) && toInstant(ms).startsWith(date) ? date : undefined
}
