/** Shares: the known names, their second listings abroad, and companies made up for every stock market. */

import type { Random } from '../../random.ts'
import { mix, whole } from '../prices/noise.ts'
import { companyName, slug, tickerFor } from './company-names.ts'
import { america, type CountryMarket, countryMarkets } from './countries.ts'
import { currencyOf } from './currencies.ts'
import { againstDollar, type Builder, draft, oldFirstDay, walkOf } from './draft.ts'
import { isinOf } from './isin.ts'
import { knownStocks } from './known-stocks.ts'
import { type Sector, sectors } from './sectors.ts'
import type { Venue } from './venue.ts'

const venues = new Map(countryMarkets.flatMap((market) => market.venues.map((venue) => [venue.code, venue])))

export function addKnownStocks(builder: Builder): void {
  for (const known of knownStocks) {
    const venue = venueNamed(known.venue)
    const sector = sectorAt(known.sectorAt)
    const name = `stock ${known.ticker} ${known.description}`
    const walk = walkOf(builder.worldKey, name, known.price, sector.sigma * 0.85)
    const shares = known.shares * 1_000_000
    const isAmerican = venue.market === 'america'
    builder.add(
      draft({
        ticker: known.ticker,
        venue,
        type: 'stock',
        typespecs: ['common'],
        description: known.description,
        walk,
        sector: sector.name,
        industry: sector.industries[known.industryAt] ?? '',
        logoid: slug(known.description.replace(/,? (inc\.|corporation|plc|se|ag|ltd|sa|co\.)$/i, '')),
        isin: isinOf(venue.country, mix(builder.worldKey, walk.key)),
        dailyVolume: Math.max(20_000, shares * 0.004),
        units: shares,
        pricescale: pricescaleOf(venue, known.price),
        isPrimary: !(venue.code === 'BSE'),
        fame: isAmerican ? 0.95 : 0.7,
        hasOptions: isAmerican,
      }),
    )
  }
}

/** The first known names of New York are also traded in Frankfurt, and as certificates in Buenos Aires. */
export function addSecondListings(builder: Builder): void {
  const places: readonly [string, 'stock' | 'dr', number][] = [
    ['FWB', 'stock', 1],
    ['BCBA', 'dr', 1 / 20],
    ['BMV', 'stock', 1],
  ]
  for (const known of knownStocks.slice(0, 40)) {
    const sector = sectorAt(known.sectorAt)
    const name = `stock ${known.ticker} ${known.description}`
    for (const [code, type, ratio] of places) {
      const venue = venueNamed(code)
      const found = currencyOf(venue.currency)
      if (found === undefined || builder.isTaken(`${code}:${known.ticker}`)) continue
      builder.add(
        draft({
          ticker: known.ticker,
          venue,
          type,
          typespecs: type === 'stock' ? ['common'] : [],
          description: type === 'dr' ? `${known.description} Shs Cert Deposito` : known.description,
          walk: walkOf(builder.worldKey, name, known.price, sector.sigma * 0.85),
          against: againstDollar(builder.worldKey, found.currency),
          scale: found.units * ratio,
          sector: sector.name,
          industry: sector.industries[known.industryAt] ?? '',
          logoid: slug(known.description.replace(/,? (inc\.|corporation)$/i, '')),
          isin: isinOf('US', mix(builder.worldKey, walkOf(builder.worldKey, name, 1, 0).key)),
          dailyVolume: known.shares * 2,
          units: (known.shares * 1_000_000) / ratio,
          country: type === 'dr' ? venue.country : 'US',
          isPrimary: false,
          fame: 0.3,
        }),
      )
    }
  }
}

/** Every market but america. */
export function addForeignStocks(builder: Builder): void {
  for (const market of countryMarkets) {
    for (let at = 0; at < market.count; at++) addMadeUp(builder, market, at)
  }
}

export function addAmericanStocks(builder: Builder, count: number): void {
  for (let at = 0; at < count; at++) addMadeUp(builder, america, at)
}

/** A company that has announced shares but never sold one. */
export function addNeverTraded(builder: Builder): void {
  builder.add(
    draft({
      ticker: 'EVTD',
      venue: venueNamed('NYSE'),
      type: 'stock',
      typespecs: ['common', 'pre-ipo'],
      description: 'Evertide Acquisition Corp.',
      walk: walkOf(builder.worldKey, 'stock EVTD', 10, 0.01),
      sector: 'Finance',
      firstDay: Number.MAX_SAFE_INTEGER,
      fame: 0.05,
    }),
  )
}

