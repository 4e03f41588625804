/** Vanta: its API requires signed requests, so payload files of the operator are read; the page only has a name. */

import { parseHtml } from '../../../../core/parse/parse-html.ts'
import type { Findings, SubprocessorFinding } from '../../normalise/findings.ts'
import type { Surface, SurfaceState } from '../../normalise/vocabulary.ts'
import { type Adapter, parsePayloads, payloadOrPageSteps, unreadShell, upstreamChanged } from './adapter.ts'
import {
  connectionNodes,
  hasMorePages,
  isObject,
  type Json,
  objectsIn,
  textAt,
  valueAt,
} from './json-path.ts'

export const vanta: Adapter = {
  source: 'trust-vanta',
  provider: 'vanta',
  version: 1,
  bestEffort: false,
  hosts: [],
  steps: payloadOrPageSteps,
  parse(responses) {
    const page = responses.get('page')
    return page === undefined ? parsePayloads(responses, parsePayload) : parseShell(page)
  },
}

/** The page has only the company's name; everything else requires a signed request. */
function parseShell(page: string): Findings {
  const $ = parseHtml(page)
  const slug = $('head').attr('data-slugid') ?? ''
  if (!/^[a-z0-9]{16,32}$/.test(slug)) return unreadShell
  const company = /^(.+?) Trust Center$/.exec($('title').first().text().trim())?.[1]
  return { gate: 'signed_api', states: {}, company }
}

export function parsePayload(payload: unknown): Findings {
  const report = valueAt(payload, 'data', 'trust', 'trustReportBySlugId')
  if (!isObject(report)) throw upstreamChanged('The payload has no trust report.')
  if (report.accessLevel === 'PRIVATE') return { gate: 'login', states: {} }
  const subprocessors = connectionNodes(report.subprocessors)
  const controls = controlsOf(report)
  const resources = connectionNodes(report.resources)
  const updates = connectionNodes(report.publicUpdates)
  const shown = new Set(objectsIn(report.navigationKeys).map((row) => row.name))
  const state = (rows: unknown, section: string): SurfaceState => {
    if (rows !== undefined) return 'read'
    return shown.size > 0 && !shown.has(section) ? 'not_published' : 'not_read'
  }
  return {
    gate: 'none',
    company: textAt(report, 'companyName'),
    states: {
      certifications: Array.isArray(report.frameworks) ? 'read' : 'not_read',
      controls: state(controls, 'CONTROLS'),
      subprocessors: state(subprocessors, 'SUBPROCESSORS'),
      documents: state(resources, 'RESOURCES'),
      security_updates: state(updates, 'UPDATES'),
    },
    incomplete: incompleteSurfaces(report),
    // Rows without a name are dropped and counted later.
    certifications: objectsIn(report.frameworks).map((row) => ({ label: textAt(row, 'name') ?? '' })),
    controls: controls ?? [],
    subprocessors: (subprocessors ?? []).map(toSubprocessor),
    documents: (resources ?? []).flatMap((row) => {
      const title = textAt(row, 'name') ?? textAt(row, 'title')
      if (title === null) return []
      const isOpen = row.isPublic === true || row.visibility === 'PUBLIC'
      return [
        {
          title,
          category: textAt(row, 'category', 'name') ?? textAt(row, 'category'),
          access: isOpen ? ('public' as const) : ('request' as const),
        },
      ]
    }),
    security_updates: (updates ?? []).flatMap((row) => {
      const key = textAt(row, 'id')
      const title = textAt(row, 'title')
      if (key === null || title === null) return []
      return [
        {
          key,
          title,
          body: textAt(row, 'description'),
          category: textAt(row, 'category'),
          published_at: textAt(row, 'createdAt'),
          updated_at: textAt(row, 'updatedAt'),
        },
      ]
    }),
  }
}

function incompleteSurfaces(report: Json): Surface[] {
  const categories = connectionNodes(report.controlCategories) ?? []
  const connections: readonly [Surface, readonly unknown[]][] = [
    ['controls', [report.controlCategories, ...categories.map(({ controls }) => controls)]],
    ['subprocessors', [report.subprocessors]],
    ['documents', [report.resources]],
    ['security_updates', [report.publicUpdates]],
  ]
  return connections.flatMap(([surface, lists]) => (lists.some(hasMorePages) ? [surface] : []))
}

/** There is only a pass mark; its absence does not mean that a control fails. */
function controlsOf(report: Json) {
  const categories = connectionNodes(report.controlCategories)
  return categories?.flatMap((category) =>
    (connectionNodes(category.controls) ?? []).flatMap((row) => {
      const name = textAt(row, 'name')
      if (name === null) return []
      return [
        {
          name,
          description: textAt(row, 'description'),
          category: textAt(category, 'name'),
          status: row.isPassing === true ? ('passing' as const) : ('unknown' as const),
        },
      ]
    }),
  )
}

function toSubprocessor(row: Json): SubprocessorFinding {
  const location = textAt(row, 'location')
  return {
    name: textAt(row, 'name') ?? '',
    website: textAt(row, 'url'),
    purpose: textAt(row, 'purpose'),
    description: textAt(row, 'description'),
    locations: location === null ? [] : [location],
  }
}
