/** Type guards for external data, from schemas that are compiled on first use. */

import { createRequire } from 'node:module'
import type { Static, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'

export interface TypeGuard<T> {
  (value: unknown): value is T
  /** Where a value does not match the schema, and why. */
  errors(value: unknown): readonly TypeGuardError[]
}

interface TypeGuardError {
  readonly instancePath: string
  readonly message: string
}

/** Loaded late: most processes declare hundreds of schemas and use a few. */
const load = createRequire(import.meta.url)
const guards = new WeakMap<TSchema, TypeGuard<unknown>>()

export function typeGuard<T extends TSchema>(schema: T): TypeGuard<Static<T>> {
  const cachedGuard = guards.get(schema)
  if (cachedGuard !== undefined) return cachedGuard as TypeGuard<Static<T>>
  let compiled: Validator | undefined
  function validator(): Validator {
    compiled ??= (load('typebox/compile') as typeof import('typebox/compile')).Compile(schema)
    return compiled
  }
  const guard = Object.assign((value: unknown): value is Static<T> => validator().Check(value), {
    errors: (value: unknown) => validator().Errors(value),
  })
  guards.set(schema, guard)
  return guard
}
