/** The news of trust on the front page: the latest changes. */

import { html } from '../../../http/pages/html.ts'
import type { FrontPageNews, FrontPageRequest } from '../../../http/service.ts'
import { readChanges } from '../queries/changes.ts'
import { isEmpty } from '../queries/companies.ts'
import type { TrustDb } from '../schema/tables.ts'
import { readCompanyNames } from './company-names.ts'
import { type ChangeValue, changeList } from './trust-pages/layout.ts'

const changesShown = 6

export async function latestChanges(db: TrustDb, { base }: FrontPageRequest): Promise<FrontPageNews> {
  const { docs, total } = await readChanges(db, { limit: changesShown, offset: 0 })
  const changes = docs.map((doc) => JSON.parse(doc) as ChangeValue)
  const pages = `${base}/trust`
  return {
    heading: 'Changes at trust centers',
    api: { href: `${base}/v1/changes?limit=${changesShown}`, call: 'data.listTrustChanges' },
    all: { href: `${pages}/changes`, text: total === 0 ? 'Changes' : `All ${total.toLocaleString('en')}` },
    body: html`${changes.length === 0 ? html`<p>No ${(await isEmpty(db)) ? 'trust centers have been collected' : 'changes have been seen'} yet.</p>` : changeList(changes, await readCompanyNames(db, changes), `${pages}/`)}
${total === 0 ? undefined : html`<p class="meta"><a href="${pages}/vendors">Who relies on whom</a></p>`}`,
  }
}
