/** Keeps the JavaScript engine as quick in a process that runs for weeks as it is in the first minute. */

import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'

let retainedTick: object | undefined

export function applyV8Workarounds(): void {
  if (retainedTick !== undefined) return
  // While the server fills its caches nearly everything stays alive, and the engine may conclude that the objects of
  // a request will too. It then puts them where only a full collection finds them, with all they point to, for good:
  // one process in four was a third slower than the others.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // The runtime makes an object for each tick. A full collection that meets none of them throws away what the engine
  // knows of their shape, and it never learns it anew: each tick then costs nine times as much, and a request takes
  // several. One that stays alive keeps the shape.
  process.nextTick(() => {
    retainedTick = executionAsyncResource()
  })
}
