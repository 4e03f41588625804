/** ISINs with a valid check digit, of securities that do not exist. */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function isinOf(country: string, number: number): string {
  const body = `${country === '' ? 'XS' : country}${String(number >>> 0)
    .padStart(9, '0')
    .slice(-9)}`
  return `${body}${checkDigit(body)}`
}

/** The CUSIP inside an American or Canadian ISIN. */
export function cusipOf(isin: string): string | undefined {
  return isin.startsWith('US') || isin.startsWith('CA') ? isin.slice(2, 11) : undefined
}

/** Letters count as 10 to 35; every second digit from the right is doubled, and the digits are added up. */
export function checkDigit(body: string): number {
  const digits = [...body].map((letter) => String(alphabet.indexOf(letter))).join('')
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}