function addMadeUp(builder: Builder, market: CountryMarket, at: number): void {
  const random = builder.random('market', 'company', market.market, at)
  const sector = random.pick(sectors)
  const venue = pickVenue(random, market)
  const name = companyName(random, market.style, sector)
  const kind = kindOf(random, sector, market)
  const ticker = `${baseTicker(builder, random, venue, market, name)}${kind.suffix}`
  const dollars = Math.exp(random.gauss(venue.code === 'OTC' ? 0.9 : 3.2, 1.1))
  const found = currencyOf(venue.currency)
  const worth = found === undefined ? 1 : found.currency.worth / found.units
  const price = Math.max(dollars / worth, 0.02)
  const shares = Math.round(Math.exp(random.gauss(18.2, 1.3)))
  const walk = walkOf(
    builder.worldKey,
    `stock ${venue.code} ${ticker}`,
    price,
    sector.sigma * (0.9 + 0.8 * random.float()),
    { trend: random.gauss(0.0001, 0.0002), wander: 0.3 },
  )
  const industry = random.pick(sector.industries)
  const isReit = industry === 'Real Estate Investment Trusts'
  builder.add(
    draft({
      ticker,
      venue,
      type: kind.type,
      typespecs: kind.typespecs ?? (isReit ? ['reit'] : ['common']),
      description: kind.suffix === '' ? name : `${name} - ${kind.title}`,
      walk,
      sector: sector.name,
      industry,
      logoid: random.chance(0.75) ? slug(name) : '',
      isin: isinOf(market.country, walk.key),
      dailyVolume: Math.max(50, shares * Math.exp(random.gauss(-6.2, 1.2))),
      units: shares,
      pricescale: pricescaleOf(venue, price),
      firstDay: firstDayOf(walk.key),
      fame: Math.min(0.6, random.float() * 0.4 + (shares * dollars > 5e9 ? 0.2 : 0)),
      hasOptions: market === america && venue.code !== 'OTC' && kind.suffix === '' && shares * dollars > 6e9,
    }),
  )
}

interface Kind {
  readonly type: 'stock' | 'dr'
  readonly suffix: string
  readonly title: string
  readonly typespecs?: readonly string[]
}

function kindOf(random: Random, { name }: Sector, market: CountryMarket): Kind {
  if (market === america && name === 'Finance' && random.chance(0.2)) {
    return { type: 'stock', suffix: '/PA', title: 'Series A Preferred Stock', typespecs: ['preferred'] }
  }
  if (market === america && random.chance(0.05)) {
    return { type: 'dr', suffix: 'Y', title: 'American Depositary Receipt', typespecs: [] }
  }
  return { type: 'stock', suffix: '', title: '' }
}

function pickVenue(random: Random, { venues: choices }: CountryMarket): Venue {
  const [first] = choices
  if (first === undefined) throw new RangeError('a market without a venue')
  return random.chance(0.45) ? first : random.pick(choices)
}

function baseTicker(
  builder: Builder,
  random: Random,
  venue: Venue,
  { tickerDigits, market }: CountryMarket,
  name: string,
): string {
  if (tickerDigits === 0) {
    const longest = market === 'india' ? 10 : market === 'america' ? 4 : 5
    return tickerFor(random, name, longest, (ticker) => builder.isTaken(`${venue.code}:${ticker}`))
  }
  for (;;) {
    const ticker = String(random.int(1000, 10 ** tickerDigits - 1)).padStart(tickerDigits, '0')
    if (!builder.isTaken(`${venue.code}:${ticker}`)) return ticker
  }
}

/** One in twelve came to the exchange in the last few years. */
function firstDayOf(key: number): number {
  return whole(key, 1, 0, 11) === 0 ? whole(key, 2, 19_800, 20_600) : whole(key, 3, oldFirstDay, 18_500)
}

const coarse: ReadonlySet<string> = new Set(['JPY', 'KRW', 'VND', 'IDR', 'COP', 'CLP', 'HUF'])

function pricescaleOf({ currency }: Venue, price: number): number {
  if (coarse.has(currency)) return price < 1000 ? 10 : 1
  return price < 1 ? 10_000 : 100
}

function venueNamed(code: string): Venue {
  const venue = venues.get(code)
  if (venue === undefined) throw new RangeError(`no venue is called ${code}`)
  return venue
}

function sectorAt(at: number): Sector {
  const sector = sectors[at]
  if (sector === undefined) throw new RangeError(`there is no sector ${at}`)
  return sector
}
