/** The pauses that hosts asked for, shared by all processes on one store: the rows of `host_pause`. */

import type { Clock } from '../../core/clock.ts'
import type { SharedPauses } from '../../core/outbound/pause-exchange.ts'
import type { Store } from '../store.ts'

/** No pause is longer; a row that says so was written while a clock was wrong. */
const pauseMsMax = 24 * 3_600_000
const toleranceMs = 5 * 60_000

/** `endpoints` of a row is the group, or empty for the whole host. */
export function storedPauses({ ledger }: Pick<Store, 'ledger'>, clock: Clock): SharedPauses {
  return {
    async read(host) {
      const now = clock.now()
      const rows = await ledger.read
        .selectFrom('host_pause')
        .select(['endpoints', 'ends_at'])
        .where('host', '=', host)
        .where('ends_at', '>', now)
        .where('ends_at', '<=', now + pauseMsMax + toleranceMs)
        .execute()
      return rows.map(({ endpoints, ends_at }) => ({
        ...(endpoints === '' ? {} : { group: endpoints }),
        ms: ends_at - now,
      }))
    },
    async save({ host, group = '' }, ms) {
      const now = clock.now()
      const row = { host, endpoints: group, ends_at: Math.round(now + ms) }
      await ledger.transaction(async (tx) => {
        await tx
          .deleteFrom('host_pause')
          .where((where) =>
            where.or([where('ends_at', '<=', now), where('ends_at', '>', now + pauseMsMax + toleranceMs)]),
          )
          .execute()
        // Requests that were under way may have got a shorter pause: as within a process, the longest counts.
        await tx
          .insertInto('host_pause')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['host', 'endpoints'])
              .doUpdateSet({ ends_at: row.ends_at })
              .where('host_pause.ends_at', '<', row.ends_at),
          )
          .execute()
      })
    },
  }
}
