/** The markets of the screener, as they stand in paths. */

import { closestMatch } from '../../../core/closest-match.ts'
import { Failure } from '../../../core/errors.ts'
import { toLowerAscii } from '../parameters/ascii-case.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'

const countries =
  'america argentina australia austria bahrain bangladesh belgium brazil bulgaria canada chile china colombia croatia cyprus czech denmark egypt estonia finland france germany greece hongkong hungary iceland india indonesia ireland israel italy japan kenya korea ksa kuwait latvia lithuania luxembourg malaysia mexico morocco netherlands newzealand nigeria norway pakistan peru philippines poland portugal qatar romania rsa russia serbia singapore slovakia slovenia spain srilanka sweden switzerland taiwan thailand tunisia turkey uae uk venezuela vietnam'.split(
    ' ',
  )

const assetClasses = 'bond bonds cfd coin crypto economics2 forex futures options'.split(' ')

export const markets: readonly string[] = [...countries, ...assetClasses]

const singleMarkets: ReadonlySet<string> = new Set(markets)
const allMarkets: ReadonlySet<string> = new Set([...markets, 'global'])

/** A market as the provider writes it. Throws `not_found` with the nearest name. */
export function parseMarket(written: string): string {
  const market = toLowerAscii(written)
  if (allMarkets.has(market)) return market
  throw new Failure('not_found', unknownMessage(written, allMarkets), {
    details: { parameter: 'market', ...suggest(written, allMarkets), known: [...allMarkets] },
  })
}

/** A market that is scanned by itself: the whole world has a contract of its own, with bounds of its own. */
export function parseScannedMarket(written: string): string {
  const market = parseMarket(written)
  if (market !== 'global') return market
  throw new Failure('invalid_request', 'Scans across markets have a route and a contract of their own.', {
    details: { parameter: 'market', expected: '/v1/screeners/global/search, or scanner.scan.global' },
  })
}

/** A list of markets in a query: in one order, without repeats. */
export function parseMarkets(written: readonly string[]): string[] {
  const named = written.map((name) => {
    const market = toLowerAscii(name)
    if (!singleMarkets.has(market)) throw unknownMarketFailure(name)
    return market
  })
  return [...new Set(named)].sort()
}

/** The markets in the body of a scan, which goes to the provider as it is. */
export function validateMarkets(written: readonly string[]): void {
  const foreign = written.find((name) => !singleMarkets.has(name))
  if (foreign !== undefined) throw unknownMarketFailure(foreign)
}

function unknownMarketFailure(written: string): Failure {
  const message =
    toLowerAscii(written) === 'global'
      ? '"global" stands for all markets; a list names each of them.'
      : unknownMessage(written, singleMarkets)
  return invalidParameter('markets', message, 'names of markets such as america', {
    ...suggest(written, singleMarkets),
    known: markets,
  })
}

function unknownMessage(written: string, names: ReadonlySet<string>): string {
  const { did_you_mean: meant } = suggest(written, names)
  const question = meant ? ` Did you mean ${JSON.stringify(meant)}?` : ''
  return `There is no market ${JSON.stringify(written.slice(0, 40))}.${question}`
}

function suggest(written: string, names: ReadonlySet<string>): { did_you_mean?: string } {
  const meant = closestMatch(written, names)
  return meant ? { did_you_mean: meant } : {}
}
