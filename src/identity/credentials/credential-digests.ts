/** What a credential is called in memory: a digest that says nothing about it, and that nobody can look up elsewhere. */

import { hash as digest, randomBytes } from 'node:crypto'

interface CachedDigest {
  readonly text: string
  readonly digest: string
}

export class CredentialDigests {
  readonly #salt = randomBytes(16).toString('hex')
  /**
   * Connections show the same credential again and again, and the digest is the dearest part of a check. The text itself
   * is forgotten with the connection it came over.
   */
  readonly #byConnection = new WeakMap<object, CachedDigest>()

  digestFor(text: string, connection: object): string {
    const entry = this.#byConnection.get(connection)
    if (entry !== undefined && equalInConstantTime(entry.text, text)) return entry.digest
    const name = digest('sha256', this.#salt + text)
    this.#byConnection.set(connection, { text, digest: name })
    return name
  }
}

/** Behind a proxy callers share connections: the time it takes must not tell how much of another's secret was right. */
function equalInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
