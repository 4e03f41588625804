/**
 * The formula of relevance. It depends on the posting and the query alone, never on other postings: a cursor stays valid
 * when others are published. A posting has, for each word of the query, the points of the best match; a phrase has those
 * of its words in one field. Equally relevant postings are sorted by date.
 */

import { wordFields } from '../../encoding/word-lines.ts'

/** How a word of a posting matches a word of the query; the best first. */
export const matches = {
  same: 1,
  /** The same stem in English. */
  stem: 2,
  /** The same stem in another language. */
  ending: 3,
  prefix: 4,
  /** A word of another form: of `site reliability engineer` for `sre`. */
  variant: 5,
} as const
export type Match = (typeof matches)[keyof typeof matches]

/** 0: it does not count. Abbreviations are often codes of regions: `ENG` is England. */
const pointsByField = {
  title: { same: 12, stem: 10, ending: 9, prefix: 8, variant: 12 },
  company: { same: 9, stem: 8, ending: 7, prefix: 6, variant: 9 },
  department: { same: 6, stem: 5, ending: 4, prefix: 4, variant: 6 },
  place: { same: 5, stem: 4, ending: 3, prefix: 3, variant: 0 },
} as const satisfies Record<(typeof wordFields)[number], Record<keyof typeof matches, number>>

/** The most points of a word of a place, also in titles: who looks for `"new york" recruiter` wants no designer there. */
export const placePoints = pointsByField.place.same

/** Any form of the word in the description: less than in every other field. */
export const textPoints = 2

/** The query is the name of the company, apart from its legal form. */
export const wholeCompanyPoints = 24
/** The words of the query are the whole title, in this order. */
export const wholeTitlePoints = 24
/** The title has them next to each other in this order. */
export const phrasePoints = 6
/** The title also begins with them. */
export const titleStartPoints = 4
/** Multiplied by the share of its words that the query has. */
export const coveragePoints = 8

/** Of a title that matches all clauses. */
export interface TitleMatch {
  /** Whether the clauses are next to each other, in their order. */
  readonly isPhrase: boolean
  /** Of the first clause. */
  readonly start: number
  /** The number of words that match. */
  readonly covered: number
  /** The number of all words. */
  readonly length: number
}

export function titlePoints({ isPhrase, start, covered, length }: TitleMatch): number {
  const isAtStart = isPhrase && start === 0
  if (isAtStart && covered >= length) return wholeTitlePoints
  return (
    (isPhrase ? phrasePoints : 0) +
    (isAtStart ? titleStartPoints : 0) +
    Math.floor((coveragePoints * Math.min(covered, length)) / length)
  )
}

const matchesPerField = 8
const points = new Uint8Array(wordFields.length * matchesPerField)
for (const [field, name] of wordFields.entries())
  for (const [match, number] of Object.entries(matches))
    points[field * matchesPerField + number] = pointsByField[name][match as keyof typeof matches]

/** `field` is an index of `wordFields`. */
export function pointsOf(field: number, match: Match): number {
  return points[field * matchesPerField + match] as number
}

/** More than any day. */
export const rankUnit = 65_536

/** The sort key of relevance: points first, then the day. */
export function toRank(score: number, day: number): number {
  return score * rankUnit + day
}
