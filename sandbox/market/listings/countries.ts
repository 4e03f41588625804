/** The stock markets of the provider by country: names, exchanges, hours, and how many listings this world gives them. */

import type { Hours } from '../prices/trading-hours.ts'
import type { NameStyle } from './company-names.ts'
import type { Venue } from './venue.ts'

export interface CountryMarket {
  /** As the scanner calls it. */
  readonly market: string
  readonly country: string
  readonly countryName: string
  readonly venues: readonly Venue[]
  readonly style: NameStyle
  /** Digits of a ticker that is a number, 0 where tickers are letters. */
  readonly tickerDigits: number
  /** Generated listings; america takes what the others leave of the whole. */
  readonly count: number
}

/**
 * Market, country, currency, hours (`h` for half an hour: `9h-16` is 09:30 to 16:00, `s` for Sunday to Thursday), zone,
 * name style, ticker digits, count, minutes of delay, exchanges as `CODE=Name`, country name.
 */
const table = `
argentina|AR|ARS|11-17|America/Argentina/Buenos_Aires|spanish|0|20|20|BCBA=Buenos Aires Stock Exchange|Argentina
australia|AU|AUD|10-16|Australia/Sydney|english|0|60|20|ASX=Australian Securities Exchange|Australia
austria|AT|EUR|9-17h|Europe/Vienna|german|0|12|15|VIE=Vienna Stock Exchange|Austria
bahrain|BH|BHD|9h-13s|Asia/Bahrain|english|0|5|15|BAHRAIN=Bahrain Bourse|Bahrain
bangladesh|BD|BDT|10-14hs|Asia/Dhaka|english|0|8|15|DSEBD=Dhaka Stock Exchange|Bangladesh
belgium|BE|EUR|9-17h|Europe/Brussels|french|0|14|15|EURONEXT=Euronext Brussels|Belgium
brazil|BR|BRL|10-17|America/Sao_Paulo|spanish|0|45|15|BMFBOVESPA=B3 - Brasil Bolsa Balcao|Brazil
bulgaria|BG|BGN|10-17|Europe/Sofia|english|0|6|15|BSESOF=Bulgarian Stock Exchange|Bulgaria
canada|CA|CAD|9h-16|America/Toronto|english|0|80|15|TSX=Toronto Stock Exchange,TSXV=TSX Venture Exchange|Canada
chile|CL|CLP|9h-16|America/Santiago|spanish|0|14|15|BCS=Santiago Stock Exchange|Chile
china|CN|CNY|9h-11h,13-15|Asia/Shanghai|asian|6|80|15|SSE=Shanghai Stock Exchange,SZSE=Shenzhen Stock Exchange|China
colombia|CO|COP|9h-16|America/Bogota|spanish|0|8|15|BVC=Colombia Stock Exchange|Colombia
croatia|HR|EUR|9-16|Europe/Zagreb|english|0|5|15|ZSE=Zagreb Stock Exchange|Croatia
cyprus|CY|EUR|10h-17|Asia/Nicosia|english|0|4|15|CSECY=Cyprus Stock Exchange|Cyprus
czech|CZ|CZK|9-16h|Europe/Prague|german|0|8|15|PSECZ=Prague Stock Exchange|Czech Republic
denmark|DK|DKK|9-17|Europe/Copenhagen|nordic|0|18|15|OMXCOP=Nasdaq Copenhagen|Denmark
egypt|EG|EGP|10-14hs|Africa/Cairo|english|0|10|15|EGX=Egyptian Exchange|Egypt
estonia|EE|EUR|10-16|Europe/Tallinn|nordic|0|4|15|OMXTSE=Nasdaq Tallinn|Estonia
finland|FI|EUR|10-18h|Europe/Helsinki|nordic|0|18|15|OMXHEX=Nasdaq Helsinki|Finland
france|FR|EUR|9-17h|Europe/Paris|french|0|70|15|EURONEXT=Euronext Paris|France
germany|DE|EUR|9-17h|Europe/Berlin|german|0|90|15|XETR=XETRA,FWB=Frankfurt Stock Exchange|Germany
greece|GR|EUR|10-17|Europe/Athens|english|0|8|15|ATHEX=Athens Stock Exchange|Greece
hongkong|HK|HKD|9h-12,13-16|Asia/Hong_Kong|asian|4|60|15|HKEX=Hong Kong Stock Exchange|Hong Kong
hungary|HU|HUF|9-17|Europe/Budapest|german|0|8|15|BET=Budapest Stock Exchange|Hungary
iceland|IS|ISK|9h-15h|Atlantic/Reykjavik|nordic|0|4|15|OMXICE=Nasdaq Iceland|Iceland
india|IN|INR|9q-15h|Asia/Kolkata|indian|0|160|0|NSE=National Stock Exchange of India,BSE=Bombay Stock Exchange|India
indonesia|ID|IDR|9-12,13h-16|Asia/Jakarta|asian|0|24|10|IDX=Indonesia Stock Exchange|Indonesia
ireland|IE|EUR|8-16h|Europe/Dublin|english|0|6|15|EURONEXTDUB=Euronext Dublin|Ireland
israel|IL|ILA|9h-17s|Asia/Jerusalem|english|0|16|15|TASE=Tel Aviv Stock Exchange|Israel
italy|IT|EUR|9-17h|Europe/Rome|italian|0|36|15|MIL=Milan Stock Exchange|Italy
japan|JP|JPY|9-11h,12h-15h|Asia/Tokyo|asian|4|120|20|TSE=Tokyo Stock Exchange|Japan
kenya|KE|KES|9h-15|Africa/Nairobi|english|0|5|15|NSEKE=Nairobi Securities Exchange|Kenya
korea|KR|KRW|9-15h|Asia/Seoul|asian|6|60|20|KRX=Korea Exchange|South Korea
ksa|SA|SAR|10-15s|Asia/Riyadh|english|4|20|15|TADAWUL=Saudi Exchange|Saudi Arabia
kuwait|KW|KWF|9-12hs|Asia/Kuwait|english|0|6|15|KSE=Boursa Kuwait|Kuwait
latvia|LV|EUR|10-16|Europe/Riga|nordic|0|4|15|OMXRSE=Nasdaq Riga|Latvia
lithuania|LT|EUR|10-16|Europe/Vilnius|nordic|0|4|15|OMXVSE=Nasdaq Vilnius|Lithuania
luxembourg|LU|EUR|9-17h|Europe/Luxembourg|french|0|4|15|LUXSE=Luxembourg Stock Exchange|Luxembourg
malaysia|MY|MYR|9-12h,14h-17|Asia/Kuala_Lumpur|asian|0|24|15|MYX=Bursa Malaysia|Malaysia
mexico|MX|MXN|8h-15|America/Mexico_City|spanish|0|20|20|BMV=Mexican Stock Exchange|Mexico
morocco|MA|MAD|9h-15h|Africa/Casablanca|french|0|5|15|CSEMA=Casablanca Stock Exchange|Morocco
netherlands|NL|EUR|9-17h|Europe/Amsterdam|english|0|18|15|EURONEXTAMS=Euronext Amsterdam|Netherlands
newzealand|NZ|NZD|10-16h|Pacific/Auckland|english|0|12|20|NZX=New Zealand Stock Exchange|New Zealand
nigeria|NG|NGN|10-14h|Africa/Lagos|english|0|6|15|NSENG=Nigerian Exchange|Nigeria
norway|NO|NOK|9-16h|Europe/Oslo|nordic|0|20|15|OSL=Oslo Stock Exchange|Norway
pakistan|PK|PKR|9h-15h|Asia/Karachi|indian|0|12|5|PSX=Pakistan Stock Exchange|Pakistan
peru|PE|PEN|9h-16|America/Lima|spanish|0|5|15|BVL=Lima Stock Exchange|Peru
philippines|PH|PHP|9h-12,13-15|Asia/Manila|english|0|12|15|PSE=Philippine Stock Exchange|Philippines
poland|PL|PLN|9-17|Europe/Warsaw|polish|0|30|15|GPW=Warsaw Stock Exchange,NEWCONNECT=NewConnect|Poland
portugal|PT|EUR|8-16h|Europe/Lisbon|spanish|0|6|15|EURONEXTLIS=Euronext Lisbon|Portugal
qatar|QA|QAR|9h-13s|Asia/Qatar|english|0|6|15|QSE=Qatar Stock Exchange|Qatar
romania|RO|RON|10-17h|Europe/Bucharest|italian|0|8|15|BVB=Bucharest Stock Exchange|Romania
rsa|ZA|ZAC|9-17|Africa/Johannesburg|english|0|24|15|JSE=Johannesburg Stock Exchange|South Africa
russia|RU|RUB|10-18h|Europe/Moscow|english|0|12|15|RUS=Moscow Exchange|Russia
serbia|RS|RSD|9h-14|Europe/Belgrade|english|0|4|15|BELEX=Belgrade Stock Exchange|Serbia
singapore|SG|SGD|9-12,13-17|Asia/Singapore|asian|0|20|10|SGX=Singapore Exchange|Singapore
slovakia|SK|EUR|10h-15h|Europe/Bratislava|german|0|4|15|BSSE=Bratislava Stock Exchange|Slovakia
slovenia|SI|EUR|9h-15|Europe/Ljubljana|german|0|4|15|LJSE=Ljubljana Stock Exchange|Slovenia
spain|ES|EUR|9-17h|Europe/Madrid|spanish|0|36|15|BME=Bolsa de Madrid|Spain
srilanka|LK|LKR|9h-14h|Asia/Colombo|english|0|6|15|CSELK=Colombo Stock Exchange|Sri Lanka
sweden|SE|SEK|9-17h|Europe/Stockholm|nordic|0|50|15|OMXSTO=Nasdaq Stockholm,NGM=Nordic Growth Market|Sweden
switzerland|CH|CHF|9-17h|Europe/Zurich|german|0|40|15|SIX=SIX Swiss Exchange,BX=BX Swiss|Switzerland
taiwan|TW|TWD|9-13h|Asia/Taipei|asian|4|50|20|TWSE=Taiwan Stock Exchange,TPEX=Taipei Exchange|Taiwan
thailand|TH|THB|10-12h,14h-16h|Asia/Bangkok|asian|0|24|15|SET=Stock Exchange of Thailand|Thailand
tunisia|TN|TND|9-14|Africa/Tunis|french|0|4|15|BVMT=Tunis Stock Exchange|Tunisia
turkey|TR|TRY|10-18|Europe/Istanbul|turkish|0|36|15|BIST=Borsa Istanbul|Turkey
uae|AE|AED|10-15|Asia/Dubai|english|0|12|15|DFM=Dubai Financial Market,ADX=Abu Dhabi Securities Exchange|United Arab Emirates
uk|GB|GBX|8-16h|Europe/London|english|0|130|15|LSE=London Stock Exchange,AQUIS=Aquis Exchange|United Kingdom
venezuela|VE|VES|9-13|America/Caracas|spanish|0|4|15|BVCV=Caracas Stock Exchange|Venezuela
vietnam|VN|VND|9-11h,13-15|Asia/Ho_Chi_Minh|asian|0|24|15|HOSE=Ho Chi Minh Stock Exchange,HNX=Hanoi Stock Exchange|Vietnam
`

