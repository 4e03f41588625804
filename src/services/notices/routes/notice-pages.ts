/** The pages of notices: a list that can be narrowed, and one page per notice. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import { cursor, oneOf } from '../../../http/openapi/fields.ts'
import { dateElement } from '../../../http/pages/age-text.ts'
import { externalLink } from '../../../http/pages/external-link.ts'
import { followLink } from '../../../http/pages/follow-link.ts'
import { type Html, html } from '../../../http/pages/html.ts'
import { nothingCollected } from '../../../http/pages/nothing-collected.ts'
import { htmlReply, renderPage } from '../../../http/pages/page.ts'
import { stated, toQueryString } from '../../../http/pages/page-query.ts'
import { choices, emptyState, facts, paging, sectionHead } from '../../../http/pages/parts.ts'
import { requestLink } from '../../../http/pages/request-link.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import { readNotice, readNotices, readTowns, spellTown } from '../queries/notices.ts'
import { type Notice, noticeCategories } from '../schema/notice.ts'

const noticesPerPage = 30

const pageRoute = {
  method: 'GET',
  tag: 'Notices',
  // For people: clients read the same as JSON.
  hidden: true,
  response: { body: Type.String(), type: 'text/html' },
  access: 'optional',
  cache: { scope: 'notices', maxAgeSeconds: 60 },
} as const satisfies Partial<AnyRoute>

export function noticePageRoutes(db: Database<ReadModelTables>): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      path: '/notices',
      id: 'getNoticesPage',
      summary: 'Get notices as a page',
      query: Type.Object({
        town: Type.Optional(Type.String({ maxLength: 80, description: 'Name of a town.' })),
        category: Type.Optional(oneOf(['', ...noticeCategories], { description: 'A category.' })),
        cursor: Type.Optional(cursor()),
      }),
      errors: ['invalid_cursor'],
      handle: async ({ query, after, cursorAfter }) => {
        const [written, category] = [stated(query.town), stated(query.category)]
        const town = written && (await spellTown(db, written))
        const rows = await readNotices(db, { town, category }, after(), noticesPerPage)
        const shown = rows.slice(0, noticesPerPage)
        const last = rows.length > noticesPerPage ? shown.at(-1) : undefined
        const notices = shown.map(({ doc }) => JSON.parse(doc) as Notice)
        const next = last && cursorAfter([last.published_on, last.id])
        const isFirst = query.cursor === undefined
        return htmlReply(noticesPage({ town, category, towns: await readTowns(db), notices, isFirst, next }))
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/notices/:notice_id',
      id: 'getNoticePage',
      summary: 'Get a notice as a page',
      params: Type.Object({ notice_id: Type.String({ maxLength: 64, description: '`id` of the notice.' }) }),
      handle: async ({ params }) => {
        const doc = await readNotice(db, params.notice_id)
        if (doc === undefined) throw notFound('notice', 'notice_id')
        return htmlReply(noticePage(JSON.parse(doc) as Notice))
      },
    }),
  ]
}

interface NoticesPage {
  readonly town: string | undefined
  readonly category: string | undefined
  readonly towns: readonly string[]
  readonly notices: readonly Notice[]
  /** Whether the page begins with the newest. */
  readonly isFirst: boolean
  /** The cursor of the next page. */
  readonly next: string | undefined
}

function noticesPage({ town, category, towns, notices, isFirst, next }: NoticesPage): string {
  const link = (changed: { town?: string; category?: string | undefined; cursor?: string }) =>
    `notices${toQueryString({ town, category, ...changed })}`
  const list =
    notices.length > 0
      ? html`<h2 class="unseen">Notices</h2><ul class="list flow">${notices.map((notice) => noticeItem(notice, 'notices/'))}</ul>`
      : towns.length === 0
        ? nothingCollected('notices')
        : emptyState(html`No notice matches. <a href="notices">All notices</a>`)
  return renderPage({
    title: town === undefined ? 'Public notices' : `Public notices of ${town}`,
    section: 'notices',
    description: 'Public notices of towns: planning, roads, licences, elections and more.',
    crumb: html`What <a href="notices">towns</a> have made public.`,
    lead: 'The newest first',
    body: html`<form class="ask" action="notices">
<label>Town <select name="town"><option value="">all towns</option>${towns.map((each) => html`<option${each === town ? html` selected` : undefined}>${each}</option>`)}</select></label>
${category === undefined ? undefined : html`<input type="hidden" name="category" value="${category}">`}<button class="button">Show</button>
</form>
<div class="tools">${choices('Category', 'chips', [
      { href: link({ category: undefined }), text: 'all', isCurrent: category === undefined },
      ...noticeCategories.map((each) => ({
        href: link({ category: each }),
        text: each,
        isCurrent: each === category,
      })),
    ])}${followLink('notices', { town, category })}</div>
${list}
${paging({
  next: next === undefined ? undefined : link({ cursor: next }),
  more: isFirst ? [] : [html`<a href="${link({})}">Newest notices</a>`],
})}`,
    data: [
      requestLink({ href: `v1/notices${toQueryString({ town, category })}`, call: 'notices.listNotices' }),
    ],
  })
}

/** `folder`: where the pages of notices are. */
export function noticeItem({ id, title, town, category, published_on }: Notice, folder: string): Html {
  return html`<li><h3><a href="${folder}${id}">${title}</a></h3>
<p class="meta">${town} · ${category} · ${dateElement(published_on)}</p></li>
`
}

function noticePage(notice: Notice): string {
  const { id, title, town, category, published_on, body, url, source_lineage } = notice
  return renderPage({
    title,
    section: 'notices',
    description: `${title}: a public notice of ${town}.`,
    crumb: html`A public notice of <a href="../notices${toQueryString({ town })}">${town}</a>, among <a href="../notices">all notices</a>.`,
    lead: html`${town} · ${dateElement(published_on)}`,
    body: html`<div class="grid">
<article class="c8 prose">${body.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>\n`)}
<p>${externalLink(url, 'The notice as the town published it', 'button')}</p></article>
<section class="c4">${sectionHead('Facts')}
${facts([
  ['Town', html`<a href="../notices${toQueryString({ town })}">${town}</a>`],
  ['Category', html`<a href="../notices${toQueryString({ category })}">${category}</a>`],
  ['Published', dateElement(published_on)],
  ['Read', dateElement(source_lineage.captured_at)],
])}</section>
</div>`,
    data: [
      requestLink({
        href: `../v1/notices/${id}`,
        call: 'notices.getNotice',
        path: '/v1/notices/{notice_id}',
      }),
    ],
  })
}
