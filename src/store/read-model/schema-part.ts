/** A part of the schema of the read model: the tables of a service. */

import type { Engine } from '../engine.ts'
import type { Tables } from '../migrations/create-tables.ts'

export interface SchemaPart {
  readonly tables: Tables
  /** `name on table (columns)` */
  readonly indexes: readonly string[]
  /** What only one of the engines needs. */
  readonly statements?: Partial<Readonly<Record<Engine, readonly string[]>>>
  /**
   * How stored values are made, where no table shows it. After a change, old values would be read wrongly: change the text,
   * and the read model is built anew.
   */
  readonly formats?: readonly string[]
}
