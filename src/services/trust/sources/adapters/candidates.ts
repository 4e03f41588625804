/** Finds lists of rows in the data of rendered pages, by the path of a list or by the shape of its rows. */

import { parseHost } from '../../../../core/addresses/host-names.ts'
import type {
  CertificationFinding,
  ControlFinding,
  DocumentFinding,
  Findings,
  SubprocessorFinding,
} from '../../normalise/findings.ts'
import { resolveFramework } from '../../normalise/frameworks/resolve.ts'
import { unreadShell, upstreamChanged } from './adapter.ts'
import { parseFlight } from './flight.ts'
import { isObject, type Json, objectsIn, textAt, textsIn } from './json-path.ts'
import { jsonScripts } from './page-data.ts'

interface Candidates {
  readonly certifications: readonly CertificationFinding[]
  readonly controls: readonly ControlFinding[]
  readonly subprocessors: readonly SubprocessorFinding[]
  readonly documents: readonly DocumentFinding[]
}

type Kind = keyof Candidates

const pathWords: readonly (readonly [RegExp, Kind])[] = [
  [/sub-?processor|vendor/i, 'subprocessors'],
  [/certification|framework|compliance/i, 'certifications'],
  [/document|resource/i, 'documents'],
  [/control/i, 'controls'],
]

const validShareMin = 0.8
const listsMax = 2000

export function candidates(root: unknown): Candidates {
  const found: { [K in Kind]: Candidates[K][number][] } = {
    certifications: [],
    controls: [],
    subprocessors: [],
    documents: [],
  }
  for (const { path, rows } of listsIn(root)) {
    const kind = pathWords.find(([word]) => word.test(path))?.[1] ?? kindOf(rows)
    if (kind === undefined) continue
    const mapped = rows.map((row) => mappers[kind](row)).filter((row) => row !== undefined)
    if (mapped.length < rows.length * validShareMin) continue
    const list: unknown[] = found[kind]
    for (const row of mapped) list.push(row)
  }
  return found
}

/** A page with its data in Next.js flight rows. */
export function parseFlightPage(page: string): Findings {
  const root = parseFlight(page)
  if (root === undefined) return unreadShell
  if (root === null) throw upstreamChanged('The flight rows of the page have no root.')
  return toFindings(candidates(root))
}

/** A page with page-builder modules in its scripts; modules of unrecognised types are ignored. */
export function parseModulePage(page: string): Findings {
  const modules = Map.groupBy(
    jsonScripts(page).flatMap((script) => findModules(script)),
    ({ type }) => type,
  )
  const root = [...modules].map(([type, alike]) => [type, alike.flatMap(({ items }) => items)] as const)
  return toFindings(candidates(Object.fromEntries(root)))
}

function toFindings(found: Candidates): Findings {
  const kinds = Object.entries(found).filter(([, rows]) => rows.length > 0)
  if (kinds.length === 0) return unreadShell
  return { gate: 'none', states: Object.fromEntries(kinds.map(([kind]) => [kind, 'read'])), ...found }
}

interface List {
  readonly path: string
  readonly rows: readonly Json[]
}

/** Every list of objects, with the last key on the path to it. */
function listsIn(root: unknown): List[] {
  const lists: List[] = []
  const seen = new Set<unknown>()
  const open: { value: unknown; path: string }[] = [{ value: root, path: '' }]
  for (let next = open.pop(); next && lists.length < listsMax; next = open.pop()) {
    const { value, path } = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const rows = objectsIn(value)
    if (Array.isArray(value)) {
      if (rows.length > 0 && rows.length === value.length && !rows.some((row) => 'props' in row))
        lists.push({ path, rows })
      for (const item of value) open.push({ value: item, path })
      continue
    }
    for (const [key, item] of Object.entries(value))
      open.push({ value: item, path: key === 'props' ? path : key })
  }
  return lists.reverse()
}

/** Rows with names, websites and purposes or locations are vendors. */
function kindOf(rows: readonly Json[]): Kind | undefined {
  const isVendor = (row: Json) =>
    nameOf(row) !== null && websiteOf(row) !== null && ('purpose' in row || 'locations' in row)
  return rows.every(isVendor) ? 'subprocessors' : undefined
}

const mappers: { readonly [K in Kind]: (row: Json) => Candidates[K][number] | undefined } = {
  certifications: (row) => {
    const label = nameOf(row)
    if (label === null || row.enabled === false || row.held === false) return undefined
    return resolveFramework(label).isCatalogued ? { label } : undefined
  },
  controls: (row) => {
    const name = nameOf(row)
    return name === null
      ? undefined
      : { name, category: textAt(row, 'category'), description: textAt(row, 'description') }
  },
  subprocessors: (row) => {
    const name = nameOf(row)
    if (name === null) return undefined
    return {
      name,
      website: websiteOf(row),
      purpose: textAt(row, 'purpose') ?? textAt(row, 'description'),
      locations: textsIn(row.locations).concat(textAt(row, 'location') ?? []),
    }
  },
  documents: (row) => {
    const title = nameOf(row)
    if (title === null) return undefined
    const isOpen = row.isPublic === true || row.access === 'public'
    return { title, category: textAt(row, 'category'), access: isOpen ? 'public' : 'request' }
  },
}

function nameOf(row: Json): string | null {
  return textAt(row, 'name') ?? textAt(row, 'title') ?? textAt(row, 'label')
}

function websiteOf(row: Json): string | null {
  const website = textAt(row, 'url') ?? textAt(row, 'website') ?? textAt(row, 'domain')
  return website !== null && parseHost(website) !== undefined ? website : null
}

function findModules(value: unknown, depth = 0): { type: string; items: unknown[] }[] {
  if (depth > 12 || typeof value !== 'object' || value === null) return []
  if (isObject(value) && typeof value.type === 'string' && Array.isArray(value.items)) {
    return [{ type: value.type, items: value.items }]
  }
  return Object.values(value).flatMap((item) => findModules(item, depth + 1))
}
