/** What the server and the sync thread say to each other. */

import type { EventMap, EventName } from '../../core/events.ts'

export type ToThread = { readonly kind: 'stop' }

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly name: EventName; readonly event: EventMap[EventName] }
  /** The last thing it says: nothing is due before then. */
  | { readonly kind: 'resting'; readonly idleUntil: number }
