/** The framing of the socket: `~m~<length>~m~<payload>`, lengths in UTF-16 units, cut and joined by the wire as it likes. */

export function frame(payload: string): string {
  return `~m~${payload.length}~m~${payload}`
}

/** A frame announces more than anybody would send. */
export class FrameTooLargeError extends RangeError {}

/** Puts pieces together and takes whole payloads out. Holds at most one unfinished frame. */
export class FrameReader {
  readonly #charsMax: number
  /** Pieces are joined only once a frame is whole, so that many small ones do not cost the square of their number. */
  #chunks: string[] = []
  #bufferedLength = 0
  /** How much has to be there before looking again is of use. */
  #neededLength = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  /** The payloads that are whole now. What lies between frames is skipped. */
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

/** Where the next frame begins, or may begin once more has come. */
function nextStart(text: string, at: number): number {
  if (mayStartFrame(text, at)) return at
  anyHeader.lastIndex = at
  const found = anyHeader.exec(text)?.index
  if (found !== undefined) return found
  // Only the end of the text can still become a header.
  for (let tail = Math.max(at, text.length - headerCharsMax); tail < text.length; tail++) {
    if (mayStartFrame(text, tail)) return tail
  }
  return text.length
}

const headerCharsMax = '~m~999999999~m~'.length
const headStart = /^(~(m(~(\d{1,9}(~(m(~)?)?)?)?)?)?)?$/

/** Whether a header stands here, or the beginning of one that the text breaks off in. */
function mayStartFrame(text: string, at: number): boolean {
  header.lastIndex = at
  if (header.test(text)) return true
  return text.length - at < headerCharsMax && headStart.test(text.slice(at))
}

/**
 * The end by the announced length. Servers that count characters outside the basic plane once announce too little: where
 * no frame follows, and one does after as many characters, that is the end. Beyond the text if more has to come to tell.
 */
function payloadEnd(text: string, start: number, length: number): number {
  const announced = start + length
  if (mayStartFrame(text, announced)) return announced
  const counted = afterCharacters(text, start, length)
  return counted > text.length || mayStartFrame(text, counted) ? counted : announced
}

/** Where so many characters end, each counted once; where the text breaks off, the rest is taken for one unit each. */
function afterCharacters(text: string, start: number, count: number): number {
  let at = start
  for (let left = count; left > 0; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}
