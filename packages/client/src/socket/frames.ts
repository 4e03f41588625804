/** The framing of the socket: `~m~<length>~m~<payload>`, lengths in UTF-16 units; frames may be split or joined in transit. */

export function frame(payload: string): string {
  return `~m~${payload.length}~m~${payload}`
}

/** A frame announces more than the limit. */
export class FrameTooLargeError extends RangeError {}

/** Collects chunks and returns complete payloads. Holds at most one incomplete frame. */
export class FrameReader {
  readonly #charsMax: number
  /** Chunks are joined only when a frame is complete, so that many small ones do not take quadratic time. */
  #chunks: string[] = []
  #bufferedLength = 0
  /** Length needed before parsing again can succeed. */
  #neededLength = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  /** The payloads that are now complete. Text between frames is skipped. */
  push(chunk: string): string[] {
    if (chunk === '') return []
    this.#chunks.push(chunk)
    this.#bufferedLength += chunk.length
    if (this.#bufferedLength < this.#neededLength) return []
    const text = this.#chunks.join('')
    const { payloads, end } = this.#parseFrames(text)
    const rest = text.slice(end)
    this.#chunks = rest === '' ? [] : [rest]
    this.#bufferedLength = rest.length
    return payloads
  }

  #parseFrames(text: string): { payloads: string[]; end: number } {
    const payloads: string[] = []
    let at = 0
    for (;;) {
      this.#neededLength = 0
      at = nextStart(text, at)
      header.lastIndex = at
      const match = header.exec(text)
      if (match === null) return { payloads, end: at }
      const length = Number(match[1])
      if (length > this.#charsMax) throw new FrameTooLargeError(`a frame of ${length} characters`)
      const start = at + match[0].length
      if (start + length > text.length) {
        this.#neededLength = start + length - at
        return { payloads, end: at }
      }
      const end = payloadEnd(text, start, length)
      if (end > text.length) {
        this.#neededLength = end - at
        return { payloads, end: at }
      }
      payloads.push(text.slice(start, end))
      at = end
    }
  }
}

const header = /~m~(\d{1,9})~m~/y
const anyHeader = /~m~\d{1,9}~m~/g

/** Start of the next frame, or of what may become one. */
function nextStart(text: string, at: number): number {
  if (mayStartFrame(text, at)) return at
  anyHeader.lastIndex = at
  const found = anyHeader.exec(text)?.index
  if (found !== undefined) return found
  // Only the end of the text can still turn into a header.
  for (let tail = Math.max(at, text.length - headerCharsMax); tail < text.length; tail++) {
    if (mayStartFrame(text, tail)) return tail
  }
  return text.length
}

const headerCharsMax = '~m~999999999~m~'.length
const headStart = /^(~(m(~(\d{1,9}(~(m(~)?)?)?)?)?)?)?$/

/** Whether there is a header here, or the start of one at the end of the text. */
function mayStartFrame(text: string, at: number): boolean {
  header.lastIndex = at
  if (header.test(text)) return true
  return text.length - at < headerCharsMax && headStart.test(text.slice(at))
}

/**
 * The end by the announced length. Servers that count a surrogate pair as one announce too little: if
 * no frame follows, but one does when counted that way, that is the end. Beyond the text if it cannot be decided yet.
 */
function payloadEnd(text: string, start: number, length: number): number {
  const announced = start + length
  if (mayStartFrame(text, announced)) return announced
  const counted = afterCharacters(text, start, length)
  return counted > text.length || mayStartFrame(text, counted) ? counted : announced
}

/** Position after that many characters, counting surrogate pairs as one; past the end of the text, as one unit each. */
function afterCharacters(text: string, start: number, count: number): number {
  let at = start
  for (let left = count; left > 0; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}
