/** The e-mail with the changes of an hour or a day. No text of a source is in its headers. */

import { oneLine } from '../../core/text/one-line.ts'
import type { ChangeLine } from '../../http/changes/change-source.ts'
import { html } from '../../http/pages/html.ts'
import { type Email, emailPage } from '../../identity/index.ts'

export interface DigestSection {
  readonly service: string
  /** As the owner wrote them. */
  readonly filters: Readonly<Record<string, string>>
  readonly lines: readonly ChangeLine[]
  /** How many more there are. */
  readonly more: number
  /** Where all of them can be read. */
  readonly moreUrl: string
  /** Whether changes before these are no longer stored. */
  readonly isIncomplete: boolean
}

interface Digest {
  readonly to: string
  readonly sections: readonly DigestSection[]
  readonly origin: string
  readonly unsubscribeUrl: string
}

const lineCharsMax = 200

export function digestEmail({ to, sections, origin, unsubscribeUrl }: Digest): Email {
  const count = sections.reduce((sum, { lines, more }) => sum + lines.length + more, 0)
  const parts = sections.map((section) => ({
    ...section,
    title: oneLine(titleOf(section), lineCharsMax),
    rows: section.lines.map(({ text, url }) => ({ text: oneLine(text, lineCharsMax), url })),
    rest: section.more === 0 ? undefined : `and ${section.more.toLocaleString('en')} more`,
    note: section.isIncomplete ? 'Earlier changes are no longer stored.' : undefined,
  }))
  const why = `You get this because you subscribed to it at ${origin}/account.`
  const text = [
    ...parts.flatMap(({ title, rows, rest, note, moreUrl }) => [
      title,
      '',
      ...(note === undefined ? [] : [note]),
      ...rows.map((row) => `- ${row.text}${row.url === undefined ? '' : `\n  ${row.url}`}`),
      ...(rest === undefined ? [] : [`- ${rest}: ${moreUrl}`]),
      '',
    ]),
    why,
    `Stop all e-mails: ${unsubscribeUrl}`,
    '',
  ].join('\n')
  const content = html`${parts.map(
    ({ title, rows, rest, note, moreUrl }) => html`<h2>${title}</h2>
${note === undefined ? undefined : html`<p>${note}</p>`}<ul>
${rows.map((row) => html`<li>${row.url === undefined ? row.text : html`<a href="${row.url}">${row.text}</a>`}</li>\n`)}${rest === undefined ? undefined : html`<li><a href="${moreUrl}">${rest}</a></li>\n`}</ul>
`,
  )}<p>${why} <a href="${unsubscribeUrl}">Stop all e-mails</a></p>
`
  return {
    to,
    subject:
      count === 0
        ? 'Broadsheet: changes were missed'
        : `Broadsheet: ${count.toLocaleString('en')} change${count === 1 ? '' : 's'}`,
    text,
    html: emailPage(content),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

function titleOf({ service, filters }: DigestSection): string {
  const parts = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  return parts.length === 0 ? `Changes of ${service}` : `Changes of ${service}: ${parts.join(', ')}`
}
