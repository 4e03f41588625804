/** Changes as an Atom feed (RFC 4287). */

import type { Static } from 'typebox'
import { xmlDocument } from '../../../http/pages/feeds/xml.ts'
import { html } from '../../../http/pages/html.ts'
import type { TrustChange } from '../schema/resources.ts'

type Change = Static<typeof TrustChange>

/** `rows`: changes as JSON texts, newest first; `rawQuery`: the query of the request; `newest`: the newest change of all, if there are no rows. */
export function changesFeed(rows: readonly string[], rawQuery: string, newest?: string): string {
  const { detected_at: updated = '1970-01-01T00:00:00Z' } = JSON.parse(
    rows[0] ?? newest ?? '{}',
  ) as Partial<Change>
  const changes = rows.map((row) => JSON.parse(row) as Change)
  const self = rawQuery === '' ? 'changes' : `changes?${rawQuery}`
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:broadsheet:trust:${self}</id>
<title>Changes at trust centers</title>
<updated>${updated}</updated>
<author><name>Broadsheet</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
${changes.map(entry)}</feed>
`
  return xmlDocument(feed)
}

function entry({ id, type, severity, provider, subject, detected_at, evidence, before, after }: Change) {
  const [kind = '', what = ''] = type.split('.')
  return html`<entry>
<id>urn:broadsheet:trust:change:${id}</id>
<title>${humanize(kind)} ${humanize(what)}: ${subject.name}</title>
<updated>${detected_at}</updated>
<link rel="alternate" href="${evidence.url}"/>
<category term="${type}"/>
<category term="${severity}" scheme="urn:broadsheet:trust:severity"/>
<category term="${provider}" scheme="urn:broadsheet:trust:provider"/>
<content type="text">${factsSection('before', before)}${factsSection('after', after)}</content>
</entry>
`
}

function humanize(name: string): string {
  return name.replaceAll('_', ' ')
}

function factsSection(when: string, facts: unknown): string {
  return facts === null || facts === undefined ? '' : `${when}: ${JSON.stringify(facts, undefined, 2)}\n`
}
