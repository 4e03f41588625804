/** The markets of the screener, as they stand in paths. */

import { Failure } from '../../../core/errors.ts'
import { nearest } from '../../../core/nearest.ts'

const countries =
  'america argentina australia austria bahrain bangladesh belgium brazil bulgaria canada chile china colombia croatia cyprus czech denmark egypt estonia finland france germany greece hongkong hungary iceland india indonesia ireland israel italy japan kenya korea ksa kuwait latvia lithuania luxembourg malaysia mexico morocco netherlands newzealand nigeria norway pakistan peru philippines poland portugal qatar romania rsa russia serbia singapore slovakia slovenia spain srilanka sweden switzerland taiwan thailand tunisia turkey uae uk venezuela vietnam'.split(
    ' ',
  )

const assetClasses = 'bond bonds cfd coin crypto economics2 forex futures options'.split(' ')

export const markets: readonly string[] = [...countries, ...assetClasses]

const known = new Set([...markets, 'global'])

/** A market as the provider writes it. Throws `not_found` with the nearest name. */
export function parseMarket(written: string): string {
  const market = written.toLowerCase()
  if (known.has(market)) return market
  throw unknownMarket(written, 'not_found')
}

/** A market that is scanned by itself: the whole world has a contract of its own, with bounds of its own. */
export function parseScannedMarket(written: string): string {
  const market = parseMarket(written)
  if (market !== 'global') return market
  throw new Failure('invalid_request', 'Scans across markets have a route and a contract of their own.', {
    details: { parameter: 'market', expected: '/v1/screeners/global/search, or scanner.scan.global' },
  })
}

/** A list of markets in a query. */
export function parseMarkets(written: readonly string[]): string[] {
  return written.map((name) => {
    const market = name.toLowerCase()
    if (known.has(market) && market !== 'global') return market
    throw unknownMarket(name, 'invalid_request')
  })
}

/** The markets in the body of a scan, which goes to the provider as it is. */
export function checkMarkets(written: readonly string[]): void {
  const wrong = written.find((name) => !known.has(name) || name === 'global')
  if (wrong !== undefined) throw unknownMarket(wrong, 'invalid_request')
}

function unknownMarket(written: string, code: 'not_found' | 'invalid_request'): Failure {
  const meant = nearest(written, known)
  const hint = meant ? ` Did you mean ${JSON.stringify(meant)}?` : ''
  return new Failure(code, `There is no market ${JSON.stringify(written.slice(0, 40))}.${hint}`, {
    details: {
      parameter: code === 'not_found' ? 'market' : 'markets',
      ...(meant ? { did_you_mean: meant } : {}),
      known: [...known],
    },
  })
}
