/** Reads pay that a board states as text: `$5.00 – $6.50 / hour`, `45.000 € pro Jahr`, `CHF 120'000 / Jahr`. */

import type { RawPay } from './pay.ts'

const textMax = 200

/** The dollar sign alone says nothing about the country. */
const currencies: Readonly<Record<string, string | undefined>> = {
  $: undefined,
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  '£': 'GBP',
  '€': 'EUR',
  '₹': 'INR',
}
const codes = new Set('USD CAD AUD NZD GBP EUR CHF INR SEK NOK DKK PLN BRL MXN SGD HKD JPY ZAR'.split(' '))
const rangeWords = new Set(['-', '–', '—', 'TO', 'BIS', 'À'])

/** Numbers with what separates their digits, words with dollar signs, and single signs. */
const token = /[\d.,'’ \u00a0\u202f]+|[\p{L}$]+|[£€₹–—-]/gu

/** One amount or a range, with its currency beside it. */
const forms = new Set(['CN', 'NC', 'CNTCN', 'CNTN', 'NTNC', 'NCTNC', 'NTCN', 'CNTNC'])

/** Undefined unless the text names an amount or a range with a currency, and no other number: `40 hours, $20` is unclear. */
export function readPayText(raw: string | null | undefined): RawPay | undefined {
  const text = (raw ?? '').slice(0, textMax)
  const amounts: number[] = []
  const stated = new Set<string | undefined>()
  let form = ''
  for (const [found] of text.toUpperCase().matchAll(token)) {
    const word = found.trim()
    if (/^\d/.test(word)) {
      const amount = toNumber(word)
      if (amount === undefined) return undefined
      amounts.push(amount)
      form += 'N'
    } else if (word === 'K' && form.endsWith('N')) amounts.push(Number(amounts.pop()) * 1000)
    else if (codes.has(word) || word in currencies) {
      stated.add(codes.has(word) ? word : currencies[word])
      form += 'C'
    } else if (rangeWords.has(word)) form += 'T'
  }
  // Dashes elsewhere are none between amounts: `Full-time – $20 per hour, bi-weekly`.
  if (!forms.has(form.replace(/^T+/, '').replace(/(?<!T)T+$/, '')) || stated.size !== 1) return undefined
  const [low, high = low] = amounts
  const [currency] = stated
  const isMost = /\b(up to|max|maximum|bis zu|jusqu)\b/i.test(text)
  const isLeast = /\b(from|starting|min|minimum|ab)\b|\+/i.test(text)
  return {
    ...(amounts.length === 1 && isMost ? {} : { min: low }),
    ...(amounts.length === 1 && isLeast ? {} : { max: high }),
    ...(currency === undefined ? {} : { currency }),
    period: text,
    title: text,
  }
}

/**
 * A last group of three digits makes all separators those of thousands; otherwise the last one is that of decimals.
 * Undefined for numbers that are not one: `20 40`.
 */
function toNumber(word: string): number | undefined {
  const groups = word.split(/[.,'’ \u00a0\u202f]/)
  const last = groups.at(-1) ?? ''
  const hasDecimals = groups.length > 1 && last.length < 3 && /[.,]/.test(word.at(-last.length - 1) ?? '')
  const whole = hasDecimals ? groups.slice(0, -1) : groups
  if (whole.slice(1).some(({ length }) => length !== 2 && length !== 3)) return undefined
  if (whole.length > 1 && whole.at(-1)?.length !== 3) return undefined
  return Number(`${whole.join('')}.${hasDecimals ? last : 0}`)
}
