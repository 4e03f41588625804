/** Lists in data that was rendered for people: taken for a kind of row only when its path says so or its rows look so. */

import type {
  CertificationFinding,
  ControlFinding,
  DocumentFinding,
  Findings,
  SubprocessorFinding,
} from '../../normalise/findings.ts'
import { resolveFramework } from '../../normalise/frameworks/resolve.ts'
import { parseHost } from '../../normalise/vendors/domain.ts'
import { type Adapter, requireBody, upstreamChanged } from './adapter.ts'
import { parseFlight } from './flight.ts'
import { isObject, type Json, objectsIn, textAt, textsIn } from './json-path.ts'

export interface Candidates {
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
    ;(found[kind] as unknown[]).push(...mapped)
  }
  return found
}

/** A page whose data is in its flight rows. */
export function flightAdapter(provider: string): Adapter {
  return {
    provider,
    version: 1,
    bestEffort: true,
    hosts: [],
    steps: ({ url }) => [{ name: 'page', url, kind: 'page_read' }],
    parse: (answers) => toFindings(parseFlight(requireBody(answers, 'page'))),
  }
}

function toFindings(root: unknown): Findings {
  if (root === undefined) return { gate: 'unread_shell', states: {} }
  if (root === null) throw upstreamChanged('The rows of the page have no root.')
  const found = candidates(root)
  const kinds = Object.keys(found) as Kind[]
  if (kinds.every((kind) => found[kind].length === 0)) return { gate: 'unread_shell', states: {} }
  const states = Object.fromEntries(
    kinds.filter((kind) => found[kind].length > 0).map((kind) => [kind, 'read']),
  )
  return { gate: 'none', states, ...found }
}

interface List {
  readonly path: string
  readonly rows: readonly Json[]
}

/** Every list of objects below, with the last two names on the way to it. */
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

/** By what its rows carry: names beside websites are vendors, names beside visibility are documents. */
function kindOf(rows: readonly Json[]): Kind | undefined {
  const carry = (test: (row: Json) => boolean) => rows.every(test)
  if (
    carry(
      (row) => nameOf(row) !== null && websiteOf(row) !== null && ('purpose' in row || 'locations' in row),
    )
  ) {
    return 'subprocessors'
  }
  return undefined
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

/** Modules of a page builder: of a known type and with items; all others are ignored. */
export function candidatesInModules(scripts: readonly unknown[]): Candidates {
  const modules = scripts.flatMap((script) => findModules(script))
  const root: Record<string, unknown[]> = {}
  for (const { type, items } of modules) root[type] = [...(root[type] ?? []), ...items]
  return candidates(root)
}

function findModules(value: unknown, depth = 0): { type: string; items: unknown[] }[] {
  if (depth > 12 || typeof value !== 'object' || value === null) return []
  if (isObject(value) && typeof value.type === 'string' && Array.isArray(value.items)) {
    return [{ type: value.type, items: value.items }]
  }
  return Object.values(value).flatMap((item) => findModules(item, depth + 1))
}
