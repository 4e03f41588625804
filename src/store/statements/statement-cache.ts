/** Compiles each statement once, with markers for the values that differ between calls. */

import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type SqlValue, toSqlValue } from '../sql-value.ts'
import type { Bindable, ParamMarker } from '../store.ts'

/** More than all combinations of routes and filters in use; beyond it, statements are compiled again. */
const statementsMax = 2_000

export type BuildStatement<Tables> = (
  read: Kysely<Tables>,
  param: ParamMarker,
) => { compile(): { sql: string; parameters: readonly unknown[] } }

export interface CompiledStatement {
  readonly sql: string
  /** Identifies the text: PostgreSQL keeps a plan per name. */
  readonly name: string
  bind(values: Readonly<Record<string, Bindable>>): SqlValue[]
}

export class StatementCache<Tables> {
  readonly #read: Kysely<Tables>
  readonly #statements = new LRUCache<string, CompiledStatement>({ max: statementsMax })

  constructor(read: Kysely<Tables>) {
    this.#read = read
  }

  get(key: string, build: BuildStatement<Tables>): CompiledStatement {
    const cached = this.#statements.get(key)
    if (cached) return cached
    const statement = compileStatement(this.#read, build)
    this.#statements.set(key, statement)
    return statement
  }
}

export function compileStatement<Tables>(
  db: Kysely<Tables>,
  build: BuildStatement<Tables>,
): CompiledStatement {
  const { sql, parameters } = build(db, createMarker).compile()
  return { sql, name: hash('sha1', sql, 'hex'), bind: createBinder(parameters) }
}

/** Kysely passes bound values through, so an object can represent a value that is not known yet. */
class Marker {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function createMarker<Value extends Bindable>(name: string): Value {
  return new Marker(name) as unknown as Value
}

function createBinder(parameters: readonly unknown[]): CompiledStatement['bind'] {
  const slots = parameters.map((parameter) =>
    parameter instanceof Marker
      ? { name: parameter.name, value: null }
      : { name: undefined, value: toSqlValue(parameter) },
  )
  return (values) =>
    slots.map((slot) => (slot.name === undefined ? slot.value : toSqlValue(values[slot.name])))
}
