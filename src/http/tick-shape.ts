/** Keeps `process.nextTick` as quick after hours as it is in the first second. */

import { executionAsyncResource } from 'node:async_hooks'

let kept: object | undefined

/**
 * The runtime makes an object for each tick. A full collection that meets none of them alive throws away what the
 * engine knows of their shape, and it never learns it anew: from then on every tick costs nine times as much, and a
 * request takes several. One object that stays alive keeps the shape.
 */
export function keepTickShape(): void {
  if (kept !== undefined) return
  process.nextTick(() => {
    kept = executionAsyncResource()
  })
}
