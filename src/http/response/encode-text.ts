/**
 * Encodes JSON texts. Written for the processor: most texts are ASCII, and are then sent as they are. In a
 * long list, one row with a letter beyond Latin-1 would make the joined text twice as large and its encoding five times
 * as slow, so each row is encoded by itself.
 */

/** Up to here the runtime writes a text faster than bytes that have to be made of it first. */
const textBytesMax = 65_536
/** A character takes three bytes at most. To write a text here and count takes half the time of `Buffer.byteLength`. */
const spare = Buffer.allocUnsafeSlow(3 * textBytesMax)

/** The text itself if that is ASCII and not too long; otherwise its bytes. */
export function encodeText(text: string): string | Buffer {
  if (text.length > textBytesMax) return Buffer.from(text)
  const bytesLength = spare.write(text)
  return bytesLength === text.length ? text : Buffer.from(spare.subarray(0, bytesLength))
}

/**
 * Encodes the lists of a route, which are mostly alike. After one that was ASCII, the next is joined before it is checked:
 * that takes a fifth of the time of checking each row, but four times as long if one has a letter beyond Latin-1.
 */
export function createListEncoder(): typeof encodeList {
  let wasAscii = true
  return (before, rows, after) => {
    const encoded = wasAscii ? encodeText(before + rows.join(',') + after) : encodeList(before, rows, after)
    wasAscii = typeof encoded === 'string'
    return encoded
  }
}

const comma = 44

/** `before`, then the rows separated by commas, then `after`. */
export function encodeList(before: string, rows: readonly string[], after: string): string | Buffer {
  const commas = Math.max(0, rows.length - 1)
  let bytesLength = Buffer.byteLength(before) + Buffer.byteLength(after) + commas
  let length = before.length + after.length + commas
  for (const row of rows) {
    bytesLength += Buffer.byteLength(row)
    length += row.length
  }
  const isAscii = bytesLength === length
  if (isAscii && length <= textBytesMax) return before + rows.join(',') + after
  // To copy is faster than to encode.
  const encoding = isAscii ? 'latin1' : 'utf8'
  const bytes = Buffer.allocUnsafe(bytesLength)
  let at = bytes.write(before, encoding)
  for (const [index, row] of rows.entries()) {
    if (index > 0) at = bytes.writeUInt8(comma, at)
    at += bytes.write(row, at, encoding)
  }
  bytes.write(after, at, encoding)
  return bytes
}
