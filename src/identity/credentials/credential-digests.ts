/** What a credential is called in memory: a digest that says nothing about it, and that nobody can look up elsewhere. */

import { hash as digest, randomBytes } from 'node:crypto'

interface Shown {
  readonly text: string
  readonly name: string
}

export class SecretNames {
  readonly #salt = randomBytes(16).toString('hex')
  /**
   * Connections show the same credential again and again, and the digest is the dearest part of a check. The text itself
   * is forgotten with the connection it came over.
   */
  readonly #shown = new WeakMap<object, Shown>()

  nameOf(text: string, connection: object): string {
    const shown = this.#shown.get(connection)
    if (shown !== undefined && isSameText(shown.text, text)) return shown.name
    const name = digest('sha256', this.#salt + text)
    this.#shown.set(connection, { text, name })
    return name
  }
}

/** Behind a proxy callers share connections: the time it takes must not tell how much of another's secret was right. */
function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
