/**
 * What a query means: a place, and the other words with their variants, and with corrections of words that are far rarer
 * than a similar one. It depends on the words of all postings, never on the other filters, so that a narrower search means the same.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { toWords } from '../../normalise/words.ts'
import type { Understood } from '../../schema/understood.ts'
import type { Condition } from '../condition.ts'
import { placeFilters } from '../place-filters.ts'
import { isFunctionWord, type TextQuery, toClauses } from './clauses.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { findQueryPlace } from './query-place.ts'
import { variantsOf, variantWordsMax } from './variants.ts'

/** The words of all postings. */
export interface WordCounts {
  /** Whether a title, company, department or place has the word. */
  has(word: string): boolean
  /** How often they have a form of the word; counting ends at `max`. */
  count(word: string, max: number): number
  /** Those in which one letter differs. */
  similarTo(word: string): readonly string[]
  /** Those with the same first letter in which up to two others differ. */
  lessSimilarTo(word: string): readonly string[]
  countInTexts(word: string): Promise<number>
  /** Whether the name of a company has these words next to each other. */
  isInCompany(words: readonly string[]): boolean
}

export interface UnderstoodQuery {
  readonly text: TextQuery
  /** The place. */
  readonly conditions: readonly Condition[]
  readonly understood: Understood
}

type Form = readonly string[]

type Place = NonNullable<Understood['place']>

/** `reason`: why the place in the query is no filter. */
export async function understandQuery(
  query: ParsedQuery,
  counts: WordCounts,
  reason?: Place['reason'],
): Promise<UnderstoodQuery> {
  const { excluded, ignored, isLiteral } = query
  const found = isLiteral ? undefined : findPlace(query.terms, counts, reason)
  const terms = found?.others ?? query.terms
  const corrections = isLiteral ? [] : await findCorrections(terms, counts)
  const others = isLiteral ? new Map<number, Form[]>() : findVariants(terms, counts)
  const variants = [...others].map(([index, forms]) => ({
    of: textOf(terms[index] as QueryTerm),
    forms: [...new Set(forms.map((form) => form.join(' ')))],
  }))
  return {
    text: {
      clauses: toClauses(terms, {
        variants: others,
        corrections: new Map(corrections.map(({ index, to }) => [index, to])),
        places: isLiteral ? new Set() : quotedPlaces(terms),
      }),
      excluded: toClauses(excluded, isLiteral ? {} : { variants: findVariants(excluded, counts) }),
    },
    conditions: found?.conditions ?? [],
    understood: {
      words: terms.filter(({ isQuoted }) => !isQuoted).map(textOf),
      phrases: terms.filter(({ isQuoted }) => isQuoted).map(textOf),
      excluded: excluded.map(textOf),
      ...(found === undefined ? {} : { place: found.place }),
      corrections: corrections.map(({ index, to }) => ({ from: textOf(terms[index] as QueryTerm), to })),
      variants,
      ignored: [...ignored],
    },
  }
}

interface FoundPlace {
  readonly place: Place
  /** Empty if it is no filter. */
  readonly conditions: readonly Condition[]
  /** The terms that are to be searched for. */
  readonly others: readonly QueryTerm[]
}

/** In these countries, several cities of one name are common. */
const countriesWithNamesakes = new Set(['US', 'CA', 'AU', 'BR'])

function findPlace(
  terms: readonly QueryTerm[],
  counts: WordCounts,
  stated: Place['reason'],
): FoundPlace | undefined {
  const named = findQueryPlace(
    terms.map(({ text, isQuoted, isPrefix }) => (isQuoted || isPrefix ? '"' : text)),
  )
  if (named === undefined) return undefined
  const { id, label, city, region, country, start, end, isCertain } = named
  const words = terms.slice(start, end).flatMap((term) => term.words)
  const neighbours = [
    [...(terms[start - 1]?.words.slice(-1) ?? []), ...words],
    [...words, ...(terms[end]?.words.slice(0, 1) ?? [])],
  ]
  const isCompany = neighbours.some((run) => run.length > words.length && counts.isInCompany(run))
  const isMeant = isCertain && (city === undefined || !isRatherWord(words, city, counts))
  const reason = stated ?? (isCompany ? 'company' : isMeant ? undefined : 'ambiguous')
  const conditions = placeFilters({
    city,
    region: city === undefined || countriesWithNamesakes.has(country ?? '') ? region : undefined,
    country,
  })
  const isFilter = reason === undefined && conditions !== undefined
  return {
    place: {
      text: words.join(' '),
      id,
      label,
      applied: isFilter,
      ...(reason === undefined ? {} : { reason }),
    },
    conditions: isFilter ? conditions : [],
    others: isFilter ? withoutPlace(terms, start, end) : terms,
  }
}

/**
 * `part time barista`: a word that is also a name of Perth in another language, and that postings have more often than Perth.
 * `Bangalore` they have more rarely than Bengaluru.
 */
function isRatherWord(words: readonly string[], city: string, counts: WordCounts): boolean {
  const [word = ''] = words
  const usual = toWords(city)
  if (words.length > 1 || usual.includes(word)) return false
  const count = counts.count(word, placeCountMax)
  return usual.every((one) => counts.count(one, placeCountMax) < count)
}

/** Names of places above this count are not compared. */
const placeCountMax = 10_000

