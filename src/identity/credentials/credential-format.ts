/** How keys and tokens are written: `<prefix>_<id>_<secret><checksum>`, told from noise without asking the database. */

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type CredentialKind = 'key' | 'token'

/** Different words, so that one never passes for the other, and so that scanners find leaked ones. */
export const prefixes: Readonly<Record<CredentialKind, string>> = { key: 'bs_live', token: 'bs_token' }

export interface Credential {
  readonly kind: CredentialKind
  /** Public; names the row. */
  readonly id: string
  /** All of it: what the caller keeps and what is hashed. */
  readonly text: string
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idBytes = 10
const secretBytes = 32
const idLength = 14
const secretLength = 43
const checksumLength = 6
const pattern = /^(bs_live|bs_token)_([0-9A-Za-z]{14})_([0-9A-Za-z]{49})$/

export function generateCredential(kind: CredentialKind): Credential {
  const id = base62(randomBytes(idBytes), idLength)
  const body = `${prefixes[kind]}_${id}_${base62(randomBytes(secretBytes), secretLength)}`
  return { kind, id, text: body + checksumOf(body) }
}

/** Undefined for anything that cannot be one of ours: wrong form, or a checksum that does not fit. */
export function parseCredential(text: string): Credential | undefined {
  const [, prefix, id] = pattern.exec(text) ?? []
  if (id === undefined) return undefined
  if (checksumOf(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return undefined
  return { kind: prefix === prefixes.key ? 'key' : 'token', id, text }
}

/** Whether a text holds something that looks like a key or a token, for places where none belongs. */
export function containsCredential(text: string): boolean {
  return text.includes(`${prefixes.key}_`) || text.includes(`${prefixes.token}_`)
}

function checksumOf(body: string): string {
  return base62(uint32(crc32(body)), checksumLength)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function base62(bytes: Uint8Array, length: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (text.length < length) {
    text = digits[Number(value % 62n)] + text
    value /= 62n
  }
  return text
}
