/** The published rows of a service, and what differs between two readings of them. */

import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'

/** By table and key. */
export type PublishedModel = ReadonlyMap<string, ReadonlyMap<string, Fields>>

/** The values of a row by path: `pay.min`, `places.0.city`. Absent: null, empty text, empty list. */
type Fields = ReadonlyMap<string, string | number | boolean>

export interface TableRule {
  /** The column that identifies a row. Default: `id`. */
  readonly key?: string
  /** SQL condition of the rows that readers see. */
  readonly where?: string
  /** A record of what happened: rows that a believed fault has added stay. */
  readonly isHistory?: true
}

export interface ModelRules {
  /** Tables with a column `doc`. */
  readonly tables: Readonly<Record<string, TableRule>>
  /** Names of fields that every run changes. */
  readonly volatileFields: ReadonlySet<string>
  /** Names of fields that record history: a believed fault changes them for good. */
  readonly historyFields: ReadonlySet<string>
  /** Whether responses do not say whose they are, so that foreign values cannot be told from new ones. */
  readonly hasNoIdentity?: true
  /** Whether a row says that its object no longer exists. */
  isGone?(table: string, fields: Fields): boolean
  /** Whether the source may do without the endpoint, so that the fault need not be reported. */
  isOptional?(endpoint: string, fault: string): boolean
}

export async function readModel({ readModel }: Store, rules: ModelRules): Promise<PublishedModel> {
  const model = new Map<string, ReadonlyMap<string, Fields>>()
  for (const [table, { key = 'id', where = '1 = 1' }] of Object.entries(rules.tables)) {
    const { rows } = await sql<{ key: string; doc: string }>`
      select ${sql.ref(key)} as key, doc from ${sql.table(table)} where ${sql.raw(where)}`.execute(
      readModel.read,
    )
    model.set(table, new Map(rows.map((row) => [String(row.key), flatten(JSON.parse(row.doc), rules)])))
  }
  return model
}

function flatten(value: unknown, rules: ModelRules): Fields {
  const fields = new Map<string, string | number | boolean>()
  const add = (path: string, inner: unknown): void => {
    if (rules.volatileFields.has(path.slice(path.lastIndexOf('.') + 1))) return
    if (typeof inner === 'object' && inner !== null) {
      for (const [name, field] of Object.entries(inner)) add(path === '' ? name : `${path}.${name}`, field)
    } else if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') {
      if (inner !== '') fields.set(path, inner)
    }
  }
  add('', value)
  return fields
}

export interface Comparison {
  /** Two responses agree that something is gone. */
  readonly mayDisappear: boolean
  /** Values may be replaced by others. */
  readonly mayReplace?: boolean
  /** Rows may be added, and counts may grow. */
  readonly mayAdd?: boolean
  /** The fault is over. */
  readonly isHealed?: boolean
  /** The fault lasted long enough to be believed. */
  readonly wasBelieved?: boolean
}

const problemsMax = 4

export function compareModels(
  before: PublishedModel,
  after: PublishedModel,
  rules: ModelRules,
  { mayDisappear, mayReplace = false, mayAdd = false, isHealed = false, wasBelieved = false }: Comparison,
): string[] {
  if (mayDisappear) return []
  const problems: string[] = []
  for (const [table, oldRows] of before) {
    const newRows = after.get(table) ?? new Map<string, Fields>()
    for (const [key, fields] of oldRows) {
      const row = newRows.get(key)
      if (row === undefined) problems.push(`${table} ${key} is lost`)
      else {
        const ignored = wasBelieved || mayAdd ? rules.historyFields : new Set<string>()
        problems.push(
          ...compareFields(`${table} ${key}`, fields, row, ignored, {
            mayGrow: mayAdd && !isHealed,
            mayReplace: mayReplace && !isHealed,
          }),
        )
      }
    }
    const isHistory = rules.tables[table]?.isHistory === true
    for (const [key, row] of newRows) {
      if (oldRows.has(key)) continue
      const isOver = isHistory || rules.isGone?.(table, row)
      const isAllowed = isHealed ? (wasBelieved || mayAdd) && isOver : mayAdd
      if (!isAllowed)
        problems.push(`${table} ${key} is added: ${[...row.values()].slice(0, 6).join(' ').slice(0, 120)}`)
    }
  }
  const rest = problems.length - problemsMax
  return rest > 0 ? [...problems.slice(0, problemsMax), `and ${rest} more`] : problems
}

function compareFields(
  row: string,
  before: Fields,
  after: Fields,
  ignored: ReadonlySet<string>,
  { mayGrow, mayReplace }: { readonly mayGrow: boolean; readonly mayReplace: boolean },
): string[] {
  const problems: string[] = []
  const isIgnored = (path: string) => ignored.has(path.slice(path.lastIndexOf('.') + 1))
  for (const [path, value] of before) {
    if (isIgnored(path)) continue
    const now = after.get(path)
    if (mayReplace) continue
    if (now === undefined) problems.push(`${row} lost ${path}`)
    else if (mayGrow && typeof now === 'number' && typeof value === 'number' && now > value) continue
    else if (now !== value)
      problems.push(`${row}: ${path} is ${JSON.stringify(now)} instead of ${JSON.stringify(value)}`)
  }
  for (const path of after.keys())
    if (!mayGrow && !before.has(path) && !isIgnored(path))
      problems.push(`${row} has ${path}: ${after.get(path)}`)
  return problems
}
