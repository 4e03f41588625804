/** Makes tables and indexes of short descriptions that hold for both engines. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'
import { compileOnly } from './compile-only.ts'
import type { Migration } from './migration.ts'

type ValueType = 'text' | 'integer' | 'real' | 'bytes'

/** `?` allows null; a `counter` is a primary key that numbers the rows. */
type Column = `${ValueType}${'' | '?'}${'' | ' key' | ' unique'}` | 'counter'

export interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** The primary key as a constraint, which may span several columns. */
  readonly key?: readonly string[]
  readonly unique?: readonly string[]
  /** For small rows that are only read by key: on SQLite they are stored in the tree of the key. */
  readonly byKeyOnly?: boolean
}

interface CellTypes {
  readonly text: string
  readonly integer: number
  readonly real: number
  readonly bytes: Uint8Array
  readonly counter: number
}

type CellOf<Description> = Description extends `${infer Type extends keyof CellTypes}?${string}`
  ? CellTypes[Type] | null
  : Description extends `${infer Type extends keyof CellTypes} ${string}`
    ? CellTypes[Type]
    : Description extends keyof CellTypes
      ? CellTypes[Description]
      : never

/** By name. */
export type Tables = Readonly<Record<string, Table>>

/** The types of the rows of described tables. */
export type RowsOf<Described extends Tables> = {
  -readonly [Name in keyof Described]: {
    -readonly [Column in keyof Described[Name]['columns']]: CellOf<Described[Name]['columns'][Column]>
  }
}

/** A row whose columns hold less than their type allows, or that has further columns. */
export type Narrowed<Row, Columns> = Omit<Row, keyof Columns> & Columns

export function tableStatements(engine: Engine, tables: Tables): string[] {
  const types = columnTypes(engine)
  const { schema } = compileOnly(engine)
  return Object.entries(tables).map(([name, { columns, key, unique, byKeyOnly }]) => {
    let builder = schema.createTable(name)
    for (const [column, description] of Object.entries(columns)) {
      const [, type, optional, constraint] = /^(\w+)(\??)(?: (\w+))?$/.exec(description) ?? []
      builder = builder.addColumn(column, types[type as ValueType | 'counter'], (built) => {
        const nullable = optional === '?' || type === 'counter'
        const checked = nullable ? built : built.notNull()
        return constraint === 'key'
          ? checked.primaryKey()
          : constraint === 'unique'
            ? checked.unique()
            : checked
      })
    }
    if (key) builder = builder.addPrimaryKeyConstraint(`${name}_key`, [...key] as never[])
    if (unique) builder = builder.addUniqueConstraint(`${name}_unique`, [...unique] as never[])
    if (byKeyOnly && engine === 'sqlite') builder = builder.modifyEnd(sql`without rowid`)
    return builder.compile().sql
  })
}

/** The step of a migration that only makes tables and indexes. */
export function creates(tables: Tables, indexes: readonly string[] = []): Migration['up'] {
  return async (db, engine) => {
    await createTables(db, engine, tables)
    await createIndexes(db, indexes)
  }
}

export async function createTables(db: Kysely<unknown>, engine: Engine, tables: Tables): Promise<void> {
  for (const statement of tableStatements(engine, tables)) await sql.raw(statement).execute(db)
}

/** `name on table (columns)` */
export async function createIndexes(db: Kysely<unknown>, indexes: readonly string[]): Promise<void> {
  for (const index of indexes) await sql`create index ${sql.raw(index)}`.execute(db)
}

/** Facts about the database itself, the same in both databases. */
export const markTable = { columns: { name: 'text key', value: 'text' } } as const satisfies Table

/** The table behind `Database.version`, the same in both databases. */
export const publicationTable = {
  columns: { scope: 'text key', version: 'integer', published_at: 'integer' },
} as const satisfies Table
