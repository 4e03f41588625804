/** Reads what people write for a place: a name, then perhaps its region and country, and perhaps a postal code. */

export interface Reading {
  readonly name: string
  /** Everything that must be true of the place: regions and countries. */
  readonly within: readonly string[]
}

const wordsMax = 12
const partsMax = 6

/** Short forms that are no names in the gazetteer. */
const shortForms: Readonly<Record<string, string>> = {
  LA: 'Los Angeles, CA',
  'L.A.': 'Los Angeles, CA',
  SF: 'San Francisco, CA',
  DC: 'Washington, DC',
  'D.C.': 'Washington, DC',
}

/** The place that `LA` stands for, as a text. */
export function shortFormOf(text: string): string | undefined {
  return shortForms[text.toUpperCase()]
}

export function cleanPlace(near: string): string {
  const text = near
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return shortFormOf(text) ?? text
}

/** The longest name first: `Washington DC`, then `Washington` in `DC`. */
export function readingsOf(text: string): Reading[] {
  const parts = partsOf(text)
  const [first, ...within] = parts
  if (first === undefined || parts.length > partsMax) return []
  const words = first.split(' ')
  if (words.length > wordsMax) return []
  const readings: Reading[] = []
  // Some theaters have a comma in the name of their city.
  for (let count = parts.length; count > 0; count--)
    readings.push({ name: parts.slice(0, count).join(', '), within: parts.slice(count) })
  for (let count = words.length - 1; count > 0; count--)
    readings.push({
      name: words.slice(0, count).join(' '),
      within: [words.slice(count).join(' '), ...within],
    })
  return readings
}

/** Parts between commas and brackets. */
export function partsOf(text: string): string[] {
  return text
    .split(/[,;()|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The words with digits are the code: `New York, NY 10001`, `1012 AB Amsterdam`, `London SW1A 1AA`. */
export function splitCode(text: string): { readonly code: string; readonly rest: string } {
  const code: string[] = []
  const rest = text.replace(/[^\s,;()|]+/g, (word) => {
    if (!/\d/.test(word)) return word
    code.push(word)
    return ''
  })
  const isDutch = /^\d{4}$/.test(code.join(' '))
  const letters = isDutch ? /^\s*([A-Z]{2})(?=\s)/.exec(rest)?.[1] : undefined
  return letters === undefined
    ? { code: code.join(' '), rest: rest.trim() }
    : { code: `${code.join(' ')} ${letters}`, rest: rest.trim().slice(letters.length) }
}
