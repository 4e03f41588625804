/** The pages as Markdown, for reading in a terminal and by programs that like prose. */

import type { Breakdown, Collection, DepartmentEntry } from '../../queries/collections.ts'
import { pageFields } from '../../schema/job-posting.ts'
import { factsOf, fieldNames, headline, number, percent, segment, topOf } from './wording.ts'

export function collectionMarkdown(collection: Collection): string {
  const { department, date, matched, jobs, breakdowns } = collection
  const tops = pageFields.flatMap((field) => {
    const top = topOf(breakdowns[field])
    return top === undefined
      ? []
      : [`- ${fieldNames[field].one}: ${plain(top.value)} (${number(top.count)}, ${top.share})`]
  })
  return `# ${plain(headline(collection))}

${date}. Active postings matched: ${number(matched)}. First ${jobs.length} jobs shown.

## At a glance

- Collection: ${plain(department)} (${number(matched)})
${tops.join('\n')}

${pageFields.map((field) => table(fieldNames[field].title, breakdowns[field])).join('')}## Jobs

${jobs
  .map(
    (job) => `### ${plain(job.title)}

${factsOf(job)
  .map(([name, value]) => `- ${name}: ${plain(value)}`)
  .join('\n')}
- Address: <${job.url.replace(/[<>\s]/g, encodeURIComponent)}>
`,
  )
  .join('\n')}`
}

export function indexMarkdown(entries: readonly DepartmentEntry[], total: number, date: string): string {
  return `# Situations vacant

${date}. Active postings: ${number(total)}.

${entries.map(({ department, count }) => `- [${plain(department)}](collections/${segment(department)}): ${number(count)}`).join('\n')}
`
}

function table(title: string, { rows }: Breakdown): string {
  if (rows.length === 0) return ''
  return `## ${title}

| Value | Active jobs | Share |
|---|---:|---:|
${rows.map(({ value, count, share }) => `| ${plain(value)} | ${number(count)} | ${percent(share)} |`).join('\n')}

`
}

/** Everything that Markdown or HTML would read as more than text. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>&~-]/g, (sign) =>
    sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : sign === '&' ? '&amp;' : `\\${sign}`,
  )
}
