/** Content negotiation: reads `Accept` and `Accept-Encoding`. */

import { rememberTexts } from '../../core/text/remember.ts'

export type ContentCoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** The best offered media type, or undefined when none is acceptable. Without a header the first offer wins. */
export function preferredType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return offered[0]
  const ranges = parseWeighted(accept)
  let best: string | undefined
  let bestWeight = 0
  for (const type of offered) {
    const weight = weightOf(type, ranges)
    if (weight > bestWeight) {
      best = type
      bestWeight = weight
    }
  }
  return best
}

/** The content coding to use; on a tie the one that compresses best for its cost. */
export function preferredCoding(accept: string | undefined): ContentCoding {
  return accept === undefined || accept === '' ? 'identity' : chooseCoding(accept)
}

/** Best first. */
const compressions = ['zstd', 'br', 'gzip'] as const

const codingsMax = 200

/** Remembered, because few distinct values are sent. */
const chooseCoding = rememberTexts((accept): ContentCoding => {
  const ranges = parseWeighted(accept)
  const weightOf = (encoding: ContentCoding) => ranges.get(encoding) ?? ranges.get('*') ?? 0
  const best = compressions.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
  // An uncompressed body is preferred only if the client says so.
  return weightOf(best) > 0 && weightOf(best) >= (ranges.get('identity') ?? 0) ? best : 'identity'
}, codingsMax)

export function refusesIdentity(accept = ''): boolean {
  const ranges = parseWeighted(accept)
  return (ranges.get('identity') ?? ranges.get('*')) === 0
}

function parseWeighted(header: string): Map<string, number> {
  const ranges = new Map<string, number>()
  for (const part of header.slice(0, 1024).toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!name) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const q = weight === undefined ? 1 : Number(weight.slice(2))
    ranges.set(name, Number.isFinite(q) ? Math.min(Math.max(q, 0), 1) : 0)
  }
  return ranges
}

function weightOf(type: string, ranges: ReadonlyMap<string, number>): number {
  const bare = withoutParameters(type)
  return ranges.get(bare) ?? ranges.get(`${bare.split('/', 1)[0]}/*`) ?? ranges.get('*/*') ?? 0
}

/** `text/html` of `text/html; charset=utf-8`. */
export function withoutParameters(type: string): string {
  return type.split(';', 1)[0] ?? type
}
