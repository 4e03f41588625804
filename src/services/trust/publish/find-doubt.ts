/** Decides whether a read of a center is believed: a gate or a foreign page needs a second read that agrees. */

import { labelKey } from '../normalise/frameworks/resolve.ts'
import type { CenterRecord } from '../schema/records.ts'
import type { ItemRow } from '../schema/tables.ts'
import type { CenterState, Doubt } from './center-state.ts'

/** What disappears needs a second read at least this much later. */
export const confirmAfterMs = 20 * 60 * 60_000

export interface FoundDoubt extends Doubt {
  readonly reason: string
}

/** Why the record is not believed yet. */
export function findDoubt(
  {
    state,
    items,
    at,
  }: { readonly state: CenterState; readonly items: readonly ItemRow[]; readonly at: number },
  record: CenterRecord,
): FoundDoubt | undefined {
  if (state.last_read_at === null) return undefined
  const isConfirmed = (about: Doubt['about']) =>
    state.doubt?.about === about && at - state.doubt.since >= confirmAfterMs
  const since = (about: Doubt['about']) => (state.doubt?.about === about ? state.doubt.since : at)
  if (record.gate !== 'none') {
    // A page without recognised data says nothing about the center.
    const isBelieved = record.gate !== 'unread_shell' && isConfirmed('gate')
    if (state.gate !== 'none' || isBelieved) return undefined
    return { about: 'gate', since: since('gate'), reason: record.gate_reason ?? record.gate }
  }
  const reason = isConfirmed('foreign') ? undefined : foreignReason(state, items, record)
  return reason === undefined ? undefined : { about: 'foreign', since: since('foreign'), reason }
}

const foreignRowsMin = 5

/** Why the responses may be those of another center. */
function foreignReason(
  state: CenterState,
  items: readonly ItemRow[],
  { center, stated_company, items: newItems }: CenterRecord,
): string | undefined {
  const { stated_company: known, website } = state
  if (stated_company && known && stated_company !== known && website === center.website)
    return `The page names another company: ${stated_company.slice(0, 100)}.`
  const present = items.filter((item) => item.absent_since === null)
  const keys = new Set(
    newItems.map(({ surface, subject, label }) => `${surface} ${subject} ${labelKey(label)}`),
  )
  const common = present.filter(({ surface, subject, label_key }) =>
    keys.has(`${surface} ${subject} ${label_key}`),
  ).length
  // Many centers list the same large vendors.
  const isForeign =
    present.length >= foreignRowsMin && common < present.length / 2 && common < newItems.length / 2
  return isForeign ? 'The page has little in common with what was read before.' : undefined
}
