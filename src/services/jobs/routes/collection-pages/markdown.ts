/** The department pages as Markdown. */

import { escapeMarkdown } from '../../../../core/text/escape-markdown.ts'
import type { Collection, DepartmentEntry, PageField } from '../../queries/collections.ts'
import type { Facets } from '../../queries/facets.ts'
import { pageFields } from '../../schema/job-posting.ts'
import {
  fieldNames,
  formatNumber,
  formatPercent,
  headline,
  pathSegment,
  postingFacts,
  remainderRows,
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

${pageFields.map((field) => breakdownTable(field, breakdowns[field])).join('')}## Jobs

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

function breakdownTable(field: PageField, breakdown: Facets): string {
  const { rows } = breakdown
  if (rows.length === 0) return ''
  const remainder = remainderRows(field, breakdown).map(
    ({ label, count, share }) => `| ${label} | ${formatNumber(count)} | ${share} |\n`,
  )
  return `## ${fieldNames[field].title}

| Value | Active jobs | Share |
|---|---:|---:|
${rows.map(({ value, count, share }) => `| ${escapeMarkdown(value)} | ${formatNumber(count)} | ${formatPercent(share)} |\n`).join('')}${remainder.join('')}
`
}
