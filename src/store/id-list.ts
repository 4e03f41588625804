/** A list of ids as a single parameter, so that the statement does not depend on its length. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './engine.ts'

/** `ids` is a JSON array of texts, or marks a list of a statement. Use it after `in` or `not in`. */
export function idList(engine: Engine, ids: string | readonly string[]): RawBuilder<string> {
  return engine === 'sqlite'
    ? sql`(select value from json_each(${ids}))`
    : sql`(select json_array_elements_text(${ids}::json))`
}
