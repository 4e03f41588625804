/** A list of ids as one parameter, so that its length is no part of the statement. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../../store/store.ts'

/** `ids` is a JSON array of texts, or a marker for one. */
export function idList(engine: Engine, ids: string): RawBuilder<string> {
  return engine === 'sqlite'
    ? sql`(select value from json_each(${ids}))`
    : sql`(select json_array_elements_text(${ids}::json))`
}
