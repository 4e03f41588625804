/** The published rows of a service, and what differs between two readings of them. */

import { sql } from 'kysely'
import type { Store } from '../../../src/store/store.ts'

/** By table and key. */
export type PublishedModel = ReadonlyMap<string, ReadonlyMap<string, Fields>>

/** The values of a row by path: `pay.min`, `places.0.city`. Absent: null, empty text, empty list. */
export type Fields = ReadonlyMap<string, string | number | boolean>

export interface TableRule {
  /** The column that identifies a row. Default: `id`. */
  readonly key?: string
  /** The columns that readers see. Default: `doc`. */
  readonly columns?: readonly string[]
  /** SQL condition of the rows that readers see. */
  readonly where?: string
  /** A record of what happened: rows that a believed fault has added stay. */
  readonly isHistory?: true
  /** The key is the `id` in `doc`, because that of the table says only when the row was added. */
  readonly hasKeyInDoc?: true
  /** Describes rows of other tables: rows and values that a believed fault has added stay with them. */
  readonly isDetail?: true
  /** The table whose rows it describes, one row each with the same key. */
  readonly parent?: string
  /** Rows of the past refer to it, so its rows stay. */
  readonly isCatalogue?: true
  /** Names of lists that collect what was ever listed about a row: entries that are no longer listed stay. */
  readonly collections?: ReadonlySet<string>
}

export interface ModelRules {
  readonly tables: Readonly<Record<string, TableRule>>
  /** Names of fields that every run changes. */
  readonly volatileFields: ReadonlySet<string>
  /** Names of fields that record history: a believed fault changes them for good. */
  readonly historyFields: ReadonlySet<string>
  /** Names of fields that say since when a row is published. */
  readonly ageFields: ReadonlySet<string>
  /** Names of fields that say whether a source can be read: a refusal that is believed changes them, and nothing else. */
  readonly accessFields?: ReadonlySet<string>
  /** Names of objects that say the same of the parts of a source. */
  readonly accessGroups?: ReadonlySet<string>
  /** Whether the field counts or summarises other rows. */
  isSummary?(table: string, path: string): boolean
  /** Whether a row says that its object no longer exists. */
  isGone?(table: string, fields: Fields): boolean
  /** Whether at this time the row is about the past: it stays although a fault was believed. */
  isOver?(table: string, fields: Fields, at: number): boolean
  /** Whether the value says only that nothing is known: then an earlier value stays. */
  isUnknown?(table: string, path: string, value: string | number | boolean | undefined): boolean
  /** Whether the endpoint describes one row, which it says is gone by a 404 or a redirect. */
  isRowPage?(endpoint: string): boolean
}

