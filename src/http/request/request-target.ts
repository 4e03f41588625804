/**
 * The parameters of a request as one text, and its hash for entity tags. Written for the processor: every read that is not
 * cached does both, and JSON with SHA-256 took as long as a statement.
 */

type Values = Readonly<Record<string, unknown>>

/** Equal only for equal parameters, because each text is preceded by its length. Names come from the route. */
export function targetText(params: Values, query: Values): string {
  return `${valuesText(params)}?${valuesText(query)}`
}

function valuesText(values: Values): string {
  let text = ''
  for (const name in values) {
    const value = values[name]
    if (typeof value === 'string') text += `&${name}:${value.length}:${value}`
    else if (typeof value === 'number' || typeof value === 'boolean') text += `&${name}=${value}`
    else if (value !== undefined) text += jsonText(name, JSON.stringify(value))
  }
  return text
}

function jsonText(name: string, json: string): string {
  return `&${name}:${json.length}:${json}`
}

/**
 * 64 bits in 14 characters. A tag is compared only with others of the same URL, so it need not withstand somebody who
 * looks for two URLs with the same one. Two multiplicative hashes with the last steps of MurmurHash3.
 */
export function targetHash(text: string): string {
  let one = 0x9e3779b9
  let other = 0x85ebca6b
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995)
    other ^= other >>> 15
  }
  return base36(mix(one ^ text.length)) + base36(mix(other))
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function base36(value: number): string {
  return value.toString(36).padStart(7, '0')
}
