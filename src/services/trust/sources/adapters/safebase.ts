/** SafeBase: one page with everything in it. The template holds every standard item; only enabled ones are published. */

import { parsePage } from '../../../../core/parse-html.ts'
import type {
  Findings,
  FoundCertification,
  FoundControl,
  FoundDocument,
  FoundSubprocessor,
  FoundUpdate,
} from '../../normalise/findings.ts'
import { resolveFramework } from '../../normalise/frameworks/resolve.ts'
import type { SurfaceState } from '../../normalise/vocabulary.ts'
import { answerOf, type Reader } from './adapter.ts'
import { at, isObject, type Json, rowsOf, textAt } from './json-path.ts'
import { nextData } from './page-data.ts'

export const safebase: Reader = {
  provider: 'safebase',
  version: 1,
  bestEffort: false,
  hosts: [],
  steps: ({ url }) => [{ name: 'page', url, kind: 'page_read' }],
  parse(answers) {
    const page = answerOf(answers, 'page')
    const org = at(nextData(page), 'props', 'pageProps', 'orgInfo')
    if (isObject(at(org, 'sp', 'products'))) return parseOrg(org as Json)
    return parseCards(page)
  },
}

function parseOrg(org: Json): Findings {
  const products = Object.values(at(org, 'sp', 'products') as Json).filter(isObject)
  const shown = products.filter((product) => product.show !== false)
  if (shown.length === 0) return { gate: 'login', states: {} }
  const certifications: FoundCertification[] = []
  const controls: FoundControl[] = []
  const documents: FoundDocument[] = []
  const subprocessors: FoundSubprocessor[] = []
  let lists = 0
  for (const item of shown.flatMap((product) => itemsOf(product))) {
    const title = textAt(item, 'text', 'title')
    if (title === null || item.enabled === false) continue
    const vendors = rowsOf(item.listEntries).filter((entry) => isObject(entry.company))
    const isList = /\bsub-?processors?\b/i.test(title)
    if (isList) lists += 1
    subprocessors.push(...vendors.map(toSubprocessor))
    const files = rowsOf(item.files)
    documents.push(...files.map((file) => toDocument(file, title)))
    if (resolveFramework(title).isKnown) certifications.push({ label: title })
    else if (!isList && vendors.length === 0 && files.length === 0) {
      controls.push({ name: title, category: textAt(item, 'card') })
    }
  }
  const updates = at(org, 'trustCenterUpdates')
  const mode = textAt(org, 'sp', 'accessMode')
  return {
    gate: 'none',
    describesRestricted: mode === 'Public Items and Details',
    ...(textAt(org, 'name') === null ? {} : { company: textAt(org, 'name') ?? '' }),
    states: {
      certifications: 'read',
      controls: 'read',
      documents: 'read',
      subprocessors: lists > 0 || subprocessors.length > 0 ? 'read' : 'not_published',
      security_updates: (Array.isArray(updates) ? 'read' : 'not_published') as SurfaceState,
    },
    certifications,
    controls,
    documents,
    subprocessors,
    security_updates: toUpdates(updates),
  }
}

function itemsOf(product: Json): Json[] {
  const items = at(product, 'raw', 'spData', 'items')
  return isObject(items) ? Object.values(items).filter(isObject) : []
}

function toSubprocessor(entry: Json): FoundSubprocessor {
  const location = textAt(entry, 'location')
  return {
    name: textAt(entry, 'company', 'name') ?? '',
    website: textAt(entry, 'company', 'domain'),
    purpose: textAt(entry, 'purpose'),
    description: textAt(entry, 'additionalDetails'),
    locations: location === null ? [] : [location],
  }
}

function toDocument(file: Json, title: string): FoundDocument {
  return {
    title: textAt(file, 'name') ?? title,
    category: title,
    access: file.isShared === true ? 'public' : 'request',
  }
}

function toUpdates(updates: unknown): FoundUpdate[] {
  return rowsOf(updates).flatMap((row) => {
    const title = textAt(row, 'title')
    const key = textAt(row, 'uid') ?? textAt(row, 'id')
    if (title === null || key === null) return []
    return [{ key, title, body: textAt(row, 'body'), published_at: textAt(row, 'date') }]
  })
}

/** Without the data, the cards of the page still name what is there. */
function parseCards(page: string): Findings {
  const $ = parsePage(page)
  const titles = $('a[href^="/?itemUid="]')
    .map((_, link) => /^Open to (.+)$/.exec($(link).attr('aria-label') ?? '')?.[1] ?? $(link).text())
    .get()
  if (titles.length === 0) return { gate: 'unread_shell', states: {} }
  return {
    gate: 'none',
    states: { certifications: 'read' },
    certifications: titles.filter((title) => resolveFramework(title).isKnown).map((label) => ({ label })),
  }
}
