/** Finds the place in what somebody types: `product manager london`, `nurse new york`, `welder mobile al`. */

import type { Place } from './place.ts'
import { placeKey } from './place-key.ts'
import { shortFormOf } from './read-place.ts'
import { isState } from './reader/country-weights.ts'
import type { Meaning } from './reader/meaning.ts'
import { lookUp, type Name, type Part, toPart, unknownName } from './reader/place-parts.ts'
import { readPlaceText } from './reader/read-place-text.ts'
import { readPlaces } from './reader/read-places.ts'

export interface PlaceInWords {
  readonly place: Place
  /** The index of its first word, a preposition included. */
  readonly start: number
  /** The index after its last word. */
  readonly end: number
  /** The words mean a place. Otherwise they can also mean something else: `reading`, `mobile`, `nice`. */
  readonly certain: boolean
}

interface Options {
  /** ISO 3166-1 alpha-2 code. It decides between namesakes. */
  readonly home?: string | undefined
}

const wordsMax = 16
const nameWordsMax = 5
/** Single words that are names of smaller cities are mostly meant as words. */
const wordCityFrom = 100_000
/** Names of several words are hardly anything else. */
const phraseCityFrom = 15_000

/** After these words, a name is that of a place. */
const prepositions = new Set(['in', 'near', 'around', 'at', 'bei', 'nahe', 'à', 'en', 'em', 'w'])

/** Words of languages that are also codes of regions or countries. */
const wordsLikeCodes = new Set(
  'in or me hi ok oh de la al co id is it at as be by do es et my no so to us am pa ma'.split(' '),
)

/** Articles and prepositions that are also names: Para is a state of Brazil, Die a town in France, Of one in Turkey. */
const functionWords = new Set('das die du les met of on para på til un une we'.split(' '))

/**
 * Cities above a hundred thousand inhabitants, regions and countries whose names are ordinary words, given names or brands.
 * Compiled by eye from the single words of the gazetteer.
 */
const ordinaryWords = new Set(
  `ajax americana archway aurora bam banda bar bath batman bender bo buffalo cad capital carrefour centurion
concord cork corona dali delta derby elizabeth enterprise essen free fuji garland gilbert hagen hail hamm
hassan hitachi hull ig independence kara latina lawrence leon levis lira lynn male man manta marino marl mary
mascara mati mau mesa meta metro minna moa mobile nacional nancy natal nice nis norman offa oral orange ota
paradise perm phoenix pool providence puri queens reading regina retiro reus saga sale sari sparks split
springs surat surprise tema tete tours toyota tyler tyre union uri van victoria vista`.split(/\s+/),
)

/** `LA` is a short form, and `la` an article. */
function nameOf(text: string): Name {
  const area = /\p{Lu}/u.test(text) ? shortFormOf(text) : undefined
  return area === undefined ? lookUp(text) : { ...unknownName, area }
}

/** The longest name that is certain, else the longest that is not. */
export function findPlaceInWords(words: readonly string[], { home }: Options = {}): PlaceInWords | undefined {
  let best: PlaceInWords | undefined
  const end = Math.min(words.length, wordsMax)
  for (let start = 0; start < end; start++) {
    const found = placeAt(words.slice(0, end), start, home)
    if (found !== undefined && isBetter(found, best)) best = found
  }
  return best
}

function isBetter(one: PlaceInWords, other: PlaceInWords | undefined): boolean {
  if (other === undefined || one.certain !== other.certain) return other === undefined || one.certain
  return one.end - one.start > other.end - other.start
}

function placeAt(
  words: readonly string[],
  start: number,
  home: string | undefined,
): PlaceInWords | undefined {
  const follows = prepositions.has(words[start - 1]?.toLowerCase() ?? '')
  for (let end = Math.min(words.length, start + nameWordsMax); end > start; end--) {
    const text = words.slice(start, end).join(' ')
    const name = nameOf(text)
    if (isCodeLike(text) || functionWords.has(text.toLowerCase())) continue
    const within = followedBy(words, end, toPart(text, name.meanings), home)
    if (within !== undefined) return { ...within, start: follows ? start - 1 : start, certain: true }
    if (name.isVague) continue
    const [place] =
      name.area === undefined
        ? readPlaces([toPart(text, name.meanings)], { home })
        : readPlaceText(name.area, {}).places
    if (place === undefined) continue
    const isLarge = isKnown(name, end - start === 1)
    const isWord = end - start === 1 && ordinaryWords.has(text.toLowerCase())
    if (follows && (isLarge || !isWord)) return { place, start: start - 1, end, certain: true }
    if (isLarge) return { place, start, end, certain: !isWord }
    if (isSmallCity(name, text)) return { place, start, end, certain: false }
  }
  return undefined
}

/** `us` and `in` are words unless they are written as codes; other short words are no names. */
function isCodeLike(text: string): boolean {
  return text.length <= 3 && /^[a-z]+$/.test(text) && wordsLikeCodes.has(text)
}

/** An area, a country or region by its name, or a city that is large enough. */
function isKnown({ meanings, area }: Name, isOneWord: boolean): boolean {
  const from = isOneWord ? wordCityFrom : phraseCityFrom
  return (
    area !== undefined ||
    meanings.some(
      ({ city, namesCountry, byCountryCode, namesRegion }) =>
        (namesCountry === true && !byCountryCode) ||
        (city === undefined && namesRegion === true) ||
        (city?.population ?? 0) >= from,
    )
  )
}

/** By its usual name: `human` is also the name of Uman in another language. */
function isSmallCity({ meanings }: Name, text: string): boolean {
  return meanings.some(
    ({ city }) =>
      city !== undefined && city.population >= phraseCityFrom && placeKey(city.name) === placeKey(text),
  )
}

/** The region or country after a city: `paris tx`, `paris france`. The longest first. */
function followedBy(
  words: readonly string[],
  at: number,
  city: Part,
  home: string | undefined,
): Pick<PlaceInWords, 'place' | 'end'> | undefined {
  if (!city.meanings.some((meaning) => meaning.city !== undefined)) return undefined
  for (let end = Math.min(words.length, at + nameWordsMax); end > at; end--) {
    const text = words.slice(at, end).join(' ')
    const isWord = wordsLikeCodes.has(text)
    // `portland or seattle`: only at the end, such a word is the code of a state.
    if (isWord && end < words.length) continue
    const isCode = text.length <= 3
    const meanings = lookUp(isCode ? text.toUpperCase() : text).meanings.filter(
      (meaning) => isArea(meaning) && (!isWord || isState(meaning)),
    )
    if (meanings.length === 0) continue
    const places = readPlaces([city, toPart(isCode ? text.toUpperCase() : text, meanings)], { home })
    const [place] = places
    if (places.length === 1 && place?.city !== undefined) return { place, end }
  }
  return undefined
}

function isArea({ city }: Meaning): boolean {
  return city === undefined
}
