/** The Snowball stemmer for English (Porter 2): `engineers` and `engineering` become `engin`. */

const vowels = new Set('aeiouy')
const exceptions = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
  }),
)
const invariants = new Set('sky news howe atlas cosmos bias andes'.split(' '))
const invariantsAfterPlural = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
)

/** The word must be folded; words with other characters than `a` to `z` are returned as they are. */
export function stemEnglish(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word
  const exception = exceptions.get(word)
  if (exception !== undefined) return exception
  if (invariants.has(word)) return word
  const singular = removePlural(markConsonantY(word))
  if (invariantsAfterPlural.has(singular)) return singular
  const regions = findRegions(singular)
  let stem = replaceFinalY(removePast(singular, regions))
  stem = replaceLongest(stem, regions.r1, derivations)
  stem = replaceLongest(stem, regions.r1, shorterDerivations, regions.r2)
  stem = removeResidue(stem, regions.r2)
  return removeFinal(stem, regions).toLowerCase()
}

/** A `y` at the start or after a vowel is a consonant, written `Y`. */
function markConsonantY(word: string): string {
  let marked = ''
  for (const letter of word) {
    const isConsonant = letter === 'y' && (marked === '' || isVowel(marked.at(-1)))
    marked += isConsonant ? 'Y' : letter
  }
  return marked
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && vowels.has(letter)
}

function hasVowel(text: string): boolean {
  for (const letter of text) if (isVowel(letter)) return true
  return false
}

/** The indexes at which the regions start. */
interface Regions {
  readonly r1: number
  readonly r2: number
}

function findRegions(word: string): Regions {
  const prefix = ['gener', 'commun', 'arsen'].find((start) => word.startsWith(start))
  const r1 = prefix === undefined ? afterVowelAndConsonant(word, 0) : prefix.length
  return { r1, r2: afterVowelAndConsonant(word, r1) }
}

function afterVowelAndConsonant(word: string, from: number): number {
  for (let at = from + 1; at < word.length; at++)
    if (!isVowel(word[at]) && isVowel(word[at - 1])) return at + 1
  return word.length
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1)
  if (word.endsWith('us') || word.endsWith('ss') || !word.endsWith('s')) return word
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function removePast(word: string, { r1 }: Regions): string {
  const suffix = ['eedly', 'ingly', 'edly', 'eed', 'ing', 'ed'].find((end) => word.endsWith(end))
  if (suffix === undefined) return word
  const stem = word.slice(0, -suffix.length)
  if (suffix.startsWith('eed')) return stem.length >= r1 ? `${stem}ee` : word
  if (!hasVowel(stem)) return word
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1)
  return endsWithShortSyllable(stem) && r1 >= stem.length ? `${stem}e` : stem
}

function endsWithShortSyllable(word: string): boolean {
  const [last, middle, first] = [word.at(-1), word.at(-2), word.at(-3)]
  if (word.length === 2) return isVowel(middle) && !isVowel(last)
  return !isVowel(first) && isVowel(middle) && !isVowel(last) && !'wxY'.includes(last ?? '')
}

function replaceFinalY(word: string): string {
  const isReplaced = /[yY]$/.test(word) && word.length > 2 && !isVowel(word.at(-2))
  return isReplaced ? `${word.slice(0, -1)}i` : word
}

/** A longer suffix precedes those it ends with. */
type Replacements = readonly (readonly [suffix: string, replacement: string])[]

const derivations: Replacements = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
]

const shorterDerivations: Replacements = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]

function replaceLongest(word: string, from: number, replacements: Replacements, r2 = 0): string {
  const found = replacements.find(([suffix]) => word.endsWith(suffix))
  if (found === undefined) return word
  const [suffix, replacement] = found
  const stem = word.slice(0, -suffix.length)
  const isAllowed =
    suffix === 'li'
      ? /[cdeghkmnrt]$/.test(stem)
      : suffix === 'ogi'
        ? stem.endsWith('l')
        : suffix !== 'ative' || stem.length >= r2
  return isAllowed && stem.length >= from ? stem + replacement : word
}

const residues = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'.split(' ')

function removeResidue(word: string, r2: number): string {
  const suffix = residues.find((end) => word.endsWith(end))
  if (suffix === undefined) return word
  const stem = word.slice(0, -suffix.length)
  const isAllowed = stem.length >= r2 && (suffix !== 'ion' || /[st]$/.test(stem))
  return isAllowed ? stem : word
}

function removeFinal(word: string, { r1, r2 }: Regions): string {
  const stem = word.slice(0, -1)
  if (word.endsWith('e'))
    return stem.length >= r2 || (stem.length >= r1 && !endsWithShortSyllable(stem)) ? stem : word
  return word.endsWith('ll') && stem.length >= r2 ? stem : word
}
