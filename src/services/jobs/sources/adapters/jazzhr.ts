/** JazzHR: a page with all postings of a board, and a page for each, most of them with schema.org markup. */

import { type Static, Type } from 'typebox'
import { isCutOff } from '../../../../core/parse/is-cut-off.ts'
import { type JsonLdNode, textField } from '../../../../core/parse/json-ld.ts'
import { parseHtml } from '../../../../core/parse/parse-html.ts'
import { unreadable } from '../../../../core/parse/parse-limits.ts'
import { typeGuard } from '../../../../core/type-guard.ts'
import { titleOf } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchDueDetails, readDetails } from '../details/due-details.ts'
import { RecentBody } from '../details/recent-details.ts'
import { fetchGone, fetchListResponse, slowBoardTimeoutMs } from '../fetch-board.ts'
import { findJobPosting, toRawPosting } from '../formats/jobposting-node.ts'
import { text } from '../formats/json-fields.ts'
import type { Board } from '../members/boards.ts'

const Row = Type.Object({
  /** The `uniqueJobCode` of its page. */
  id: Type.String({ pattern: '^job_[0-9]{14}_[A-Z0-9]{4,40}$' }),
  /** The name of its page. */
  page: Type.String({ pattern: '^[A-Za-z0-9]{4,40}$' }),
  title: text,
  department: text,
  place: text,
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

/** At one request per second, beside other work; the rest follow on the next days. */
const detailsMax = 500

export const jazzhr = defineBoardSource({
  id: 'jazzhr',
  about: {
    name: 'JazzHR',
    home: 'https://www.jazzhr.com',
    terms: 'Public pages of a career site; the postings have descriptions for search engines.',
  },
  // A company that has left the platform may look like a company without postings.
  zeroDaysMin: 3,
  baseUrl: 'https://www.applytojob.com',
  hosts: ['*.applytojob.com'],
  polite: { atOnce: 1, gapMs: 1000 },
  memberTimeoutMs: slowBoardTimeoutMs,
  statusRules: boardStatusRules({
    rules: [
      {
        statuses: [200],
        kinds: ['careers'],
        bodyHas: ['Trying to apply for a job?'],
        means: 'gone',
        confirmedBy: 'the list, which has no table',
        evidence:
          'The page of an unknown company, captured for a public test; 75 of 1,000 boards lacked the table (reference A.12).',
      },
    ],
    vendorSites: ['jazzhr.com', 'applytojob.com'],
  }),
  careersPage: (board) => `${homeOf(board)}/apply`,
  raw: { list: Type.String(), detail: Type.String(), recent: RecentBody },

  async *fetch(context) {
    const home = homeOf(context.member)
    const list = await fetchListResponse(context, { kind: 'list', url: `${home}/apply/jobs` })
    const gone = list.kind === 'list' && !hasTable(list.body) ? await fetchGone(context, list) : undefined
    yield gone ?? list
    if (gone !== undefined || list.kind === 'gone') return
    const rows = readTable(list.body).filter(isRow)
    const titles = countTitles(rows)
    yield* fetchDueDetails(context, list, {
      rows: new Map(rows.map((row) => [row.id, row])),
      urlOf: (row) => pageOf(context.member, row),
      countMax: detailsMax,
      parse: String,
      find: (body, row) => readPage(String(body), row, titles),
    })
  },

  isRow,
  idOf: ({ id }) => id,
  readRows([list, ...responses], board) {
    const rows = readTable(list?.body)
    const valid = rows.filter(isRow)
    const titles = countTitles(valid)
    const jobs = new Map(valid.map((row) => [row.id, row]))
    const { details, recent, withoutDetails } = readDetails(responses, jobs, (body, row) =>
      readPage(String(body), row, titles),
    )
    return {
      rows,
      toRaw(job) {
        const detail = details.get(job.id)
        const url = pageOf(board, job)
        const described = toRawPosting(url, detail?.node ?? {})
        const places = described.places.filter(({ city, region, country }) => city || region || country)
        return {
          ...described,
          nativeId: job.id,
          url,
          title: job.title,
          department: job.department,
          places: places.length > 0 ? places : [{ text: job.place }],
          // The markup knows fewer kinds than the page.
          employment: detail?.employment ? [detail.employment] : (described.employment ?? []),
          body: described.body ?? detail?.body,
          isPartial: detail === undefined,
          hasRecentDetails: recent.has(job.id),
        }
      },
      withoutDetails,
    }
  },
})

function homeOf({ key }: Board): string {
  return `https://${key}.applytojob.com`
}

function pageOf(board: Board, { page }: Row): string {
  return `${homeOf(board)}/apply/${page}`
}

function hasTable(page: string): boolean {
  return page.includes('jobs_table')
}

/** The rows of the table alone: the page repeats every posting for small screens. Throws for a page without the table. */
function readTable(page: string): Partial<Row>[] {
  if (!hasTable(page)) throw unreadable('it has no table of postings')
  if (isCutOff(page)) throw unreadable('it is cut off')
  const $ = parseHtml(page)
  return $('#jobs_table tr[id^=row_job_]')
    .toArray()
    .map((element) => {
      const row = $(element)
      const link = row.find('a.job_title_link').first()
      return {
        id: (element.attribs.id ?? '').slice('row_'.length),
        page: /\/apply\/(?:jobs\/details\/)?([A-Za-z0-9]+)/.exec(link.attr('href') ?? '')?.[1] ?? '',
        title: link.text(),
        department: row.find('.resumator_department').first().text(),
        place: row.children('td').eq(1).text().replace(/\s+/g, ' '),
      }
    })
}

function countTitles(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const title of rows.map(titleOf)) counts.set(title, (counts.get(title) ?? 0) + 1)
  return counts
}

interface Detail {
  readonly node: JsonLdNode | undefined
  readonly employment: string
  readonly body: string | undefined
}

/**
 * Undefined for an error page, for the page of another posting, and for markup that cannot be read, because without it a
 * posting would lose its pay. A page without markup says only the title, which is enough if no other row has it.
 */
function readPage(page: string, { id, title }: Row, titles: ReadonlyMap<string, number>): Detail | undefined {
  if (isCutOff(page)) return undefined
  let isBroken = false
  const node = findJobPosting(page, (source) => {
    isBroken ||= source.includes('JobPosting')
  })
  const $ = parseHtml(page)
  const employment = $('#resumator-job-employment').first().text()
  const body = $('#job-description').first().html() ?? undefined
  const own = titleOf({ title })
  if (node === undefined) {
    if (isBroken) return undefined
    const headings = $('title, h1, h2').toArray()
    const saysTitle = headings.some((heading) => titleOf({ title: $(heading).text() }) === own)
    if (body === undefined || !saysTitle || titles.get(own) !== 1) return undefined
  }
  const code = node && textField(node, 'uniqueJobCode')
  const stated = node && textField(node, 'title')
  const isSame = (code ?? id) === id && titleOf({ title: stated ?? title }) === own
  return isSame ? { node, employment: employment.replace(/^\s*Type:/, '').trim(), body } : undefined
}
