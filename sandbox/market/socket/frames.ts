/** Socket frames: `~m~<length>~m~<payload>`, several to a message, lengths in UTF-16 units. */

export function frame(payload: string): string {
  return `~m~${payload.length}~m~${payload}`
}

/** The payloads of a message; `undefined` when a frame is malformed or incomplete. */
export function unframe(message: string): string[] | undefined {
  const payloads: string[] = []
  let at = 0
  while (at < message.length) {
    header.lastIndex = at
    const match = header.exec(message)
    if (match === null) return undefined
    const start = at + match[0].length
    const end = start + Number(match[1])
    if (end > message.length) return undefined
    payloads.push(message.slice(start, end))
    at = end
  }
  return payloads
}

const header = /~m~(\d{1,8})~m~/y
