/** The messages of the sync thread to the server. The server sends one message, which stops the thread. */

import type { EventMap, EventName } from '../../core/events.ts'

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly name: EventName; readonly event: EventMap[EventName] }
  /** The last message: nothing is due before then. */
  | { readonly kind: 'idle'; readonly idleUntil: number }
