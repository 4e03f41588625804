/** A request may be responded to before its body was read. Reads on so that the connection stays usable, but not for long. */

import type { IncomingMessage, ServerResponse } from 'node:http'

/** A client that ignores the response for longer is disconnected. */
const restMsMax = 2000
const restBytesMax = 4 * 1024 * 1024
/** The runtime discards the rest without an event, so the count of the connection is looked at instead. */
const checkEveryMs = 50

export function limitUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return
    const { socket } = request
    const bytesBefore = socket.bytesRead
    let checksLeft = restMsMax / checkEveryMs
    const checks = setInterval(() => {
      checksLeft -= 1
      if (request.complete || socket.destroyed) clearInterval(checks)
      else if (checksLeft === 0 || socket.bytesRead - bytesBefore > restBytesMax) socket.destroy()
    }, checkEveryMs).unref()
  })
}
