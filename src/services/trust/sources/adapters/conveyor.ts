/** Conveyor: a public report by slug, and badges on the page. */

import { parseHtml } from '../../../../core/parse/parse-html.ts'
import type { DocumentFinding, SubprocessorFinding } from '../../normalise/findings.ts'
import { type Adapter, type FetchStep, lastSegment, pageStep, parseJson, upstreamChanged } from './adapter.ts'
import { isObject, type Json, objectsIn, textAt, textsIn, valueAt } from './json-path.ts'
import { assignedObject } from './page-data.ts'

const apiHost = 'api.conveyor.com'
const reportMark = 'window.VENDOR_REPORT'

export const conveyor: Adapter = {
  source: 'trust-conveyor',
  provider: 'conveyor',
  version: 1,
  bestEffort: false,
  hosts: [apiHost, 'conveyor.com'],
  steps: ({ url, handle }) => {
    const slug = handle ?? lastSegment(url)
    if (slug === '') return [pageStep(url)]
    const query = new URLSearchParams({ slug, embed_canonical_assets: 'true' })
    const report: FetchStep = {
      name: 'report',
      url: `https://${apiHost}/public/public_vendor_reports/by_slug?${query}`,
      kind: 'api_read',
    }
    return [report, { ...pageStep(url), optional: true }]
  },
  parse(responses, member) {
    const text = responses.get('report')
    const page = responses.get('page')
    const report = text === undefined ? assignedObject(page ?? '', reportMark) : parseJson(text, 'The report')
    const embedded = valueAt(report, '_embedded')
    if (!isObject(embedded)) throw upstreamChanged('The report has no embedded data.')
    const list = embedded.subprocessors
    const certifications = badgesOf(page ?? '')
    const documents = documentsOf(page ?? '', member.url)
    // Any other page may be an error page.
    const isPageRead = certifications.length + documents.length > 0 || page?.includes(reportMark)
    const pageState = isPageRead ? 'read' : 'not_read'
    return {
      gate: 'none',
      states: {
        subprocessors: Array.isArray(list) ? 'read' : 'not_published',
        certifications: pageState,
        documents: pageState,
      },
      subprocessors: toSubprocessors(objectsIn(list), objectsIn(embedded.canonical_assets)),
      certifications,
      documents,
    }
  },
}

/** A row without an asset has no name and is dropped later. */
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

/** The company's frameworks are images; the list in the scripts has every framework Conveyor supports. */
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

/** Titles link to `/d/<name>/<id>`; a locked document shows only its title. */
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
