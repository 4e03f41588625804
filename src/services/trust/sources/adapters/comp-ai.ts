/** Comp AI: several small public API responses, and the frameworks on the portal's page. */

import type { CertificationStatus } from '../../normalise/vocabulary.ts'
import {
  type Adapter,
  type FetchStep,
  lastSegment,
  pageStep,
  parseJson,
  requireBody,
  unreadShell,
  upstreamChanged,
} from './adapter.ts'
import { candidates, parseFlightPage } from './candidates.ts'
import { parseFlight } from './flight.ts'
import { type Json, objectsIn, textAt } from './json-path.ts'

const apiHost = 'api.trycomp.ai'

const statuses: Readonly<Record<string, CertificationStatus>> = {
  started: 'planned',
  in_progress: 'in_progress',
  compliant: 'held',
}

export const compAi: Adapter = {
  source: 'trust-comp-ai',
  provider: 'comp_ai',
  version: 3,
  // Frameworks come from the rendered page, and the API also answers unknown names with an empty list of vendors.
  bestEffort: true,
  hosts: [apiHost, 'trust.inc'],
  steps: ({ url, handle }) => {
    const name = handle ?? lastSegment(url)
    // The API knows a center by its name at trust.inc, which the address of a company's own host does not say.
    if (name === '') return [pageStep(url)]
    const base = `https://${apiHost}/v1/trust-access/${encodeURIComponent(name)}`
    const apiStep = (part: string): FetchStep => ({ name: part, url: `${base}/${part}`, kind: 'api_read' })
    return [
      // The only one that checks whether the center is published: 404 if not. The others also have drafts.
      apiStep('faqs'),
      { ...apiStep('overview'), optional: true },
      apiStep('vendors'),
      { ...apiStep('custom-frameworks'), optional: true },
      { ...apiStep('custom-links'), optional: true },
      { ...pageStep(url), optional: true },
    ]
  },
  parse(responses) {
    if (!responses.has('vendors')) return parseFlightPage(requireBody(responses, 'page'))
    const isPublished = responses.has('faqs')
    // A hidden overview is null, which the server sends as an empty body.
    const overviewText = responses.get('overview') || 'null'
    const overview = parseJson(overviewText, 'The overview')
    const vendors = parseJson(requireBody(responses, 'vendors'), 'The vendors')
    if (!Array.isArray(vendors)) throw upstreamChanged('The vendors are not an array.')
    const customList = parseOptionalList(responses.get('custom-frameworks'))
    const linkList = parseOptionalList(responses.get('custom-links'))
    const custom = customList ?? []
    const links = linkList ?? []
    const pageData = parseFlight(responses.get('page') ?? '') ?? undefined
    const native = candidates(pageData).certifications
    // Either may be missing, or be an error page.
    const isComplete = customList !== undefined && pageData !== undefined
    // Unknown names get null and empty lists, which does not prove an empty center.
    if (!isPublished && overview === null && vendors.length === 0 && custom.length === 0) return unreadShell
    return {
      gate: 'none',
      states: {
        certifications: isComplete ? 'read' : 'not_read',
        subprocessors: 'read',
        documents: linkList === undefined ? 'not_read' : 'read',
      },
      ...(isComplete ? {} : { incomplete: ['certifications'] as const }),
      certifications: [
        ...native,
        ...custom.map((row) => ({
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

/** Undefined if the response is not a list. */
function parseOptionalList(text: string | undefined): Json[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(value) ? objectsIn(value) : undefined
  } catch {
    return undefined
  }
}
