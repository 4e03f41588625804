/** The interface of a migration: a numbered step that works on both engines. */

import type { Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

export interface Migration {
  /** Orders and identifies the step. */
  readonly name: string
  up(db: Kysely<unknown>, engine: Engine): Promise<void>
}
