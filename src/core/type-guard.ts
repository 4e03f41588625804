/** What data from outside has to look like: declared at once, compiled when the first of it comes. */

import { createRequire } from 'node:module'
import type { Static, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'

export interface Shape<T> {
  (value: unknown): value is T
  /** Where a value does not fit, and why. */
  misfits(value: unknown): readonly Misfit[]
}

interface Misfit {
  readonly instancePath: string
  readonly message: string
}

/** Most processes declare hundreds of shapes and meet a few: compiler and checks wait until they are needed. */
const load = createRequire(import.meta.url)
const shapes = new WeakMap<TSchema, Shape<unknown>>()

export function shapeOf<T extends TSchema>(schema: T): Shape<Static<T>> {
  const known = shapes.get(schema)
  if (known !== undefined) return known as Shape<Static<T>>
  let compiled: Validator | undefined
  function validator(): Validator {
    compiled ??= (load('typebox/compile') as typeof import('typebox/compile')).Compile(schema)
    return compiled
  }
  const shape = Object.assign((value: unknown): value is Static<T> => validator().Check(value), {
    misfits: (value: unknown) => validator().Errors(value),
  })
  shapes.set(schema, shape)
  return shape
}
