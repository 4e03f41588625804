/** The stock markets: their exchanges, hours and currencies, and how many made-up companies they list. */

import type { Hours } from '../prices/trading-hours.ts'
import { rowsOf } from './draft.ts'
import { type Venue, venueOf } from './venue.ts'

export interface CountryMarket {
  /** The scanner's name for it. */
  readonly market: string
  readonly country: string
  readonly venues: readonly Venue[]
  /** Made-up companies. */
  readonly count: number
}

/** Market, country, currency, opening hours, time zone, minutes of delay, made-up companies, exchanges. */
const table = `
argentina AR ARS 11:00-17:00 America/Argentina/Buenos_Aires 20 20 BCBA
australia AU AUD 10:00-16:00 Australia/Sydney 20 60 ASX
austria AT EUR 9:00-17:30 Europe/Vienna 15 12 VIE
bahrain BH BHD 9:30-13:00 Asia/Bahrain 15 5 BAHRAIN
bangladesh BD BDT 10:00-14:30 Asia/Dhaka 15 8 DSEBD
belgium BE EUR 9:00-17:30 Europe/Brussels 15 14 EURONEXT
brazil BR BRL 10:00-17:00 America/Sao_Paulo 15 45 BMFBOVESPA
bulgaria BG BGN 10:00-17:00 Europe/Sofia 15 6 BSESOF
canada CA CAD 9:30-16:00 America/Toronto 15 80 TSX,TSXV
chile CL CLP 9:30-16:00 America/Santiago 15 14 BCS
china CN CNY 9:30-11:30,13:00-15:00 Asia/Shanghai 15 80 SSE,SZSE
colombia CO COP 9:30-16:00 America/Bogota 15 8 BVC
croatia HR EUR 9:00-16:00 Europe/Zagreb 15 5 ZSE
cyprus CY EUR 10:30-17:00 Asia/Nicosia 15 4 CSECY
czech CZ CZK 9:00-16:30 Europe/Prague 15 8 PSECZ
denmark DK DKK 9:00-17:00 Europe/Copenhagen 15 18 OMXCOP
egypt EG EGP 10:00-14:30 Africa/Cairo 15 10 EGX
estonia EE EUR 10:00-16:00 Europe/Tallinn 15 4 OMXTSE
finland FI EUR 10:00-18:30 Europe/Helsinki 15 18 OMXHEX
france FR EUR 9:00-17:30 Europe/Paris 15 70 EURONEXT
germany DE EUR 9:00-17:30 Europe/Berlin 15 90 XETR,FWB
greece GR EUR 10:00-17:00 Europe/Athens 15 8 ATHEX
hongkong HK HKD 9:30-12:00,13:00-16:00 Asia/Hong_Kong 15 60 HKEX
hungary HU HUF 9:00-17:00 Europe/Budapest 15 8 BET
iceland IS ISK 9:30-15:30 Atlantic/Reykjavik 15 4 OMXICE
india IN INR 9:15-15:30 Asia/Kolkata 0 160 NSE,BSE
indonesia ID IDR 9:00-12:00,13:30-16:00 Asia/Jakarta 10 24 IDX
ireland IE EUR 8:00-16:30 Europe/Dublin 15 6 EURONEXTDUB
israel IL ILA 9:30-17:00 Asia/Jerusalem 15 16 TASE
italy IT EUR 9:00-17:30 Europe/Rome 15 36 MIL
japan JP JPY 9:00-11:30,12:30-15:30 Asia/Tokyo 20 120 TSE
kenya KE KES 9:30-15:00 Africa/Nairobi 15 5 NSEKE
korea KR KRW 9:00-15:30 Asia/Seoul 20 60 KRX
ksa SA SAR 10:00-15:00 Asia/Riyadh 15 20 TADAWUL
kuwait KW KWF 9:00-12:30 Asia/Kuwait 15 6 KSE
latvia LV EUR 10:00-16:00 Europe/Riga 15 4 OMXRSE
lithuania LT EUR 10:00-16:00 Europe/Vilnius 15 4 OMXVSE
luxembourg LU EUR 9:00-17:30 Europe/Luxembourg 15 4 LUXSE
malaysia MY MYR 9:00-12:30,14:30-17:00 Asia/Kuala_Lumpur 15 24 MYX
mexico MX MXN 8:30-15:00 America/Mexico_City 20 20 BMV
morocco MA MAD 9:30-15:30 Africa/Casablanca 15 5 CSEMA
netherlands NL EUR 9:00-17:30 Europe/Amsterdam 15 18 EURONEXTAMS
newzealand NZ NZD 10:00-16:30 Pacific/Auckland 20 12 NZX
nigeria NG NGN 10:00-14:30 Africa/Lagos 15 6 NSENG
norway NO NOK 9:00-16:30 Europe/Oslo 15 20 OSL
pakistan PK PKR 9:30-15:30 Asia/Karachi 5 12 PSX
peru PE PEN 9:30-16:00 America/Lima 15 5 BVL
philippines PH PHP 9:30-12:00,13:00-15:00 Asia/Manila 15 12 PSE
poland PL PLN 9:00-17:00 Europe/Warsaw 15 30 GPW,NEWCONNECT
portugal PT EUR 8:00-16:30 Europe/Lisbon 15 6 EURONEXTLIS
qatar QA QAR 9:30-13:00 Asia/Qatar 15 6 QSE
romania RO RON 10:00-17:30 Europe/Bucharest 15 8 BVB
rsa ZA ZAC 9:00-17:00 Africa/Johannesburg 15 24 JSE
russia RU RUB 10:00-18:30 Europe/Moscow 15 12 RUS
serbia RS RSD 9:30-14:00 Europe/Belgrade 15 4 BELEX
singapore SG SGD 9:00-12:00,13:00-17:00 Asia/Singapore 10 20 SGX
slovakia SK EUR 10:30-15:30 Europe/Bratislava 15 4 BSSE
slovenia SI EUR 9:30-15:00 Europe/Ljubljana 15 4 LJSE
spain ES EUR 9:00-17:30 Europe/Madrid 15 36 BME
srilanka LK LKR 9:30-14:30 Asia/Colombo 15 6 CSELK
sweden SE SEK 9:00-17:30 Europe/Stockholm 15 50 OMXSTO,NGM
switzerland CH CHF 9:00-17:30 Europe/Zurich 15 40 SIX,BX
taiwan TW TWD 9:00-13:30 Asia/Taipei 20 50 TWSE,TPEX
thailand TH THB 10:00-12:30,14:30-16:30 Asia/Bangkok 15 24 SET
tunisia TN TND 9:00-14:00 Africa/Tunis 15 4 BVMT
turkey TR TRY 10:00-18:00 Europe/Istanbul 15 36 BIST
uae AE AED 10:00-15:00 Asia/Dubai 15 12 DFM,ADX
uk GB GBX 8:00-16:30 Europe/London 15 130 LSE,AQUIS
venezuela VE VES 9:00-13:00 America/Caracas 15 4 BVCV
vietnam VN VND 9:00-11:30,13:00-15:00 Asia/Ho_Chi_Minh 15 24 HOSE,HNX
`

