/** What a migration is: a numbered step forward that works on both engines. */

import type { Kysely } from 'kysely'
import type { Engine } from '../store.ts'

export interface Migration {
  /** As the file is called: it orders and identifies the step. */
  readonly name: string
  up(db: Kysely<unknown>, engine: Engine): Promise<void>
}
