/** Classifies tickets by audience. Flags win over labels; ambiguous labels are `unknown`. */

import type { TicketAudience } from '../schema/index.ts'

export interface TicketFlags {
  readonly membersOnly?: boolean
  readonly loyaltyOnly?: boolean
  readonly package?: boolean
}

export interface ParsedTicket {
  readonly audience: TicketAudience
  /** `ID Required`, `Age 3-14`, `senior`, `access_ticket`: further conditions in the label. */
  readonly rules: readonly string[]
  readonly minQuantity?: number
}

const audiencePatterns: readonly (readonly [TicketAudience | 'none' | 'group' | 'bed' | 'access', RegExp])[] =
  [
    [
      'none',
      /\b(?:booking fee|online fee|service fee|3d glasses|donation|complimentary|free ticket)\b|^free$/,
    ],
    ['loyalty', /\b(?:boost rewards|stubs|rewards|loyalty|club)\b/],
    ['member', /\b(?:members?|friends?|unlimited|subscription|a-list|season pass)\b/],
    ['companion', /\b(?:carer|companion|cea|personal assistant)\b/],
    ['access', /\b(?:wheelchair|access|accessible)\b/],
    ['group', /\b(?:family|group|bundle)\b/],
    ['bed', /\b(?:day ?bed|sofa|bed)\b/],
    [
      'unknown',
      /\b(?:concession|reduced|reduit|ermassigt|meia|conc)\b|\b(?:student|child|adult)s?\s*(?:\/|&|and)\s*(?:senior|student|child|adult)/,
    ],
    ['military', /\b(?:military|veteran|forces|first responder)s?\b/],
    ['student', /\b(?:student|etudiant|estudiante|schuler|uni|under 25|16-25)\b|\bstudents\b/],
    [
      'senior',
      /\b(?:seniors?|senior citizen|over 6\d|pensioner|jubilado|tercera edad|retraite)\b|\b[56]\d\s?\+|\b[56]\d plus\b/,
    ],
    [
      'child',
      /\b(?:child(?:ren)?|kids?|junior|infant|toddler|teen|under 1[0-8]|moins de 1\d ans|nino|kind|bambino|enfant)\b/,
    ],
    [
      'adult',
      /\b(?:adults?|adulto|adulte|erwachsener?|full(?: price)?|plein tarif|inteira|general admission|ga|general|standard|regular|matinee|evening|peak|off-peak)\b/,
    ],
  ]

/** Undefined for items that are not quoted: fees, glasses, complimentary tickets. */
export function parseTicket(label: string, flags: TicketFlags = {}): ParsedTicket | undefined {
  const folded = fold(label)
  const rules = rulesOf(label, folded)
  if (flags.loyaltyOnly) return { audience: 'loyalty', rules: withAge(rules, folded) }
  if (flags.membersOnly) return { audience: 'member', rules: withAge(rules, folded) }
  const [kind] = audiencePatterns.find(([, pattern]) => pattern.test(folded)) ?? ['unknown' as const]
  if (kind === 'none') return undefined
  if (kind === 'group' || (flags.package && kind !== 'bed')) return groupTicket(folded, rules)
  if (kind === 'bed') return { audience: 'adult', rules, minQuantity: 2 }
  if (kind === 'access') return { audience: 'unknown', rules: [...rules, 'access_ticket'] }
  return { audience: kind, rules: kind === 'loyalty' || kind === 'member' ? withAge(rules, folded) : rules }
}

function groupTicket(folded: string, rules: readonly string[]): ParsedTicket {
  const size = /\b(\d{1,2})\b/.exec(folded)
  return { audience: 'unknown', rules, ...(size ? { minQuantity: Number(size[1]) } : {}) }
}

/** A senior ticket for members has the audience `member` and the rule `senior`. */
function withAge(rules: readonly string[], folded: string): string[] {
  const age = ['senior', 'child', 'student', 'concession'].find((word) => folded.includes(word))
  return age === undefined ? [...rules] : [...rules, age]
}

function rulesOf(label: string, folded: string): string[] {
  const rules: string[] = []
  const range = /(\d{1,2})\s*(?:-|to)\s*(\d{1,2})/.exec(folded)
  const over = /(\d{2})\s?\+|\bover (\d{2})\b/.exec(folded)
  const under = /\b(?:under|moins de) (\d{1,2})\b|\b(\d{1,2}) and under\b/.exec(folded)
  if (range) rules.push(`Age ${range[1]}-${range[2]}`)
  else if (over) rules.push(`Age ${over[1] ?? over[2]}+`)
  else if (under) rules.push(`Age under ${under[1] ?? Number(under[2]) + 1}`)
  if (/id required/i.test(label)) rules.push('ID Required')
  return rules
}

function fold(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
