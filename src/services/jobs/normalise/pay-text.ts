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
const token =
  /(?<amount>\d+(?:[.,'’ \u00a0\u202f]\d{2,3})*(?:[.,]\d{1,2})?)(?<thousands>k\b)?|(?<currency>(?:US|CA|C|AU|A|NZ)?\$|[£€₹]|\b(?:USD|CAD|AUD|NZD|GBP|EUR|CHF|INR|SEK|NOK|DKK|PLN|BRL|MXN|SGD|HKD|JPY|ZAR)\b)|(?<to>[-–—]|\b(?:to|bis|à)\b)/giu

/** One amount or a range, with its currency beside it. */
const forms = new Set(['CN', 'NC', 'CNTCN', 'CNTN', 'NTNC', 'NCTNC', 'NTCN', 'CNTNC'])

/** Undefined unless the text names an amount or a range with a currency, and no other number: `40 hours, $20` is unclear. */
export function readPayText(raw: string | null | undefined): RawPay | undefined {
  const text = (raw ?? '').slice(0, textMax)
  const amounts: number[] = []
  const stated = new Set<string | undefined>()
  let form = ''
  for (const { groups = {} } of text.matchAll(token)) {
    if (groups.amount !== undefined) {
      amounts.push(toNumber(groups.amount) * (groups.thousands === undefined ? 1 : 1000))
      form += 'N'
    } else if (groups.currency !== undefined) {
      stated.add(currencyOf(groups.currency.toUpperCase()))
      form += 'C'
    } else form += 'T'
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

function currencyOf(mark: string): string | undefined {
  return /^[A-Z]{3}$/.test(mark) ? mark : currencies[mark]
}

/** A last group of three digits makes all separators those of thousands; otherwise the last one is that of decimals. */
function toNumber(text: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]
  const whole = decimals === undefined ? text : text.slice(0, -decimals.length - 1)
  return Number(`${whole.replace(/\D/g, '')}.${decimals ?? 0}`)
}
