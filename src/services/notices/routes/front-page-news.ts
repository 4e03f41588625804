/** The news of the notices on the front page: the latest ones. */

import { html } from '../../../http/pages/html.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import { readNotices } from '../queries/notices.ts'
import type { Notice } from '../schema/notice.ts'
import { noticeItem } from './notice-pages.ts'

const noticesShown = 6

export async function latestNotices(
  db: Database<ReadModelTables>,
  { base }: FrontPageRequest,
): Promise<FrontPageNews> {
  const rows = await readNotices(db, {}, undefined, noticesShown)
  const notices = rows.slice(0, noticesShown).map(({ doc }) => JSON.parse(doc) as Notice)
  return {
    heading: 'Public notices',
    api: { href: `${base}/v1/notices?limit=${noticesShown}`, call: 'notices.listNotices' },
    all: { href: `${base}/notices`, text: 'All notices' },
    body: html`${notices.length === 0 ? html`<p>No notices have been collected yet.</p>` : undefined}
<ul class="list">
${notices.map((notice) => noticeItem(notice, `${base}/notices/`))}</ul>`,
  }
}
