/** The markets of the screener. */

import { Failure } from '../../../core/errors.ts'
import { parseCountry } from '../../../core/places/countries.ts'
import { toLowerAscii } from '../parameters/ascii-case.ts'
import { didYouMean, invalidParameter } from '../parameters/invalid-parameter.ts'

const countries =
  'america argentina australia austria bahrain bangladesh belgium brazil bulgaria canada chile china colombia croatia cyprus czech denmark egypt estonia finland france germany greece hongkong hungary iceland india indonesia ireland israel italy japan kenya korea ksa kuwait latvia lithuania luxembourg malaysia mexico morocco netherlands newzealand nigeria norway pakistan peru philippines poland portugal qatar romania rsa russia serbia singapore slovakia slovenia spain srilanka sweden switzerland taiwan thailand tunisia turkey uae uk venezuela vietnam'.split(
    ' ',
  )

/** Names that only this provider uses for a country. */
const countryOfName: Readonly<Record<string, string>> = {
  czech: 'Czechia',
  ksa: 'Saudi Arabia',
  newzealand: 'New Zealand',
  rsa: 'South Africa',
  srilanka: 'Sri Lanka',
}

const assetClasses = 'bond bonds cfd coin crypto economics2 forex futures options'.split(' ')

export const markets: readonly string[] = [...countries, ...assetClasses]

const singleMarkets: ReadonlySet<string> = new Set(markets)
const allMarkets: ReadonlySet<string> = new Set([...markets, 'global'])

/** In lower case. Throws `not_found` with the closest name. */
export function parseMarket(text: string): string {
  const market = toLowerAscii(text)
  if (allMarkets.has(market)) return market
  throw new Failure('not_found', unknownMessage(text, allMarkets), {
    details: { parameter: 'market', ...meantMarket(text, allMarkets), known: [...allMarkets] },
  })
}

/** Rejects `global`, which has its own contract and limits. */
export function parseScannedMarket(text: string): string {
  const market = parseMarket(text)
  if (market !== 'global') return market
  throw invalidParameter(
    'market',
    'Scans across markets have their own route and contract.',
    '/v1/screeners/global/search, or scanner.scan.global',
  )
}

/** Sorted, without duplicates. */
export function parseMarkets(texts: readonly string[]): string[] {
  const names = texts.map((name) => {
    const market = toLowerAscii(name)
    if (!singleMarkets.has(market)) throw unknownMarketFailure(name)
    return market
  })
  return [...new Set(names)].sort()
}

/** For the body of a scan, which is sent to the provider unchanged. */
export function validateMarkets(names: readonly string[]): void {
  const unknown = names.find((name) => !singleMarkets.has(name))
  if (unknown !== undefined) throw unknownMarketFailure(unknown)
}

function unknownMarketFailure(name: string): Failure {
  const message =
    toLowerAscii(name) === 'global'
      ? '"global" stands for all markets; a list names each of them.'
      : unknownMessage(name, singleMarkets)
  return invalidParameter('markets', message, 'names of markets such as america', {
    ...meantMarket(name, singleMarkets),
    known: markets,
  })
}

function unknownMessage(name: string, markets: ReadonlySet<string>): string {
  const { did_you_mean: match } = meantMarket(name, markets)
  const hint = match ? ` Did you mean ${JSON.stringify(match)}?` : ''
  return `Unknown market ${JSON.stringify(name.slice(0, 40))}.${hint}`
}

/** `america` for `usa`, otherwise the closest name. */
function meantMarket(text: string, markets: ReadonlySet<string>): { did_you_mean?: string } {
  const code = parseCountry(text)
  const named = code && countries.find((name) => parseCountry(countryOfName[name] ?? name) === code)
  return named === undefined ? didYouMean(text, markets) : { did_you_mean: named }
}
