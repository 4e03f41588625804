/** Cache keys for credentials: salted digests, so that memory holds no list of secrets. */

import { hash, randomBytes } from 'node:crypto'

interface CachedDigest {
  readonly text: string
  readonly digest: string
}

export class CredentialDigests {
  readonly #salt = randomBytes(16).toString('hex')
  /**
   * A connection usually sends the same credential again, and the digest is the most expensive part of a check. The text
   * is released with its connection.
   */
  readonly #byConnection = new WeakMap<object, CachedDigest>()

  digestFor(text: string, connection: object): string {
    const entry = this.#byConnection.get(connection)
    if (entry !== undefined && equalInConstantTime(entry.text, text)) return entry.digest
    const digest = hash('sha256', this.#salt + text)
    this.#byConnection.set(connection, { text, digest })
    return digest
  }
}

/** Behind a proxy callers share connections: the time must not reveal how much of another's secret matches. */
function equalInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
