/** Names of companies that do not exist, and tickers for them. */

import type { Random } from '../../random.ts'

const stems =
  `Ashgrove Brackwater Calder Dunmore Eastmarch Fairlead Gannet Harrowgate Ironbridge Juniper Kestrel Larkspur Merestone
  Northfield Oakhurst Pinnacle Quarry Ravenhill Saltmarsh Thornfield Underhill Vantage Westbrook Yarrow Müller Königstein
  Chênevert Hautecombe Peñalta Açucena Ångström Björkman Ørsted Łódzkie Żubr Çamlıca Uludağ Sahyadri Kitayama Hanbit`.split(
    /\s+/,
  )
const endings = ['Inc.', 'Corp.', 'Ltd.', 'Plc', 'Group', 'AG', 'SA', 'AB']

export function companyName(random: Random, trade: string): string {
  return `${random.pick(stems)} ${random.pick(stems)} ${trade} ${random.pick(endings)}`
}

/** Letters of the name, and random ones where those are taken. */
export function tickerFor(random: Random, name: string, isTaken: (ticker: string) => boolean): string {
  const letters = plainLetters(name)
  let ticker = letters.slice(0, random.int(3, 4))
  while (isTaken(ticker)) {
    const [first, second] = [random.int(65, 90), random.int(65, 90)]
    ticker = `${letters.slice(0, 2)}${String.fromCharCode(first, second)}`
  }
  return ticker
}

/** A to Z without accents: `Ångström` gives `ANGSTROM`. */
export function plainLetters(text: string): string {
  return plain(text)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
}

/** `two-words` */
export function slug(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Letters that do not decompose into a base letter and an accent. */
const undivided: Readonly<Record<string, string>> = { ß: 'ss', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', ı: 'i' }

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßØøŁłı]/g, (letter) => undivided[letter] ?? '')
}
