/** Works around two V8 behaviours that make long-running processes slower. */

import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'

let retainedTick: object | undefined

export function applyV8Workarounds(): void {
  if (retainedTick !== undefined) return
  // While the server fills its caches, most objects survive, and V8 may conclude that the objects of a request will
  // too. It then allocates them in the old generation for good: one process in four was a third slower.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Node creates an object per tick. A full collection that finds none of them alive discards their hidden class for
  // good, and each tick then costs nine times as much. Retaining one object preserves the class.
  process.nextTick(() => {
    retainedTick = executionAsyncResource()
  })
}
