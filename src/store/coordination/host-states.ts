/** The states of hosts, shared by all processes on one store: the rows of `host_state`. */

import type { Clock } from '../../core/clock.ts'
import type { SharedHostStates } from '../../core/outbound/state-exchange.ts'
import type { Store } from '../store.ts'
import type { HostStateRow } from '../tables.ts'

/** No pause is longer; a row that says so was written while a clock was wrong. */
const pauseMsMax = 24 * 3_600_000
const toleranceMs = 5 * 60_000
/** Of a host that nobody has asked since. */
const keepMs = 30 * 86_400_000

/** `endpoints` of a row is the group, or empty for the whole host. */
export function storedHostStates({ ledger }: Pick<Store, 'ledger'>, clock: Clock): SharedHostStates {
  return {
    async read(host) {
      const now = clock.now()
      const rows = await ledger.read
        .selectFrom('host_state')
        .selectAll()
        .where('host', '=', host)
        .where('since', '<=', now + toleranceMs)
        .execute()
      return rows.map(({ endpoints, state, since, closed_until, needs_probe }) => ({
        host,
        ...(endpoints === '' ? {} : { group: endpoints }),
        state,
        since,
        closedMs: Math.min(pauseMsMax, Math.max(0, (closed_until ?? 0) - now)),
        needsProbe: needs_probe === 1,
      }))
    },
    async save({ host, group = '', state, since, closedMs, needsProbe }) {
      const now = clock.now()
      const known: Omit<HostStateRow, 'host' | 'endpoints'> = {
        state,
        since,
        seen_at: now,
        closed_until: closedMs > 0 ? Math.round(now + closedMs) : null,
        needs_probe: needsProbe ? 1 : 0,
      }
      await ledger.transaction(async (tx) => {
        await tx
          .deleteFrom('host_state')
          .where((where) =>
            where.or([
              where('seen_at', '<', now - keepMs),
              where('seen_at', '>', now + pauseMsMax + toleranceMs),
            ]),
          )
          .execute()
        await tx
          .insertInto('host_state')
          .values({ host, endpoints: group, ...known })
          .onConflict((conflict) =>
            conflict
              .columns(['host', 'endpoints'])
              .doUpdateSet(known)
              // Requests that were under way may have got a shorter pause: as within a process, the longest counts.
              .where((where) =>
                where.or([
                  where('host_state.state', '!=', state),
                  where('host_state.closed_until', 'is', null),
                  where('host_state.closed_until', '<', known.closed_until ?? Number.MAX_SAFE_INTEGER),
                ]),
              ),
          )
          .execute()
      })
    },
  }
}

/** Until when each host is not asked at all, in milliseconds since the epoch; those that may be asked are left out. */
export async function readClosedHosts(
  { ledger }: Pick<Store, 'ledger'>,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ledger.read
    .selectFrom('host_state')
    .select(['host', 'closed_until'])
    .where('endpoints', '=', '')
    .where('closed_until', '>', nowMs)
    .where('closed_until', '<=', nowMs + pauseMsMax + toleranceMs)
    .execute()
  return new Map(
    rows.flatMap(({ host, closed_until }) => (closed_until === null ? [] : [[host, closed_until] as const])),
  )
}

/** Those that do not answer as usual first, then the latest changes. */
export async function readHostStates(
  { ledger }: Pick<Store, 'ledger'>,
  limit: number,
): Promise<HostStateRow[]> {
  return await ledger.read
    .selectFrom('host_state')
    .selectAll()
    .orderBy((order) => order.case().when('state', '=', 'answering').then(1).else(0).end())
    .orderBy('since', 'desc')
    .limit(limit)
    .execute()
}
