/** Loaded with `--import`: a request for `/hang` takes the thread that gets it for ever, as an endless loop in a handler would. */

import { Server } from 'node:http'

const { emit } = Server.prototype

Server.prototype.emit = function (this: Server, event: string, ...args: [unknown, ...unknown[]]) {
  if (event === 'request' && (args[0] as { readonly url?: string }).url === '/hang') for (;;);
  return Reflect.apply(emit, this, [event, ...args])
} as typeof emit
