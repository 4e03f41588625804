/** Shares: well-known ones, their listings abroad, and made-up companies on every stock market. */

import { hash, integer } from '../hash.ts'
import { companyName, slug, tickerFor } from './company-names.ts'
import { type CountryMarket, countryMarkets, venueNamed } from './countries.ts'
import { againstDollar, currencyOf } from './currencies.ts'
import { type Builder, draft, oldFirstDay, rowsOf, walkOf } from './draft.ts'
import { isinOf } from './isin.ts'
import { sectors } from './sectors.ts'

/** Venue, ticker, price in the currency of the venue, million shares, sector, name. Figures are approximate. */
const known = `
NASDAQ AAPL 255 15000 Electronic_Technology Apple Inc.
NASDAQ MSFT 480 7430 Technology_Services Microsoft Corporation
NASDAQ NVDA 175 24300 Electronic_Technology NVIDIA Corporation
NASDAQ AMZN 220 10600 Retail_Trade Amazon.com, Inc.
NASDAQ GOOGL 245 5830 Technology_Services Alphabet Inc.
NASDAQ META 700 2510 Technology_Services Meta Platforms, Inc.
NASDAQ TSLA 380 3220 Consumer_Durables Tesla, Inc.
NASDAQ AVGO 330 4700 Electronic_Technology Broadcom Inc.
NASDAQ COST 940 443 Retail_Trade Costco Wholesale Corporation
NASDAQ NFLX 110 4250 Consumer_Services Netflix, Inc.
NASDAQ AMD 190 1620 Electronic_Technology Advanced Micro Devices, Inc.
NASDAQ PEP 148 1370 Consumer_Non-Durables PepsiCo, Inc.
NASDAQ INTC 36 4400 Electronic_Technology Intel Corporation
NYSE JPM 300 2750 Finance JPMorgan Chase & Co.
NYSE BRK.B 490 2150 Finance Berkshire Hathaway Inc.
NYSE V 345 1940 Commercial_Services Visa Inc.
NYSE LLY 800 947 Health_Technology Eli Lilly and Company
NYSE WMT 100 7970 Retail_Trade Walmart Inc.
NYSE XOM 113 4260 Energy_Minerals Exxon Mobil Corporation
NYSE JNJ 178 2410 Health_Technology Johnson & Johnson
NYSE KO 70 4300 Consumer_Non-Durables The Coca-Cola Company
NYSE BAC 51 7410 Finance Bank of America Corporation
NYSE CVX 157 1730 Energy_Minerals Chevron Corporation
NYSE MCD 305 714 Consumer_Services McDonald's Corporation
NYSE DIS 112 1800 Consumer_Services The Walt Disney Company
NYSE IBM 270 931 Technology_Services International Business Machines Corporation
NYSE CAT 450 468 Producer_Manufacturing Caterpillar Inc.
NYSE GS 790 303 Finance The Goldman Sachs Group, Inc.
NYSE C 100 1840 Finance Citigroup, Inc.
NYSE T 27 7150 Communications AT&T Inc.
NYSE PFE 25 5690 Health_Technology Pfizer Inc.
NYSE NKE 70 1480 Consumer_Non-Durables NIKE, Inc.
NYSE BA 215 756 Electronic_Technology The Boeing Company
LSE AZN 12500 1550 Health_Technology ASTRAZENECA PLC
LSE SHEL 2700 5900 Energy_Minerals SHELL PLC
LSE VOD 86 24500 Communications VODAFONE GROUP PLC
XETR SAP 230 1167 Technology_Services SAP SE
XETR SIE 235 782 Producer_Manufacturing SIEMENS AG
EURONEXT MC 520 500 Consumer_Non-Durables LVMH MOËT HENNESSY LOUIS VUITTON SE
EURONEXTAMS ASML 815 388 Electronic_Technology ASML HOLDING N.V.
SIX NESN 76 2570 Consumer_Non-Durables NESTLÉ S.A.
SIX ROG 270 703 Health_Technology ROCHE HOLDING AG
BME SAN 8.5 14900 Finance BANCO SANTANDER S.A.
MIL ENI 15 3000 Energy_Minerals ENI SPA
NSE RELIANCE 1400 13530 Energy_Minerals RELIANCE INDUSTRIES LTD
NSE TCS 3050 3620 Technology_Services TATA CONSULTANCY SERVICES LTD
NSE ICICIBANK 1380 7130 Finance ICICI BANK LTD
TSE 7203 2850 13050 Consumer_Durables TOYOTA MOTOR CORP
TSE 6758 4200 6000 Consumer_Durables SONY GROUP CORPORATION
HKEX 700 620 9150 Technology_Services TENCENT HOLDINGS LTD
SSE 600519 1450 1252 Consumer_Non-Durables KWEICHOW MOUTAI CO LTD
KRX 005930 85000 5920 Electronic_Technology SAMSUNG ELECTRONICS CO LTD
TWSE 2330 1300 25930 Electronic_Technology TAIWAN SEMICONDUCTOR MANUFACTURING
TSX RY 200 1410 Finance ROYAL BANK OF CANADA
ASX BHP 42 5070 Non-Energy_Minerals BHP GROUP LIMITED
BMFBOVESPA PETR4 31 12900 Energy_Minerals PETROBRAS PN
OMXSTO VOLV_B 270 2030 Producer_Manufacturing VOLVO, AB SER. B
OMXCOP NOVO_B 350 4460 Health_Technology NOVO NORDISK B A/S
TADAWUL 2222 24 242000 Energy_Minerals SAUDI ARABIAN OIL CO.
HOSE VCB 60000 8355 Finance JOINT STOCK COMMERCIAL BANK FOR FOREIGN TRADE OF VIET NAM
BMV WALMEX 60 17400 Retail_Trade WAL-MART DE MÉXICO SAB DE CV
`

