/** Statements that are built once and run often: to build a short one takes longer than to run it. */

import { hash } from 'node:crypto'
import { CompiledQuery, type Kysely, type QueryExecutorProvider, SqliteAdapter } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Bindable, Engine } from '../engine.ts'
import { type SqlValue, toSqlValue } from '../sql-value.ts'

/** More than all combinations of routes and filters in use; beyond it, statements are built again. */
const builtMax = 2_000

/** Undefined values are absent. Lists are bound as JSON, for `idList`. */
export type Bindables<Values> = {
  readonly [Name in keyof Values]: Bindable | readonly string[] | undefined
}

/** Marks the place of a value. */
export type Param<Values> = <Name extends keyof Values & string>(
  name: Name,
) => Exclude<Values[Name], undefined>

export interface Shape<Values> {
  readonly engine: Engine
  /** Whether a value is present: optional conditions depend on it. */
  has(name: keyof Values & string): boolean
}

/** The text may depend on the shape and on nothing else that differs between calls. */
type Build<Tables, Values> = (
  db: Kysely<Tables>,
  param: Param<Values>,
  shape: Shape<Values>,
) => { compile(db: QueryExecutorProvider): { readonly sql: string; readonly parameters: readonly unknown[] } }

interface BuiltStatement {
  readonly sql: string
  /** Identifies the text: PostgreSQL keeps a plan per name. */
  readonly name: string
  bind(values: object): SqlValue[]
}

const builtStatements = new LRUCache<string, BuiltStatement>({ max: builtMax })
let statementCount = 0

/**
 * Define it once per module, and run it with `run` of a database or `runIn`. What was built is found again by the
 * definition itself and the shape, never by a name: two definitions cannot be mistaken for each other.
 */
export class Statement<Tables, Values extends Bindables<Values>, Row = never> {
  /** For the type checker: a statement for one database does not run on another. */
  declare readonly tables: Tables
  declare readonly row: Row
  readonly #build: Build<Tables, Values>
  readonly #number = statementCount++

  constructor(build: Build<Tables, Values>) {
    this.#build = build
  }

  built(db: QueryExecutorProvider, values: Values): BuiltStatement {
    const engine = db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
    let key = `${this.#number} ${engine}`
    for (const name in values) if (values[name] !== undefined) key += ` ${name}`
    const known = builtStatements.get(key)
    if (known !== undefined) return known
    const has = (name: keyof Values) => values[name] !== undefined
    const query = this.#build(db as Kysely<Tables>, createMarker, { engine, has })
    const { sql, parameters } = query.compile(db)
    const statement = { sql, name: hash('sha1', sql, 'hex'), bind: createBinder(parameters) }
    builtStatements.set(key, statement)
    return statement
  }

  /** In a transaction or snapshot. */
  async runIn(db: QueryExecutorProvider, values: Values): Promise<Row[]> {
    const { sql, bind } = this.built(db, values)
    return (await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(sql, bind(values)))).rows
  }
}

/** Kysely passes bound values through, so an object can represent a value that is not known yet. */
class Marker {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function createMarker<Value>(name: string): Value {
  return new Marker(name) as Value
}

function createBinder(parameters: readonly unknown[]): BuiltStatement['bind'] {
  const slots = parameters.map((parameter) =>
    parameter instanceof Marker
      ? { name: parameter.name, value: null }
      : { name: undefined, value: toSqlValue(parameter) },
  )
  return (values) =>
    slots.map((slot) => {
      if (slot.name === undefined) return slot.value
      const value: unknown = Reflect.get(values, slot.name)
      return toSqlValue(Array.isArray(value) ? JSON.stringify(value) : value)
    })
}