export async function readModel({ readModel }: Store, rules: ModelRules): Promise<PublishedModel> {
  const model = new Map<string, ReadonlyMap<string, Fields>>()
  for (const [table, rule] of Object.entries(rules.tables)) {
    const { hasKeyInDoc = false, key = hasKeyInDoc ? 'doc' : 'id', columns = ['doc'], where = '1 = 1' } = rule
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.ref(key)} as row_key, ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where ${sql.raw(where)}`.execute(readModel.read)
    model.set(
      table,
      new Map(
        rows.map(({ row_key, ...values }) => [
          hasKeyInDoc ? (JSON.parse(String(row_key)) as { id: string }).id : String(row_key),
          flatten(columns.length === 1 ? parse(Object.values(values)[0]) : mapValues(values, parse), rules),
        ]),
      ),
    )
  }
  return model
}

function mapValues(values: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function parse(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value
}

/** Lists of words become sets, since their order says nothing. */
function flatten(value: unknown, { volatileFields }: ModelRules): Fields {
  const fields = new Map<string, string | number | boolean>()
  const add = (path: string, inner: unknown): void => {
    if (volatileFields.has(nameOf(path))) return
    if (Array.isArray(inner) && inner.every((entry) => typeof entry === 'string')) {
      for (const entry of inner) fields.set(`${path}.${entry}`, true)
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, field] of Object.entries(inner)) add(path === '' ? name : `${path}.${name}`, field)
    } else if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') {
      if (inner !== '') fields.set(path, inner)
    }
  }
  add('', value)
  return fields
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function groupOf(path: string): string {
  return path.slice(0, path.indexOf('.'))
}

export interface Expectation {
  /** When the run took place. */
  readonly at: number
  /** What was published before the fault. */
  readonly known: PublishedModel
  /** What a store without the fault has published in each run since. */
  readonly healthy: readonly PublishedModel[]
  /** What a new store publishes from the faulty responses, if the response looks right. */
  readonly claim?: PublishedModel
  /** Whether two responses agree, so that what the claim lacks may disappear. */
  readonly isConfirmed?: boolean
  /** Whether a refusal has been confirmed. */
  readonly isRefused?: boolean
  /** Whether the object was never read: then each response decides how it can be accessed, and there is nothing to lose. */
  readonly wasUnread?: boolean
  /** Whether something was believed before: what happened stays on record. */
  readonly hasHistory?: boolean
}

/** What is missing or wrong: every value must be known from before, delivered without the fault, or claimed. */
export function findLosses(after: PublishedModel, expected: Expectation, rules: ModelRules): string[] {
  const problems: string[] = []
  for (const [table, rows] of after) {
    const check = new TableCheck(table, expected, rules)
    problems.push(...check.findLost(rows), ...check.findAdded(rows))
  }
  return problems
}

class TableCheck {
  readonly #table: string
  readonly #rules: ModelRules
  readonly #expected: Expectation
  readonly #known: ReadonlyMap<string, Fields>
  readonly #healthy: readonly ReadonlyMap<string, Fields>[]
  readonly #claim: ReadonlyMap<string, Fields> | undefined

  constructor(table: string, expected: Expectation, rules: ModelRules) {
    this.#table = table
    this.#rules = rules
    this.#expected = expected
    this.#known = expected.known.get(table) ?? new Map()
    this.#healthy = expected.healthy.map((model) => model.get(table) ?? new Map())
    this.#claim = expected.claim?.get(table)
  }

  findLost(rows: ReadonlyMap<string, Fields>): string[] {
    const problems: string[] = []
    for (const [key, known] of this.#known) {
      const healthy = this.#healthy.at(-1)?.get(key)
      // It ended by itself.
      if (healthy === undefined || this.#isGone(healthy)) continue
      const row = rows.get(key)
      const mayDisappear = this.#expected.isConfirmed === true && !this.#isPresent(this.#claim?.get(key))
      if (row === undefined || this.#isGone(row)) {
        if (!mayDisappear) problems.push(`${this.#table} ${key} is lost`)
      } else problems.push(...this.#compareFields(key, known, healthy, row))
    }
    return problems
  }

  #compareFields(key: string, known: Fields, healthy: Fields, row: Fields): string[] {
    const problems: string[] = []
    const claim = this.#claim?.get(key)
    const name = `${this.#table} ${key}`
    for (const [path, value] of known) {
      if (this.#isIgnored(path) || !healthy.has(path)) continue
      const now = row.get(path)
      const mayDisappear = this.#expected.isConfirmed === true && claim?.has(path) !== true
      if (now === undefined) {
        if (!mayDisappear) problems.push(`${name} lost ${path}`)
      } else if (!this.#isAllowed(key, path, now))
        problems.push(`${name}: ${path} is ${JSON.stringify(now)} instead of ${JSON.stringify(value)}`)
    }
    for (const [path, now] of row)
      if (!known.has(path) && !this.#isIgnored(path) && !this.#isAllowed(key, path, now))
        problems.push(`${name} has ${path}: ${now}`)
    return problems
  }

  findAdded(rows: ReadonlyMap<string, Fields>): string[] {
    const problems: string[] = []
    const { isHistory = false, isDetail = false } = this.#rules.tables[this.#table] ?? {}
    for (const [key, row] of rows) {
      if (this.#known.has(key) || this.#healthy.some((model) => model.has(key)) || this.#claim?.has(key))
        continue
      if (this.#isOnRecord && (isHistory || isDetail || this.#isOver(row))) continue
      problems.push(
        `${this.#table} ${key} is added: ${[...row.values()].slice(0, 6).join(' ').slice(0, 120)}`,
      )
    }
    return problems
  }

  #isAllowed(key: string, path: string, value: string | number | boolean): boolean {
    const { known, healthy, claim } = { known: this.#known, healthy: this.#healthy, claim: this.#claim }
    if ([known, ...healthy, ...(claim ? [claim] : [])].some((model) => model.get(key)?.get(path) === value))
      return true
    const isDetail = this.#rules.tables[this.#table]?.isDetail === true
    if (isDetail) return this.#isOnRecord
    return this.#isBelieved && this.#rules.isSummary?.(this.#table, path) === true
  }

  #isIgnored(path: string): boolean {
    const name = nameOf(path)
    const { isRefused, wasUnread } = this.#expected
    if ((isRefused || wasUnread) && this.#rules.accessFields?.has(name)) return true
    if (wasUnread && this.#rules.accessGroups?.has(groupOf(path))) return true
    return this.#isOnRecord && this.#rules.historyFields.has(name)
  }

  /** Whether the fault may be believed. */
  get #isBelieved(): boolean {
    const { isRefused = false, wasUnread = false } = this.#expected
    return this.#claim !== undefined || isRefused || wasUnread
  }

  get #isOnRecord(): boolean {
    return this.#isBelieved || this.#expected.hasHistory === true
  }

  #isOver(row: Fields): boolean {
    return this.#isGone(row) || this.#rules.isOver?.(this.#table, row, this.#expected.at) === true
  }

  #isPresent(row: Fields | undefined): boolean {
    return row !== undefined && !this.#isGone(row)
  }

  #isGone(row: Fields): boolean {
    return this.#rules.isGone?.(this.#table, row) === true
  }
}

