/** Statement texts that are compiled once: what differs from call to call is marked, and filled in at run time. */

import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { toWire, type WireValue } from './sql-value.ts'
import type { Bindable, ParamMarker } from './store.ts'

/** More shapes than routes × filters of a whole installation; beyond it the oldest is compiled again. */
const shapesMax = 2_000

export type Build<Tables> = (
  read: Kysely<Tables>,
  param: ParamMarker,
) => { compile(): { sql: string; parameters: readonly unknown[] } }

export interface PreparedText {
  readonly sql: string
  /** Stands for the text, as PostgreSQL wants it: it keeps a plan per name. */
  readonly name: string
  bind(values: Readonly<Record<string, Bindable>>): WireValue[]
}

export class PreparedTexts<Tables> {
  readonly #read: Kysely<Tables>
  readonly #texts = new LRUCache<string, PreparedText>({ max: shapesMax })

  constructor(read: Kysely<Tables>) {
    this.#read = read
  }

  text(shape: string, build: Build<Tables>): PreparedText {
    const known = this.#texts.get(shape)
    if (known) return known
    const { sql, parameters } = build(this.#read, mark).compile()
    const text = { sql, name: hash('sha1', sql, 'hex'), bind: binder(parameters) }
    this.#texts.set(shape, text)
    return text
  }
}

/** Kysely hands bound values through untouched, so an object can stand for a value that is not there yet. */
class Marker {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function mark<Value extends Bindable>(name: string): Value {
  return new Marker(name) as unknown as Value
}

function binder(parameters: readonly unknown[]): PreparedText['bind'] {
  const slots = parameters.map((parameter) =>
    parameter instanceof Marker
      ? { name: parameter.name, value: null }
      : { name: undefined, value: toWire(parameter) },
  )
  return (values) => slots.map((slot) => (slot.name === undefined ? slot.value : toWire(values[slot.name])))
}
