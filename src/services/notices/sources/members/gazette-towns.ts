/** The towns whose notices the Gazette publishes. */

import type { Member } from '../../../../sync/source.ts'

export interface Town extends Member {
  readonly name: string
}

/** `id` is the town's name in the Gazette's URLs. */
export const gazetteTowns: readonly Town[] = [
  { id: 'alderbrook', name: 'Alderbrook' },
  { id: 'bexcombe', name: 'Bexcombe' },
  { id: 'carrow-bay', name: 'Carrow Bay' },
  { id: 'dunmere', name: 'Dunmere' },
  { id: 'eastwell', name: 'Eastwell' },
  { id: 'fenwick-green', name: 'Fenwick Green' },
  { id: 'greyhaven', name: 'Greyhaven' },
  { id: 'harrowgate', name: 'Harrowgate' },
  { id: 'kingsmoor', name: 'Kingsmoor' },
  { id: 'larkhill-on-sea', name: 'Larkhill-on-Sea' },
  { id: 'pont-y-bran', name: 'Pont-y-Brân' },
  { id: 'st-mauds', name: "St Maud's" },
]