/** The indexes of terms in quotes that are names of places. They are no filters: what is quoted is looked for as it is written. */
function quotedPlaces(terms: readonly QueryTerm[]): Set<number> {
  const isPlace = ({ isQuoted, words }: QueryTerm) => {
    const found = isQuoted ? findQueryPlace(words) : undefined
    return found?.isCertain === true && found.start === 0 && found.end === words.length
  }
  return new Set(terms.flatMap((term, index) => (isPlace(term) ? index : [])))
}

/** `jobs in` alone says nothing. */
function withoutPlace(terms: readonly QueryTerm[], start: number, end: number): readonly QueryTerm[] {
  const others = terms.toSpliced(start, end - start)
  return others.every(isFunctionWord) ? [] : others
}

function textOf({ words, isPrefix }: QueryTerm): string {
  return words.join(' ') + (isPrefix ? '*' : '')
}

function add(others: Map<number, Form[]>, index: number, form: Form): void {
  others.set(index, [...(others.get(index) ?? []), form])
}

/** Other forms of terms that are not quoted, by index. A form of several terms is one of each of them. */
function findVariants(terms: readonly QueryTerm[], counts: WordCounts): Map<number, Form[]> {
  const others = new Map<number, Form[]>()
  const occurs = (form: Form) => form.every((word) => counts.has(word))
  for (let start = 0; start < terms.length; start++) {
    const run: string[] = []
    for (let end = start; end < terms.length; end++) {
      const term = terms[end] as QueryTerm
      if (term.isQuoted || term.isPrefix) break
      run.push(...term.words)
      if (run.length > variantWordsMax) break
      const forms = [...variantsOf(run), ...compoundsOf(run, end - start + 1, counts)].filter(occurs)
      for (let index = start; index <= end; index++) for (const form of forms) add(others, index, form)
    }
  }
  return others
}

/** A part of a compound. */
const partLengthMin = 4

/** As German and Dutch write them: `software entwickler` for `softwareentwickler`, and the other way round. */
function compoundsOf(words: Form, terms: number, counts: WordCounts): Form[] {
  const [first = '', second] = words
  if (words.length === 2 && terms === 2 && words.every(({ length }) => length >= partLengthMin))
    return [[`${first}${second}`], [`${first}s${second}`]]
  if (second !== undefined) return []
  let best: { readonly form: Form; readonly count: number } | undefined
  for (let at = partLengthMin; at <= first.length - partLengthMin; at++) {
    const [head, tail] = [first.slice(0, at), first.slice(at)]
    if (!counts.has(tail)) continue
    for (const form of [[head, tail], ...(head.endsWith('s') ? [[head.slice(0, -1), tail]] : [])]) {
      const [one = '', other = ''] = form
      const count = Math.min(counts.count(one, countMax), counts.count(other, countMax))
      if (count > (best?.count ?? 0)) best = { form, count }
    }
  }
  return best === undefined ? [] : [best.form]
}

interface Correction {
  /** Of the term. */
  readonly index: number
  readonly to: string
}

/** In a short word, a different letter makes a different word. */
const correctedLengthMin = 4
/** Words of this length are rarely one letter apart by chance. */
const longLength = 7
/** How many times more frequent the correction must be. */
const ratios = { long: 10, short: 50 }
/** A word that is more frequent than this is no mistake. */
const countMax = 100

async function findCorrections(terms: readonly QueryTerm[], counts: WordCounts): Promise<Correction[]> {
  const found: Correction[] = []
  for (const [index, { words, isQuoted, isPrefix }] of terms.entries()) {
    const [word = '', ...more] = words
    if (isQuoted || isPrefix || more.length > 0 || word.length < correctedLengthMin) continue
    // Each is compared with all words of all postings.
    await nextTurn()
    const to = await correct(word, counts)
    if (to !== undefined) found.push({ index, to })
  }
  return found
}

async function correct(word: string, counts: WordCounts): Promise<string | undefined> {
  const inFields = counts.count(word, countMax)
  if (inFields >= countMax || variantsOf([word]).length > 0) return undefined
  const isLong = word.length >= longLength
  const ratio = isLong ? ratios.long : ratios.short
  // Few mistakes are in the first letter.
  const similar = counts.similarTo(word).filter((other) => inFields === 0 || other[0] === word[0])
  const best =
    mostFrequent(similar, inFields * ratio, countMax * ratio, counts) ??
    // Two letters differ by chance more often than one.
    (isLong && inFields === 0
      ? mostFrequent(counts.lessSimilarTo(word), ratio, countMax * ratio, counts)
      : undefined)
  if (best === undefined) return undefined
  const all = inFields + (await counts.countInTexts(word))
  return all * ratio < best.count ? best.word : undefined
}

interface CountedWord {
  readonly word: string
  readonly count: number
}

/** Of those that are more frequent than `above`; counting ends at `max`. */
function mostFrequent(
  words: readonly string[],
  above: number,
  max: number,
  counts: WordCounts,
): CountedWord | undefined {
  let best: CountedWord | undefined
  for (const word of words) {
    const count = counts.count(word, max)
    const isBetter = best === undefined || count > best.count || (count === best.count && word < best.word)
    if (count > above && isBetter) best = { word, count }
  }
  return best
}
