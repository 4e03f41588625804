/** The currencies of this world: roughly what one is worth in US dollars, and how much that moves. */

import { keyOfText } from '../prices/noise.ts'
import type { Walk } from '../prices/walk.ts'

export interface Currency {
  readonly code: string
  readonly name: string
  /** US dollars for one. */
  readonly worth: number
  readonly sigma: number
  /** Whose flag stands for it. */
  readonly flag: string
  readonly rank: 'major' | 'minor' | 'exotic'
}

/** Code, dollars for one, daily deviation in percent, flag, name. Majors first, then minors. */
const table = `
USD 1 0 US U.S. Dollar
EUR 1.09 0.42 EU Euro
JPY 0.0068 0.5 JP Japanese Yen
GBP 1.27 0.48 GB British Pound
CHF 1.13 0.45 CH Swiss Franc
CAD 0.73 0.38 CA Canadian Dollar
AUD 0.66 0.55 AU Australian Dollar
NZD 0.6 0.58 NZ New Zealand Dollar
SEK 0.095 0.55 SE Swedish Krona
NOK 0.093 0.6 NO Norwegian Krone
DKK 0.146 0.42 DK Danish Krone
SGD 0.745 0.28 SG Singapore Dollar
HKD 0.128 0.03 HK Hong Kong Dollar
CNY 0.139 0.2 CN Chinese Yuan
MXN 0.054 0.75 MX Mexican Peso
ZAR 0.055 0.8 ZA South African Rand
PLN 0.253 0.55 PL Polish Zloty
CZK 0.0435 0.48 CZ Czech Koruna
HUF 0.00275 0.6 HU Hungarian Forint
TRY 0.029 0.7 TR Turkish Lira
INR 0.0117 0.25 IN Indian Rupee
KRW 0.00073 0.45 KR South Korean Won
TWD 0.031 0.3 TW New Taiwan Dollar
THB 0.029 0.4 TH Thai Baht
IDR 0.000062 0.4 ID Indonesian Rupiah
MYR 0.225 0.35 MY Malaysian Ringgit
PHP 0.0175 0.35 PH Philippine Peso
VND 0.0000395 0.12 VN Vietnamese Dong
BRL 0.18 0.85 BR Brazilian Real
ARS 0.00085 0.6 AR Argentine Peso
CLP 0.00106 0.65 CL Chilean Peso
COP 0.00024 0.75 CO Colombian Peso
PEN 0.268 0.35 PE Peruvian Sol
ILS 0.275 0.5 IL Israeli New Shekel
SAR 0.2666 0.02 SA Saudi Riyal
AED 0.2723 0.01 AE UAE Dirham
QAR 0.2747 0.02 QA Qatari Riyal
KWD 3.26 0.12 KW Kuwaiti Dinar
BHD 2.65 0.02 BH Bahraini Dinar
EGP 0.0205 0.4 EG Egyptian Pound
MAD 0.101 0.3 MA Moroccan Dirham
TND 0.32 0.3 TN Tunisian Dinar
NGN 0.00065 0.9 NG Nigerian Naira
KES 0.0077 0.3 KE Kenyan Shilling
PKR 0.0036 0.2 PK Pakistani Rupee
BDT 0.0083 0.15 BD Bangladeshi Taka
LKR 0.0033 0.25 LK Sri Lankan Rupee
RON 0.219 0.42 RO Romanian Leu
BGN 0.557 0.42 BG Bulgarian Lev
RSD 0.0093 0.42 RS Serbian Dinar
ISK 0.0072 0.5 IS Icelandic Krona
RUB 0.0111 0.9 RU Russian Ruble
VES 0.02 0.8 VE Venezuelan Bolivar
`

const majors = 8
const minors = 21

export const currencies: readonly Currency[] = table
  .trim()
  .split('\n')
  .map((line, at) => {
    const [code = '', worth = '', percent = '', flag = '', ...name] = line.split(' ')
    const rank = at < majors ? 'major' : at < minors ? 'minor' : 'exotic'
    return { code, name: name.join(' '), worth: Number(worth), sigma: Number(percent) / 100, flag, rank }
  })

const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

/** Hundredths in which some exchanges quote. */
const hundredths: Readonly<Record<string, string>> = { GBX: 'GBP', ZAC: 'ZAR', ILA: 'ILS', KWF: 'KWD' }

/** The currency a code belongs to, and how many of the coded unit make one of it. */
export function currencyOf(
  code: string,
): { readonly currency: Currency; readonly units: number } | undefined {
  const parent = hundredths[code]
  const currency = byCode.get(parent ?? code)
  if (currency === undefined) return undefined
  return { currency, units: parent === undefined ? 1 : code === 'KWF' ? 1000 : 100 }
}

/** What one unit is worth in dollars, as a walk; the dollar itself stands still. */
export function currencyWalk(worldKey: number, { code, worth, sigma }: Currency): Walk {
  return {
    key: keyOfText(worldKey, `currency ${code}`),
    logBase: Math.log(worth),
    sigma,
    trend: 0,
    wander: sigma * 8,
  }
}
