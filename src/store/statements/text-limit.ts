/** Bounds the texts that one statement returns: what is too much is refused while it is read, not when it is in memory. */

export class ResultTooLarge extends Error {
  override readonly name = 'ResultTooLarge'

  constructor(charsMax: number) {
    super(`the texts of a result have more than ${charsMax} characters`)
  }
}

/** Of one result. */
export class TextLimit {
  readonly #charsMax: number
  #chars = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  /** Throws `ResultTooLarge`. */
  add(text: string): void {
    this.#chars += text.length
    if (this.#chars > this.#charsMax) throw new ResultTooLarge(this.#charsMax)
  }
}
