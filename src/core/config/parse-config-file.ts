/** Reads `broadsheet.config.yaml` as text per key, so that file, environment and flags follow the same rules. */

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { closestMatch } from '../text/closest-match.ts'
import { configTable, type SettingName, settings } from './config-table.ts'
import type { RawValue } from './setting.ts'

export interface FileValue {
  readonly raw: RawValue
  readonly line: number
}

export interface ParsedConfigFile {
  readonly values: ReadonlyMap<SettingName, FileValue>
  readonly problems: readonly string[]
}

interface ParseState {
  readonly document: Document
  readonly lines: LineCounter
  readonly fileName: string
  readonly values: Map<SettingName, FileValue>
  readonly problems: string[]
}

const settingNames = new Map(settings.map(({ name }) => [name as string, name]))

export function parseConfigFile(content: string, fileName: string): ParsedConfigFile {
  const lines = new LineCounter()
  // Pretty errors quote the file, which may contain secrets.
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const state: ParseState = { document, lines, fileName, values: new Map(), problems: [] }
  for (const error of document.errors) {
    state.problems.push(`${lineLabel(state, error.pos[0])}: is not valid YAML (${error.code})`)
  }
  if (state.problems.length > 0 || document.contents === null) return state
  parseSections(state)
  return state
}

function parseSections(state: ParseState): void {
  const root = resolveAlias(state, state.document.contents)
  if (!isMap(root)) {
    state.problems.push(
      `${state.fileName}: must contain sections with keys, such as "server:" and below it "  port: 8000"`,
    )
    return
  }
  for (const { key, value } of root.items) {
    const section = keyText(key)
    const at = lineLabel(state, offsetOf(key))
    if (!Object.hasOwn(configTable, section)) {
      const hint = closestMatch(section, Object.keys(configTable))
      state.problems.push(
        `${at}: unknown section "${section}"${hint ? `; did you mean "${hint}"?` : `; the sections are ${Object.keys(configTable).join(', ')}`}`,
      )
      continue
    }
    const keys = resolveAlias(state, value)
    if (isScalar(keys) && keys.value === null) continue
    if (!isMap(keys)) {
      state.problems.push(`${at}: section "${section}" must contain keys, indented below it`)
      continue
    }
    for (const item of keys.items) parseSetting(state, section, item.key, item.value)
  }
}

function parseSetting(state: ParseState, section: string, key: unknown, value: unknown): void {
  const path = `${section}.${keyText(key)}`
  const at = lineLabel(state, offsetOf(key))
  const name = settingNames.get(path)
  if (name === undefined) {
    const hint = closestMatch(path, settingNames.keys())
    state.problems.push(`${at}: unknown key "${path}"${hint ? `; did you mean "${hint}"?` : ''}`)
    return
  }
  const raw = toRaw(resolveAlias(state, value))
  if (raw === undefined)
    state.problems.push(`${at}: ${name} must be a single value or a list of single values`)
  else if (raw !== null) state.values.set(name, { raw, line: state.lines.linePos(offsetOf(key)).line })
}

/** The text as written in the file (so that `1e3` does not become 1000), `null` for an empty value. */
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

function resolveAlias(state: ParseState, node: unknown): unknown {
  return isAlias(node) ? node.resolve(state.document) : node
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value).slice(0, 80) : '?'
}

function offsetOf(node: unknown): number {
  const range = (node as { range?: readonly number[] | null } | null)?.range
  return range?.[0] ?? 0
}

function lineLabel(state: ParseState, offset: number): string {
  return `${state.fileName}, line ${state.lines.linePos(offset).line}`
}
