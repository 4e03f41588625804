/** The format of keys and tokens, `<prefix>_<id>_<secret><checksum>`: malformed ones are rejected without a database query. */

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type CredentialKind = 'key' | 'token'

/** Distinct, so that one is never mistaken for the other and secret scanners find leaked ones. */
export const keyPrefixes = { live: 'bs_live', sandbox: 'bs_sandbox' } as const
const tokenPrefix = 'bs_token'

export type KeyPrefix = (typeof keyPrefixes)[keyof typeof keyPrefixes]

export interface Credential {
  readonly kind: CredentialKind
  /** Public; the primary key of the row. */
  readonly id: string
  /** The whole credential; its hash is stored. */
  readonly text: string
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idBytes = 10
const secretBytes = 32
const idLength = 14
const secretLength = 43
const checksumLength = 6
const pattern = /^(bs_live|bs_sandbox|bs_token)_([0-9A-Za-z]{14})_([0-9A-Za-z]{49})$/

export function generateKey(prefix: KeyPrefix): Credential {
  return generateCredential('key', prefix)
}

export function generateToken(): Credential {
  return generateCredential('token', tokenPrefix)
}

function generateCredential(kind: CredentialKind, prefix: string): Credential {
  const id = randomBase62(idBytes, idLength)
  const body = `${prefix}_${id}_${randomBase62(secretBytes, secretLength)}`
  return { kind, id, text: body + checksumOf(body) }
}

/** Undefined when the format or the checksum is wrong. */
export function parseCredential(text: string): Credential | undefined {
  const [, prefix, id] = pattern.exec(text) ?? []
  if (id === undefined) return undefined
  if (checksumOf(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return undefined
  return { kind: prefix === tokenPrefix ? 'token' : 'key', id, text }
}

/** Whether a text contains what looks like a key or token, for places where none belongs. */
export function containsCredential(text: string): boolean {
  return credentialStarts.some((start) => text.includes(start))
}

/** Every URL is searched for them. */
const credentialStarts = [...Object.values(keyPrefixes), tokenPrefix].map((prefix) => `${prefix}_`)

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength)
}

function randomBase62(bytes: number, length: number): string {
  return base62(BigInt(`0x${randomBytes(bytes).toString('hex')}`), length)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
