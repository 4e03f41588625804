/** Folds a title to a key that different spellings have in common. */

const articles = new Set(['the', 'a', 'an', 'le', 'la', 'les', 'el', 'los', 'der', 'die', 'das'])

const romanNumbers: ReadonlyMap<string, string> = new Map(
  ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'].map((roman, index) => [roman, String(index + 2)]),
)

const numberWords: ReadonlyMap<string, string> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, index) => [
    word,
    String(index + 1),
  ]),
)

/** Common abbreviations. */
const abbreviations: ReadonlyMap<string, string> = new Map([['lotr', 'lord of the rings']])

/** Digits used as letters inside a word. */
const letterDigits: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 'v'],
])

/** `The Hunger Games: Mockingjay – Part II` is `hunger games mockingjay 2`. */
export function foldTitle(title: string): string {
  const groups = withFrontArticle(plainLetters(title))
    .split(/[:()[\]]|\s-\s/)
    .map((group) => foldGroup(group))
    .filter((group) => group.length > 0)
  return withoutArticle(withoutPart(groups.flat())).join(' ')
}

/** The key with digits inside words replaced by letters, if there are any: `se7en` becomes `seven`. */
export function letterAlias(key: string): string | undefined {
  const alias = key
    .split(' ')
    .map((word) =>
      /^[a-z]+\d[a-z]+$/.test(word) ? word.replace(/\d/, (digit) => letterDigits.get(digit) ?? digit) : word,
    )
    .join(' ')
  return alias === key ? undefined : alias
}

/** Lower case without accents or quotes; a space before vulgar fractions, because 8½ is not 81/2. */
function plainLetters(title: string): string {
  return title
    .replace(/(?=[¼½¾⅐-⅞])/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/[‘’‚‛“”„‟′″`´'"]/g, '')
    .replace(/[–—―‐‑−]/g, '-')
    .replace(/[®™©]/g, '')
    .replace(/[&+]/g, ' and ')
}

/** `Matrix, The` is `the Matrix`. */
function withFrontArticle(title: string): string {
  const [, rest, article] = /^(.*\S)\s*,\s*(the|a|an)\s*$/.exec(title) ?? []
  return article === undefined ? title : `${article} ${rest}`
}

function foldGroup(group: string): string[] {
  const words = group
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => (abbreviations.get(word) ?? word).split(' '))
  const last = words.at(-1)
  const number = last === undefined || words.length < 2 ? undefined : romanNumbers.get(last)
  return number === undefined ? words : [...words.slice(0, -1), number]
}

/** `part two` and `part 2` are `2`. */
function withoutPart(words: readonly string[]): string[] {
  const out: string[] = []
  for (const word of words) {
    if (out.at(-1) !== 'part') {
      out.push(word)
      continue
    }
    const number = numberWords.get(word) ?? romanNumbers.get(word) ?? (/^\d+$/.test(word) ? word : undefined)
    if (number === undefined) out.push(word)
    else out.splice(-1, 1, number)
  }
  return out
}

function withoutArticle(words: readonly string[]): string[] {
  const [first] = words
  return first !== undefined && words.length > 2 && articles.has(first) ? words.slice(1) : [...words]
}
