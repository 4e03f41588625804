/** The epoch of the read model: a random number that distinguishes it from one that was deleted. */

import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

const epochScope = ':epoch'
/** The largest range that `randomInt` supports. */
const epochsMax = 2 ** 48 - 1

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into publication (scope, version, published_at) values (${epochScope}, ${randomInt(1, epochsMax)}, 0)`.execute(
    db,
  )
}
