/** Comp AI: several small public answers, and the frameworks of the portal's own page. */

import type { CertificationStatus } from '../../normalise/vocabulary.ts'
import {
  type Adapter,
  type FetchStep,
  lastSegment,
  parseJson,
  requireBody,
  upstreamChanged,
} from './adapter.ts'
import { candidates } from './candidates.ts'
import { parseFlight } from './flight.ts'
import { objectsIn, textAt } from './json-path.ts'

const apiHost = 'api.trycomp.ai'

const statuses: Readonly<Record<string, CertificationStatus>> = {
  started: 'planned',
  in_progress: 'in_progress',
  compliant: 'held',
}

export const compAi: Adapter = {
  provider: 'comp_ai',
  version: 1,
  // Its frameworks are rendered; vendors come from data, yet an unknown name is answered with an empty list too.
  bestEffort: true,
  hosts: [apiHost, 'trust.inc'],
  steps: ({ url, handle }) => {
    const base = `https://${apiHost}/v1/trust-access/${encodeURIComponent(handle ?? lastSegment(url))}`
    const apiStep = (name: string): FetchStep => ({ name, url: `${base}/${name}`, kind: 'api_read' })
    return [
      apiStep('overview'),
      apiStep('vendors'),
      { ...apiStep('custom-frameworks'), optional: true },
      { ...apiStep('custom-links'), optional: true },
      { name: 'page', url, kind: 'page_read', optional: true },
    ]
  },
  parse(answers) {
    const overview = parseJson(requireBody(answers, 'overview'), 'The overview')
    const vendors = parseJson(requireBody(answers, 'vendors'), 'The list of vendors')
    if (!Array.isArray(vendors)) throw upstreamChanged('The vendors are no list.')
    const own = objectsIn(parseOptional(answers.get('custom-frameworks')))
    const links = objectsIn(parseOptional(answers.get('custom-links')))
    const page = answers.get('page')
    const native = page === undefined ? [] : candidates(parseFlight(page)).certifications
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
      subprocessors: objectsIn(vendors).map((row) => ({
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

function parseOptional(text: string | undefined): unknown {
  return text === undefined ? undefined : parseJson(text, 'An answer')
}