/** Exchanges abroad, and how many of their certificates make one share. */
const abroad: readonly (readonly [string, 'stock' | 'dr', number])[] = [
  ['FWB', 'stock', 1],
  ['BCBA', 'dr', 20],
]

export function addKnownStocks(builder: Builder): void {
  for (const [code = '', ticker = '', priceText, millions, sectorName = '', name = ''] of rowsOf(known, 6)) {
    const [price, shares] = [Number(priceText), Number(millions) * 1e6]
    const home = venueNamed(code)
    const sector = sectors.find((one) => one.name === sectorName.replaceAll('_', ' '))
    const walk = walkOf(builder.worldKey, `stock ${name}`, price, 0.016)
    const isAmerican = home.market === 'america'
    const stock = {
      ticker,
      description: name,
      walk,
      sector: sector?.name ?? '',
      industry: sector?.industries[0] ?? '',
      logoid: slug(name.replace(/,? (inc\.|corporation|plc|se|ag|ltd|sa|co\.)$/i, '')),
      isin: isinOf(home.country, walk.key),
    }
    builder.add(
      draft({
        ...stock,
        venue: home,
        type: 'stock',
        typespecs: ['common'],
        dailyVolume: shares * 0.004,
        units: shares,
        pricescale: pricescaleOf(price),
        fame: isAmerican ? 0.95 : 0.7,
        hasOptions: isAmerican,
      }),
    )
    if (!isAmerican) continue
    for (const [venueCode, type, certificates] of abroad) {
      const venue = venueNamed(venueCode)
      const currency = currencyOf(venue.currency)?.currency
      if (currency === undefined) continue
      builder.add(
        draft({
          ...stock,
          venue,
          type,
          typespecs: type === 'stock' ? ['common'] : [],
          against: againstDollar(builder.worldKey, currency),
          scale: 1 / certificates,
          dailyVolume: shares * 0.000_002,
          units: shares * certificates,
          country: type === 'dr' ? venue.country : 'US',
          isPrimary: false,
          fame: 0.3,
        }),
      )
    }
  }
}

export function addMadeUpStocks(builder: Builder): void {
  for (const market of countryMarkets) {
    for (let at = 0; at < market.count; at++) addMadeUp(builder, market, at)
  }
}

/** A company with announced shares that were never traded. */
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

function addMadeUp(builder: Builder, { market, country, venues }: CountryMarket, at: number): void {
  const random = builder.random('market', 'company', market, at)
  const sector = random.pick(sectors)
  // Half of the companies are on the first exchange.
  const venue = random.pick(random.chance(0.4) ? venues.slice(0, 1) : venues)
  const name = companyName(random, sector.trade)
  const ticker = tickerFor(random, name, (candidate) => builder.isTaken(`${venue.code}:${candidate}`))
  const dollars = Math.exp(random.gauss(venue.code === 'OTC' ? 0.9 : 3.2, 1.1))
  const { currency, units } = currencyOf(venue.currency) ?? {}
  const price = Math.max(0.02, (dollars / (currency?.worth ?? 1)) * (units ?? 1))
  const shares = Math.round(Math.exp(random.gauss(18.2, 1.3)))
  const walk = walkOf(
    builder.worldKey,
    `stock ${venue.code} ${ticker}`,
    price,
    0.01 + 0.015 * random.float(),
    {
      trend: random.gauss(0.0001, 0.0002),
      wander: 0.3,
    },
  )
  const isLarge = shares * dollars > 6e9
  builder.add(
    draft({
      ticker,
      venue,
      type: 'stock',
      typespecs: ['common'],
      description: name,
      walk,
      sector: sector.name,
      industry: random.pick(sector.industries),
      logoid: random.chance(0.75) ? slug(name) : '',
      isin: isinOf(country, walk.key),
      dailyVolume: Math.max(50, shares * Math.exp(random.gauss(-6.2, 1.2))),
      units: shares,
      pricescale: pricescaleOf(price),
      firstDay: firstDayOf(walk.key),
      fame: random.float() * 0.4 + (isLarge ? 0.2 : 0),
      hasOptions: market === 'america' && venue.code !== 'OTC' && isLarge,
    }),
  )
}

/** One in twelve was listed in the last few years. */
function firstDayOf(key: number): number {
  return hash(key, 1) % 12 === 0 ? integer(key, 2, 19_800, 20_600) : integer(key, 3, oldFirstDay, 18_500)
}

function pricescaleOf(price: number): number {
  return price < 1 ? 10_000 : price < 10_000 ? 100 : 1
}