const newYork: Hours = {
  zone: 'America/New_York',
  open: [[570, 960]],
  week: 'mon-fri',
  extended: [240, 1200],
}

export const america: CountryMarket = {
  market: 'america',
  country: 'US',
  countryName: 'United States',
  venues: [
    ['NASDAQ', 'Nasdaq Stock Market', 0],
    ['NYSE', 'New York Stock Exchange', 0],
    ['AMEX', 'NYSE Arca & MKT', 0],
    ['OTC', 'OTC Markets', 900],
  ].map(([code, name, delaySeconds]) => ({
    code: code as string,
    name: name as string,
    market: 'america',
    country: 'US',
    currency: 'USD',
    hours: newYork,
    delaySeconds: delaySeconds as number,
    providerId: 'ice',
  })),
  style: 'english',
  tickerDigits: 0,
  count: 0,
}

export const countryMarkets: readonly CountryMarket[] = [america, ...table.trim().split('\n').map(toMarket)]

const byCode = new Map(countryMarkets.map((market) => [market.country, market]))

/** The name of a country in full, or '' when it has no stock market here. */
export function countryName(code: string): string {
  return byCode.get(code)?.countryName ?? ''
}

function toMarket(line: string): CountryMarket {
  const [market = '', country = '', currency = '', times = '', zone = '', style = '', ...rest] =
    line.split('|')
  const [digits = '', count = '', delayMinutes = '', venues = '', countryName = ''] = rest
  const hours: Hours = { zone, open: toRanges(times), week: times.endsWith('s') ? 'sun-thu' : 'mon-fri' }
  return {
    market,
    country,
    countryName,
    style: style as NameStyle,
    tickerDigits: Number(digits),
    count: Number(count),
    venues: venues.split(',').map((venue) => {
      const [code = '', name = ''] = venue.split('=')
      return {
        code,
        name,
        market,
        country,
        currency,
        hours,
        delaySeconds: Number(delayMinutes) * 60,
        providerId: 'ice',
      }
    }),
  }
}

function toRanges(times: string): [number, number][] {
  return times
    .replace(/s$/, '')
    .split(',')
    .map((range) => {
      const [start = '', end = ''] = range.split('-')
      return [toMinute(start), toMinute(end)]
    })
}

/** `9`, `9q` (a quarter past) or `9h` (half past). */
function toMinute(text: string): number {
  return Number.parseInt(text, 10) * 60 + (text.endsWith('h') ? 30 : text.endsWith('q') ? 15 : 0)
}
