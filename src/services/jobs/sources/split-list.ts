/** Splits a long JSON list while it is received: `{"jobs":[1,2,3],"total":3}` into `[1,2]`, `[3]` and the rest. */

import { Failure } from '../../../core/errors.ts'

interface ListPart {
  /** `rows`: a JSON list of some rows. `frame`, which comes last: the body with an empty list in place of the rows. */
  readonly type: 'rows' | 'frame'
  readonly json: string
}

/** More than any employer has: longer lists are rejected. */
export const rowsMax = 200_000

/** A part ends with the row that makes it longer than this. */
const partCharacters = 2_000_000
const rowCharactersMax = 8_000_000
const frameCharactersMax = 1_000_000

/** `name` is the field of the list; without it the body is the list. */
export async function* splitList(
  text: AsyncIterable<string>,
  name: string | undefined,
): AsyncGenerator<ListPart> {
  const splitter = new ListSplitter(name)
  for await (const chunk of text) for (const json of splitter.take(chunk)) yield { type: 'rows', json }
  const { rows, frame } = splitter.end()
  if (rows !== undefined) yield { type: 'rows', json: rows }
  yield { type: 'frame', json: frame }
}

const quote = 34
const comma = 44
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Tracks strings, nesting and the position of the list. The rows themselves are not parsed. */
class ListSplitter {
  readonly #isListName: (before: string) => boolean
  readonly #listDepth: number
  #depth = 0
  #inString = false
  #escaped = false
  #state: 'before' | 'in' | 'after' = 'before'
  #frame = ''
  #row = ''
  #rows: string[] = []
  #rowsLength = 0
  #rowCount = 0

  constructor(name: string | undefined) {
    this.#listDepth = name === undefined ? 1 : 2
    const key = name === undefined ? /^\s*$/ : new RegExp(`"${name}"\\s*:\\s*$`)
    this.#isListName = (before) => key.test(before)
  }

  *take(chunk: string): Generator<string> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk.charCodeAt(at)
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (character === backslash) this.#escaped = true
        else if (character === quote) this.#inString = false
        continue
      }
      switch (character) {
        case quote:
          this.#inString = true
          break
        case openBrace:
        case openBracket:
          this.#depth += 1
          if (this.#state === 'before' && character === openBracket && this.#depth === this.#listDepth) {
            this.#append(chunk.slice(start, at))
            if (this.#isListName(this.#frame.slice(-100))) this.#state = 'in'
            this.#frame += '['
            start = at + 1
          }
          break
        case closeBrace:
        case closeBracket:
          if (this.#state === 'in' && this.#depth === this.#listDepth) {
            this.#append(chunk.slice(start, at))
            this.#endRow()
            this.#state = 'after'
            start = at
          }
          this.#depth -= 1
          break
        case comma:
          if (this.#state !== 'in' || this.#depth !== this.#listDepth) break
          this.#append(chunk.slice(start, at))
          this.#endRow()
          start = at + 1
          if (this.#rowsLength > partCharacters) yield this.#takePart()
          break
      }
    }
    this.#append(chunk.slice(start))
  }

  end(): { readonly rows: string | undefined; readonly frame: string } {
    if (this.#depth !== 0 || this.#inString || this.#state !== 'after')
      throw new Failure('upstream_changed', 'The list is truncated or missing.')
    return { rows: this.#rows.length > 0 ? this.#takePart() : undefined, frame: this.#frame }
  }

  #append(text: string): void {
    if (this.#state === 'in') this.#row += text
    else this.#frame += text
    if (this.#row.length > rowCharactersMax || this.#frame.length > frameCharactersMax)
      throw new Failure('upstream_changed', 'A row exceeds the size limit.')
  }

  #endRow(): void {
    const row = this.#row.trim()
    this.#row = ''
    if (row === '') return
    this.#rowCount += 1
    if (this.#rowCount > rowsMax) throw tooManyRows()
    this.#rows.push(row)
    this.#rowsLength += row.length
  }

  #takePart(): string {
    const json = `[${this.#rows.join(',')}]`
    this.#rows = []
    this.#rowsLength = 0
    return json
  }
}

export function tooManyRows(): Failure {
  return new Failure('upstream_changed', `The list has more than ${rowsMax} rows.`)
}