const newYork: Hours = {
  zone: 'America/New_York',
  open: [[570, 960]],
  week: 'mon-fri',
  extended: [240, 1200],
}

const america: CountryMarket = {
  market: 'america',
  country: 'US',
  venues: ['NASDAQ', 'NYSE', 'AMEX', 'OTC'].map((code) =>
    venueOf(code, 'america', newYork, { country: 'US', delaySeconds: code === 'OTC' ? 900 : 0 }),
  ),
  count: 940,
}

/** Countries whose exchanges trade from Sunday to Thursday. */
const sundayToThursday = new Set(['BH', 'BD', 'EG', 'IL', 'SA', 'KW', 'QA'])

export const countryMarkets: readonly CountryMarket[] = [america, ...rowsOf(table, 8).map(toMarket)]

const venues = new Map(countryMarkets.flatMap((market) => market.venues.map((venue) => [venue.code, venue])))

export function venueNamed(code: string): Venue {
  const venue = venues.get(code)
  if (venue === undefined) throw new RangeError(`no venue is called ${code}`)
  return venue
}

const names = new Intl.DisplayNames('en', { type: 'region' })

export function countryName(code: string): string {
  return names.of(code) ?? code
}

function toMarket(row: readonly string[]): CountryMarket {
  const [market = '', country = '', currency = '', times = '', zone = '', delay, count, codes = ''] = row
  const hours: Hours = {
    zone,
    open: times.split(',').map(toRange),
    week: sundayToThursday.has(country) ? 'sun-thu' : 'mon-fri',
  }
  return {
    market,
    country,
    count: Number(count),
    venues: codes
      .split(',')
      .map((code) => venueOf(code, market, hours, { country, currency, delaySeconds: Number(delay) * 60 })),
  }
}

/** Minutes of the day of `9:30-16:00`. */
function toRange(text: string): [number, number] {
  const [start = '', end = ''] = text.split('-')
  return [toMinute(start), toMinute(end)]
}

function toMinute(text: string): number {
  const [hour, minute] = text.split(':')
  return Number(hour) * 60 + Number(minute)
}
