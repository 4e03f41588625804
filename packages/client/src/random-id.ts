/** A random id; also works in pages without TLS, where `randomUUID` is missing. */

const alphabet = 'abcdefghijklmnopqrstuvwxyz012345'

export function randomId(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}
