/** Conveyor: a public report by slug, and badges on the page. The page also ships every framework Conveyor knows. */

import { parseHtml } from '../../../../core/parse-html.ts'
import type { DocumentFinding, SubprocessorFinding } from '../../normalise/findings.ts'
import { type Adapter, type FetchStep, lastSegment, parseJson, upstreamChanged } from './adapter.ts'
import { isObject, type Json, objectsIn, textAt, textsIn, valueAt } from './json-path.ts'
import { assignedObject } from './page-data.ts'

const apiHost = 'api.conveyor.com'

export const conveyor: Adapter = {
  provider: 'conveyor',
  version: 1,
  bestEffort: false,
  hosts: [apiHost, 'conveyor.com'],
  steps: ({ url, handle }) => {
    const slug = handle ?? lastSegment(url)
    const page: FetchStep = { name: 'page', url, kind: 'page_read' }
    if (slug === '') return [page]
    const query = new URLSearchParams({ slug, embed_canonical_assets: 'true' })
    const report: FetchStep = {
      name: 'report',
      url: `https://${apiHost}/public/public_vendor_reports/by_slug?${query}`,
      kind: 'api_read',
    }
    return [report, { ...page, optional: true }]
  },
  parse(answers, member) {
    const text = answers.get('report')
    const page = answers.get('page')
    const report =
      text === undefined ? assignedObject(page ?? '', 'window.VENDOR_REPORT') : parseJson(text, 'The report')
    const embedded = valueAt(report, '_embedded')
    if (!isObject(embedded)) throw upstreamChanged('The report has nothing embedded.')
    const list = embedded.subprocessors
    return {
      gate: 'none',
      states: {
        subprocessors: Array.isArray(list) ? 'read' : 'not_published',
        certifications: page === undefined ? 'not_read' : 'read',
        documents: page === undefined ? 'not_read' : 'read',
      },
      subprocessors: toSubprocessors(objectsIn(list), objectsIn(embedded.canonical_assets)),
      certifications: page === undefined ? [] : badgesOf(page),
      documents: page === undefined ? [] : documentsOf(page, member.url),
    }
  },
}

/** A row without its asset has no name; it is dropped where names are looked for. */
function toSubprocessors(rows: readonly Json[], assets: readonly Json[]): SubprocessorFinding[] {
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return rows.map((row) => {
    const asset = byId.get(row.canonical_asset_id)
    return {
      name: textAt(asset, 'name') ?? '',
      website: textAt(asset, 'website'),
      purpose: textAt(row, 'description'),
      locations: textsIn(row.data_locations),
    }
  })
}

/** What the company holds is a picture with the framework's key; the dictionary in the scripts is a catalogue. */
function badgesOf(page: string): { label: string }[] {
  const $ = parseHtml(page)
  const labels = $('img[alt]')
    .map((_, image) =>
      isBadge($(image).attr('class'), $(image).attr('src')) ? $(image).attr('alt') : undefined,
    )
    .get()
  return [...new Set(labels)].map((label) => ({ label }))
}

function isBadge(className = '', src = ''): boolean {
  return /badge|framework/i.test(className) || /\/(?:badges|frameworks)\//i.test(src)
}

/** Titles link to `/d/<name>/<id>`; a title behind a lock is shown, its file is not. */
function documentsOf(page: string, base: string): DocumentFinding[] {
  const $ = parseHtml(page)
  return $('a[href*="/d/"]')
    .map((_, link) => {
      const href = $(link).attr('href') ?? ''
      if (!URL.canParse(href, base)) return undefined
      const isLocked =
        $(link).find('[aria-label="Locked"]').length > 0 || $(link).attr('data-locked') === 'true'
      return {
        title: $(link).text(),
        access: isLocked ? ('request' as const) : ('public' as const),
        url: new URL(href, base).href,
      }
    })
    .get()
}