export interface Claims {
  readonly published: PublishedModel
  /** What a new store publishes from the faulty responses. */
  readonly claim: PublishedModel
  /** What a new store publishes without the fault. */
  readonly healthyClaim: PublishedModel
}

/**
 * Whether readers see what the upstream says, so that there is nothing to report. The fault changes what a new store
 * publishes; in all that it changes, the published rows must be those that a new store publishes from the faulty
 * responses. Returns the first row that differs.
 */
export function findUnpublishedClaim(
  { published, claim, healthyClaim }: Claims,
  at: number,
  rules: ModelRules,
): string | undefined {
  const { historyFields, ageFields, tables } = rules
  const find = (model: PublishedModel, table: string, key: string): Fields => {
    const row = model.get(table)?.get(key)
    return row === undefined || rules.isGone?.(table, row) ? new Map() : row
  }
  for (const [table, rows] of healthyClaim) {
    const { isHistory, isCatalogue, collections, parent = table } = tables[table] ?? {}
    if (isHistory) continue
    for (const key of rows.keys()) {
      const [now, claimed] = [find(published, table, key), find(claim, table, key)]
      // What is over stays, whether or not it is still listed.
      const mayStay = isCatalogue || rules.isOver?.(parent, find(healthyClaim, parent, key), at)
      if (mayStay && claimed.size === 0) continue
      const healthy = find(healthyClaim, table, key)
      for (const path of new Set([...healthy.keys(), ...claimed.keys()])) {
        if (historyFields.has(nameOf(path)) || ageFields.has(nameOf(path))) continue
        if (collections?.has(groupOf(path))) continue
        if (rules.isUnknown?.(table, path, claimed.get(path))) continue
        if (healthy.get(path) !== claimed.get(path) && now.get(path) !== claimed.get(path))
          return `${table} ${key}: ${path} is ${now.get(path)} instead of ${claimed.get(path)}`
      }
    }
  }
  return undefined
}
