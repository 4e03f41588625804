/** Whether a run reads a source now, in this process or in another one. */

import type { Clock } from '../../core/clock.ts'
import { isAnyLeaseHeld } from '../../store/lease.ts'
import { createLeaseTime } from '../../store/ledger-time.ts'
import type { Store } from '../../store/store.ts'
import type { AnySource } from '../source.ts'
import { leaseName } from './run-rows.ts'
import { sharesMax } from './shares.ts'

export async function isSourceRunning(
  { store, clock }: { readonly store: Pick<Store, 'engine' | 'ledger'>; readonly clock: Clock },
  { id }: Pick<AnySource, 'id'>,
): Promise<boolean> {
  const shares = Array.from({ length: sharesMax }, (_, share) => leaseName(id, share))
  return await isAnyLeaseHeld(store.ledger, [leaseName(id), ...shares], createLeaseTime(store, clock))
}
