/** Recognises brands of broadcast stage works. A brand makes a different work, so it is part of the key. */

import { defined } from '../../../core/defined.ts'

export interface BrandedTitle {
  readonly brand: string
  /** The year in which the season ends. */
  readonly season?: number
  /** The title without the brand. */
  readonly rest: string
}

const season = String.raw`(?:\s*(?:live in hd|live|season|opera season|cinema season|encore))*\s*(?<season>(?:19|20)\d{2}(?:\s*[-/–]\s*(?:20)?\d{2})?|\d{2}\s*[-/–]\s*\d{2})?(?:\s*(?:live in hd|live|season|encore))*`
const separator = String.raw`\s*(?:[:|]|\s[-–]\s|\s)\s*`

const brands: readonly { readonly brand: string; readonly pattern: RegExp }[] = [
  ['nt live', '(?:nt live|national theatre live|national theater live|ntl)'],
  ['met opera', String.raw`(?:the )?(?:metropolitan opera|met opera|met)(?:\s*:\s*live in hd)?`],
  [
    'royal ballet and opera',
    String.raw`(?:the )?(?:rbo|roh|royal opera house|royal ballet (?:&|and) opera|royal opera|royal ballet)(?:\s*[:\-]?\s*(?:royal opera|royal ballet|the royal opera|the royal ballet))?`,
  ],
  ['bolshoi ballet', '(?:the )?bolshoi(?: ballet)?'],
  ['exhibition on screen', '(?:exhibition on screen|eos)'],
].map(([brand = '', names = '']) => ({
  brand,
  pattern: new RegExp(`^${names}${season}${separator}(?<rest>\\S.*)$`, 'i'),
}))

const composers =
  /^(?:verdi|puccini|wagner|mozart|bizet|rossini|strauss|tchaikovsky|beethoven|donizetti|bellini|gounod|handel|massenet|prokofiev|shakespeare)(?:'s|’s|s')\s+/i

/** Short brand names that are also ordinary words need a separator. */
const needsMark = /^(?:the )?met\s+(?!opera|live|season|encore|(?:19|20)\d{2})/i

export function parseBrand(title: string): BrandedTitle | undefined {
  if (needsMark.test(title)) return undefined
  for (const { brand, pattern } of brands) {
    const match = pattern.exec(title)
    if (match?.groups?.rest === undefined) continue
    const { rest, season: years } = match.groups
    const ends = years === undefined ? undefined : seasonEnd(years)
    const work = rest.replace(/^[:\-–\s]+/, '').replace(composers, '')
    return defined<BrandedTitle>({ brand, rest: work, season: ends })
  }
  return undefined
}

/** `2024-25` and `24-25` end in 2025, `2018` in 2018. */
function seasonEnd(years: string): number {
  const last = years.split(/\s*[-/–]\s*/).at(-1) ?? years
  return Number(last.length === 2 ? `20${last}` : last)
}
