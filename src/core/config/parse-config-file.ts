/** Reads `broadsheet.config.yaml` as text per key, so that file, environment and flags are judged by the same rules. */

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { nearest } from '../closest-match.ts'
import { configTable, type SettingName, settings } from './config-table.ts'
import type { RawValue } from './setting.ts'

export interface FileValue {
  readonly raw: RawValue
  readonly line: number
}

export interface FileReading {
  readonly values: ReadonlyMap<SettingName, FileValue>
  readonly problems: readonly string[]
}

interface Place {
  readonly document: Document
  readonly lines: LineCounter
  readonly fileName: string
  readonly values: Map<SettingName, FileValue>
  readonly problems: string[]
}

const knownNames = new Map(settings.map(({ name }) => [name as string, name]))

export function parseConfigFile(content: string, fileName: string): FileReading {
  const lines = new LineCounter()
  // Pretty errors quote the file, and the file may hold secrets.
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const place: Place = { document, lines, fileName, values: new Map(), problems: [] }
  for (const error of document.errors) {
    place.problems.push(`${where(place, error.pos[0])}: is not valid YAML (${error.code})`)
  }
  if (place.problems.length > 0 || document.contents === null) return place
  readSections(place)
  return place
}

function readSections(place: Place): void {
  const root = resolved(place, place.document.contents)
  if (!isMap(root)) {
    place.problems.push(
      `${place.fileName}: must be sections with keys, such as "server:" and below it "  port: 8000"`,
    )
    return
  }
  for (const { key, value } of root.items) {
    const section = keyText(key)
    const at = where(place, offsetOf(key))
    if (!Object.hasOwn(configTable, section)) {
      const hint = nearest(section, Object.keys(configTable))
      place.problems.push(
        `${at}: unknown section "${section}"${hint ? `; did you mean "${hint}"?` : `; known are ${Object.keys(configTable).join(', ')}`}`,
      )
      continue
    }
    const keys = resolved(place, value)
    if (isScalar(keys) && keys.value === null) continue
    if (!isMap(keys)) {
      place.problems.push(`${at}: section "${section}" must hold keys, indented below it`)
      continue
    }
    for (const item of keys.items) readSetting(place, section, item.key, item.value)
  }
}

function readSetting(place: Place, section: string, key: unknown, value: unknown): void {
  const written = `${section}.${keyText(key)}`
  const at = where(place, offsetOf(key))
  const name = knownNames.get(written)
  if (name === undefined) {
    const hint = nearest(written, knownNames.keys())
    place.problems.push(`${at}: unknown key "${written}"${hint ? `; did you mean "${hint}"?` : ''}`)
    return
  }
  const raw = toRaw(resolved(place, value))
  if (raw === undefined)
    place.problems.push(`${at}: ${name} must be a single value or a list of single values`)
  else if (raw !== null) place.values.set(name, { raw, line: place.lines.linePos(offsetOf(key)).line })
}

/** The text as it stands in the file (so that `1e3` is not taken for 1000), `null` for an empty value. */
function toRaw(node: unknown): RawValue | null | undefined {
  if (node === null || node === undefined) return null
  if (isScalar(node)) return node.value === null ? null : scalarText(node)
  if (!isSeq(node)) return undefined
  const items = node.items.map((item) =>
    isScalar(item) && item.value !== null ? scalarText(item) : undefined,
  )
  return items.every((item) => item !== undefined) ? items : undefined
}

function scalarText(node: { value: unknown; source?: string }): string {
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
}

function resolved(place: Place, node: unknown): unknown {
  return isAlias(node) ? node.resolve(place.document) : node
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value).slice(0, 80) : '?'
}

function offsetOf(node: unknown): number {
  const range = (node as { range?: readonly number[] | null } | null)?.range
  return range?.[0] ?? 0
}

function where(place: Place, offset: number): string {
  return `${place.fileName}, line ${place.lines.linePos(offset).line}`
}
