/** The department pages as Markdown. */

import type { Collection, DepartmentEntry } from '../../queries/collections.ts'
import type { Facets } from '../../queries/read-facets.ts'
import { pageFields } from '../../schema/job-posting.ts'
import {
  fieldNames,
  formatNumber,
  formatPercent,
  headline,
  pathSegment,
  postingFacts,
  topRow,
} from './wording.ts'

export function collectionMarkdown(collection: Collection): string {
  const { department, date, matched, jobs, breakdowns } = collection
  const tops = pageFields.flatMap((field) => {
    const top = topRow(breakdowns[field])
    return top === undefined
      ? []
      : [
          `- ${fieldNames[field].one}: ${escapeMarkdown(top.value)} (${formatNumber(top.count)}, ${top.share})`,
        ]
  })
  return `# ${escapeMarkdown(headline(collection))}

${date}. Active postings matched: ${formatNumber(matched)}. First ${jobs.length} jobs shown.

## At a glance

- Collection: ${escapeMarkdown(department)} (${formatNumber(matched)})
${tops.join('\n')}

${pageFields.map((field) => breakdownTable(fieldNames[field].title, breakdowns[field])).join('')}## Jobs

${jobs
  .map(
    (job) => `### ${escapeMarkdown(job.title)}

${postingFacts(job)
  .map(([name, value]) => `- ${name}: ${escapeMarkdown(value)}`)
  .join('\n')}
- URL: <${job.url.replace(/[<>\s]/g, encodeURIComponent)}>
`,
  )
  .join('\n')}`
}

export function indexMarkdown(entries: readonly DepartmentEntry[], total: number, date: string): string {
  return `# Jobs

${date}. Active postings: ${formatNumber(total)}.

${entries.map(({ department, count }) => `- [${escapeMarkdown(department)}](collections/${pathSegment(department)}): ${formatNumber(count)}`).join('\n')}
`
}

function breakdownTable(title: string, { rows }: Facets): string {
  if (rows.length === 0) return ''
  return `## ${title}

| Value | Active jobs | Share |
|---|---:|---:|
${rows.map(({ value, count, share }) => `| ${escapeMarkdown(value)} | ${formatNumber(count)} | ${formatPercent(share)} |`).join('\n')}

`
}

/** Escapes Markdown and HTML syntax. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>&~-]/g, (sign) =>
    sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : sign === '&' ? '&amp;' : `\\${sign}`,
  )
}
