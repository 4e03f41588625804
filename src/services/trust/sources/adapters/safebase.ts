/** SafeBase: one page with all data. It contains every standard item; only enabled ones are published. */

import { parseHtml } from '../../../../core/parse/parse-html.ts'
import type {
  CertificationFinding,
  ControlFinding,
  DocumentFinding,
  Findings,
  SubprocessorFinding,
  UpdateFinding,
} from '../../normalise/findings.ts'
import { resolveFramework } from '../../normalise/frameworks/resolve.ts'
import { type Adapter, pageStep, requireBody, unreadShell, upstreamChanged } from './adapter.ts'
import { isObject, type Json, objectsIn, textAt, valueAt } from './json-path.ts'
import { nextData } from './page-data.ts'

export const safebase: Adapter = {
  source: 'trust-safebase',
  provider: 'safebase',
  version: 1,
  bestEffort: false,
  hosts: [],
  steps: ({ url }) => [pageStep(url)],
  parse(responses) {
    const page = requireBody(responses, 'page')
    const org = valueAt(nextData(page), 'props', 'pageProps', 'orgInfo')
    if (isObject(valueAt(org, 'sp', 'products'))) return parseOrg(org as Json)
    return parseCards(page)
  },
}

function parseOrg(org: Json): Findings {
  const products = Object.values(valueAt(org, 'sp', 'products') as Json).filter(isObject)
  const shown = products.filter((product) => product.show !== false)
  if (shown.length === 0) return { gate: 'login', states: {} }
  const certifications: CertificationFinding[] = []
  const controls: ControlFinding[] = []
  const documents: DocumentFinding[] = []
  const subprocessors: SubprocessorFinding[] = []
  let lists = 0
  let untitled = 0
  const items = shown.flatMap((product) => itemsOf(product))
  for (const item of items) {
    const title = textAt(item, 'text', 'title')
    if (title === null) untitled += 1
    if (title === null || item.enabled === false) continue
    const vendors = objectsIn(item.listEntries).filter((entry) => isObject(entry.company))
    const isList = /\bsub-?processors?\b/i.test(title)
    if (isList) lists += 1
    subprocessors.push(...vendors.map(toSubprocessor))
    const files = objectsIn(item.files)
    documents.push(...files.map((file) => toDocument(file, title)))
    if (resolveFramework(title).isCatalogued) certifications.push({ label: title })
    else if (!isList && vendors.length === 0 && files.length === 0) {
      controls.push({ name: title, category: textAt(item, 'card') })
    }
  }
  if (untitled > items.length / 2) throw upstreamChanged('Most items of the page have no title.')
  const updates = valueAt(org, 'trustCenterUpdates')
  const mode = textAt(org, 'sp', 'accessMode')
  return {
    gate: 'none',
    describesRestricted: mode === 'Public Items and Details',
    company: textAt(org, 'name'),
    states: {
      certifications: 'read',
      controls: 'read',
      documents: 'read',
      subprocessors: lists > 0 || subprocessors.length > 0 ? 'read' : 'not_published',
      security_updates: Array.isArray(updates) ? 'read' : 'not_published',
    },
    certifications,
    controls,
    documents,
    subprocessors,
    security_updates: toUpdates(updates),
  }
}

function itemsOf(product: Json): Json[] {
  const items = valueAt(product, 'raw', 'spData', 'items')
  return isObject(items) ? Object.values(items).filter(isObject) : []
}

function toSubprocessor(entry: Json): SubprocessorFinding {
  const location = textAt(entry, 'location')
  return {
    name: textAt(entry, 'company', 'name') ?? '',
    website: textAt(entry, 'company', 'domain'),
    purpose: textAt(entry, 'purpose'),
    description: textAt(entry, 'additionalDetails'),
    locations: location === null ? [] : [location],
  }
}

function toDocument(file: Json, title: string): DocumentFinding {
  return {
    title: textAt(file, 'name') ?? title,
    category: title,
    access: file.isShared === true ? 'public' : 'request',
  }
}

function toUpdates(updates: unknown): UpdateFinding[] {
  return objectsIn(updates).flatMap((row) => {
    const title = textAt(row, 'title')
    const key = textAt(row, 'uid') ?? textAt(row, 'id')
    if (title === null || key === null) return []
    return [{ key, title, body: textAt(row, 'body'), published_at: textAt(row, 'date') }]
  })
}

/** Without the data, the cards on the page still have titles. */
function parseCards(page: string): Findings {
  const $ = parseHtml(page)
  const titles = $('a[href^="/?itemUid="]')
    .map((_, link) => /^Open to (.+)$/.exec($(link).attr('aria-label') ?? '')?.[1] ?? $(link).text())
    .get()
  if (titles.length === 0) return unreadShell
  return {
    gate: 'none',
    states: { certifications: 'read' },
    certifications: titles
      .filter((title) => resolveFramework(title).isCatalogued)
      .map((label) => ({ label })),
  }
}
