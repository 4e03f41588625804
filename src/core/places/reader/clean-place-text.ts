/** Writes what boards state for places with the same marks: plain text, plain commas, no flags, and codes in capitals. */

import { toPlainText } from '../../parse/plain-text.ts'
import { countryName } from '../countries.ts'

/** Printable ASCII without `&` and `<`: nothing to decode. */
const plainPattern = /^[\x20-\x25\x27-\x3b\x3d-\x7e]*$/

export function cleanPlaceText(text: string): string {
  const plain = plainPattern.test(text)
    ? text
    : withPlainCommas(withoutFlags(toPlainText(toPlainText(text.replace(/\r?\n/g, ' ; ')))))
  const included = exclusionHint.test(plain) ? plain.replace(exclusionPattern, '') : plain
  const counted = /more/i.test(included)
    ? included.replace(/ ?\+ ?\d+ more ?(…|\.{3})?$|, ?more ?(…|\.{3})$| ?& ?more$/i, '')
    : included
  const coded = counted.includes('(')
    ? counted.replace(/\(\s*[A-Z]{2,4}\d{1,4}\s*\)|\(\s*PEO\s*\)/g, ' ')
    : counted
  const separate = coded.includes('t.') ? coded.replace(abbreviationPattern, '$& ') : coded
  const spaced = (separate.includes('  ') ? separate.replace(/ +/g, ' ') : separate).trim()
  const named = /, (?:republic|province) of/i.test(spaced)
    ? spaced.replace(/, republic of$|, province of china$/i, '')
    : spaced
  const timeless = / time/i.test(named) ? named.replace(timeZonePattern, '') : named
  return /[A-Z]/.test(timeless) ? timeless : upperCaseCodes(timeless)
}

/** In which places the work is not: `Remote (US, excluding California)`. */
const exclusionWords =
  'except|excluding|excludes|excl\\.|but not|outside of|au(?:ß|ss)er|ausgenommen|ohne|sauf|hors|excepto|exceto|salvo|eccetto|escluso|behalve'
const exclusionPattern = new RegExp(
  `\\((?:not|${exclusionWords}) [^;|()]*\\)?|\\([^;|()]* (?:excluded|ausgenommen|exclue?s?|exclu[ií]d[oa]s?)\\)|(?:, ?|(?<= ))(?:${exclusionWords}) [^;|()]*`,
  'giu',
)
const exclusionHint = /exc|not |outside|au(?:ß|ss)er|ausgen|ohne|sauf|hors|salvo|eccetto|escl|behalve/i

/** Before a name without a space: `St.Gallen`. */
const abbreviationPattern = /(?<!\p{L})(?:St|Ft|Mt)\.(?=\p{Lu})/gu

/** The commas and brackets of other scripts: `الرياض، السعودية`, `東京（渋谷）`. */
function withPlainCommas(text: string): string {
  return text.replace(/[，、،（）／]/g, (mark) => plainMarks[mark] as string)
}

const plainMarks: Readonly<Record<string, string>> = {
  '，': ', ',
  '、': ', ',
  '،': ', ',
  '（': ' (',
  '）': ') ',
  '／': '/',
}

const timeZonePattern =
  /\b(?:atlantic|eastern|central|mountain|pacific|alaska|hawaii)(?: (?:european|standard|daylight))? time(?: ?zones?)?\b/gi

const flagPattern = /[\u{1f1e6}-\u{1f1ff}]{2}/gu

/** A flag is the code of its country in other letters: `Remote 🇩🇪`. */
function withoutFlags(text: string): string {
  return text.replace(flagPattern, (flag) => {
    const code = String.fromCodePoint(...Array.from(flag, (letter) => (letter.codePointAt(0) ?? 0) - 0x1f1a5))
    const name = countryName(code)
    return name === undefined ? ' ' : ` (${name}) `
  })
}

/** `pittsburgh, pa`: codes in a text without capitals. */
function upperCaseCodes(text: string): string {
  return text.replace(
    /(?<=,\s?)[a-z]{2,3}(?=\s?(?:[,|;•)]|$))|(?<=^|[,;|]\s?)(?:us|uk|ca)(?=-[a-z])/g,
    (code) => code.toUpperCase(),
  )
}
