/** Comp AI: several small public answers, and the frameworks of the portal's own page. */

import type { CertificationStatus } from '../../normalise/vocabulary.ts'
import { answerOf, changed, lastSegment, parseJson, type Reader, type Step } from './adapter.ts'
import { candidates } from './candidates.ts'
import { readFlight } from './flight.ts'
import { rowsOf, textAt } from './json-path.ts'

const apiHost = 'api.trycomp.ai'

const statuses: Readonly<Record<string, CertificationStatus>> = {
  started: 'planned',
  in_progress: 'in_progress',
  compliant: 'held',
}

export const compAi: Reader = {
  provider: 'comp_ai',
  version: 1,
  // Its frameworks are rendered; vendors come from data, yet an unknown name is answered with an empty list too.
  bestEffort: true,
  hosts: [apiHost, 'trust.inc'],
  steps: ({ url, handle }) => {
    const base = `https://${apiHost}/v1/trust-access/${encodeURIComponent(handle ?? lastSegment(url))}`
    const ask = (name: string): Step => ({ name, url: `${base}/${name}`, kind: 'api_read' })
    return [
      ask('overview'),
      ask('vendors'),
      { ...ask('custom-frameworks'), optional: true },
      { ...ask('custom-links'), optional: true },
      { name: 'page', url, kind: 'page_read', optional: true },
    ]
  },
  parse(answers) {
    const overview = parseJson(answerOf(answers, 'overview'), 'The overview')
    const vendors = parseJson(answerOf(answers, 'vendors'), 'The list of vendors')
    if (!Array.isArray(vendors)) throw changed('The vendors are no list.')
    const own = rowsOf(parsed(answers.get('custom-frameworks')))
    const links = rowsOf(parsed(answers.get('custom-links')))
    const page = answers.get('page')
    const native = page === undefined ? [] : candidates(readFlight(page)).certifications
    // An unknown name gets null and empty lists: no proof of an empty center.
    if (overview === null && vendors.length === 0 && own.length === 0)
      return { gate: 'unread_shell', states: {} }
    return {
      gate: 'none',
      states: {
        certifications: answers.has('custom-frameworks') || page !== undefined ? 'read' : 'not_read',
        subprocessors: 'read',
        documents: answers.has('custom-links') ? 'read' : 'not_read',
      },
      certifications: [
        ...native,
        ...own.map((row) => ({
          label: textAt(row, 'name') ?? '',
          status: statuses[String(row.status)] ?? 'held',
        })),
      ],
      subprocessors: rowsOf(vendors).map((row) => ({
        name: textAt(row, 'name') ?? '',
        website: textAt(row, 'website'),
        purpose: textAt(row, 'description'),
      })),
      documents: links.map((row) => ({
        title: textAt(row, 'title') ?? '',
        access: 'public' as const,
        url: textAt(row, 'url'),
      })),
    }
  },
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : parseJson(text, 'An answer')
}
