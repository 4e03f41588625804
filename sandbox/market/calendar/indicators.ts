/** The economic figures countries publish: how often, when, and of what size. */

export interface EconomicIndicator {
  readonly title: string
  /** Suffix of its ticker, or '' where there is none. */
  readonly ticker: string
  /** The provider's code for the subject, or ''. */
  readonly category: string
  /** Usual value in `unit` or `scale`, and how much it moves from one time to the next. */
  readonly level: number
  readonly step: number
  readonly decimals: number
  /** `%`, a currency sign word such as `USD`, or ''. */
  readonly unit: string
  readonly scale: '' | 'K' | 'M' | 'B' | 'T'
  readonly importance: -1 | 0 | 1
  /** Day of the month it comes on, or day of the week when weekly. */
  readonly day: number
  readonly every: 'month' | 'quarter' | 'week' | 'six-weeks'
  /** Local hour and a half, as 8.5. */
  readonly hour: number
  readonly source: string
  /** '' where nobody explains it. */
  readonly comment: string
}

/** Title | ticker | category | level | step | decimals | unit | scale | importance | day | every | hour | source | comment */
const table = `
Non Farm Payrolls|NFP|lbr|160|70|0||K|1|5|month|8.5|Bureau of Statistics|Counts the jobs added outside farming in the month before.
Unemployment Rate|UR|lbr|5.2|0.15|1|%||1|6|month|8.5|Bureau of Statistics|The share of people who want work and have none.
Average Hourly Earnings MoM||lbr|0.3|0.1|1|%||0|6|month|8.5|Bureau of Statistics|
Initial Jobless Claims|IJC|lbr|225|12|0||K|0|4|week|8.5|Department of Labour|People who asked for unemployment benefits for the first time.
Inflation Rate YoY|IRYY|prce|2.9|0.2|1|%||1|13|month|8.5|Statistics Office|What a basket of goods costs more than a year ago.
Inflation Rate MoM|IRMM|prce|0.2|0.15|1|%||1|13|month|8.5|Statistics Office|What a basket of goods costs more than a month ago.
Core Inflation Rate YoY|CIR|prce|3.1|0.15|1|%||1|13|month|8.5|Statistics Office|Inflation without food and energy.
PPI MoM|PPIMM|prce|0.2|0.3|1|%||0|14|month|8.5|Statistics Office|
GDP Growth Rate QoQ|GDPQQ|gdp|0.6|0.4|1|%||1|28|quarter|8.5|Statistics Office|How much more is made than in the quarter before.
GDP Growth Rate YoY|GDPYY|gdp|2.1|0.5|1|%||0|28|quarter|8.5|Statistics Office|
Retail Sales MoM|RSMM|cnsm|0.3|0.6|1|%||1|16|month|8.5|Census Office|Sales of shops compared with the month before.
Retail Sales YoY|RSYY|cnsm|3.4|1.1|1|%||0|16|month|8.5|Census Office|
Consumer Confidence|CCI|cnsm|98|4|1|||0|26|month|10|Survey Institute|
Manufacturing PMI|MPMI|bsnss|50.4|1.2|1|||1|1|month|9.75|Purchasing Managers Association|Above 50 more buyers of factories see growth than decline.
Services PMI|SPMI|bsnss|52.1|1.3|1|||0|3|month|9.75|Purchasing Managers Association|
Industrial Production MoM|IPMM|bsnss|0.2|0.6|1|%||0|17|month|9.25|Statistics Office|
Business Confidence||bsnss|99|3|0|||-1|24|month|10|Survey Institute|
Building Permits|BP|hse|1.42|0.05|2||M|0|18|month|8.5|Census Office|
House Price Index YoY||hse|3.8|0.6|1|%||-1|27|month|9|Housing Agency|
Balance of Trade|BOT|trd|-62|8|1||B|0|7|month|8.5|Foreign Trade Office|Exports less imports.
Exports|EXP|trd|265|7|1||B|-1|7|month|8.5|Foreign Trade Office|
Imports|IMP|trd|325|8|1||B|-1|7|month|8.5|Foreign Trade Office|
Interest Rate Decision|INTR|mny|3.75|0.15|2|%||1|3|six-weeks|14|Central Bank|The rate at which the central bank lends.
Money Supply M2||mny|21.5|0.2|1||T|-1|25|month|13|Central Bank|
Foreign Exchange Reserves||mny|38|1|1||B|-1|8|month|11|Central Bank|
Government Budget Balance|GBV|gov|-210|90|0||B|-1|12|month|14|Ministry of Finance|
10-Year Note Auction||bnd|4.1|0.15|3|%||-1|2|six-weeks|13|Treasury|
Crude Oil Stocks Change||enrg|-1.2|3.2|3||M|0|3|week|10.5|Energy Office|
`

export const economicIndicators: readonly EconomicIndicator[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [title = '', ticker = '', category = '', level, step, decimals, unit = '', scale = '', ...rest] =
      line.split('|')
    const [importance, day, every = '', hour, source = '', comment = ''] = rest
    return {
      title,
      ticker,
      category,
      level: Number(level),
      step: Number(step),
      decimals: Number(decimals),
      unit,
      scale: scale as EconomicIndicator['scale'],
      importance: Number(importance) as EconomicIndicator['importance'],
      day: Number(day),
      every: every as EconomicIndicator['every'],
      hour: Number(hour),
      source,
      comment,
    }
  })

/** Events without a figure. */
export const speeches: readonly { readonly title: string; readonly importance: -1 | 0 | 1 }[] = [
  { title: 'Central Bank Governor Speech', importance: 1 },
  { title: 'Monetary Policy Meeting Minutes', importance: 0 },
  { title: 'Finance Minister Statement', importance: -1 },
  { title: 'Deputy Governor Speech', importance: -1 },
]

/** Countries of the calendar: code, zone, currency, how large against the first. */
export const calendarCountries: readonly (readonly [string, string, string, number])[] = [
  ['US', 'America/New_York', 'USD', 1],
  ['EU', 'Europe/Berlin', 'EUR', 0.7],
  ['GB', 'Europe/London', 'GBP', 0.2],
  ['DE', 'Europe/Berlin', 'EUR', 0.25],
  ['FR', 'Europe/Paris', 'EUR', 0.18],
  ['IT', 'Europe/Rome', 'EUR', 0.13],
  ['ES', 'Europe/Madrid', 'EUR', 0.1],
  ['CH', 'Europe/Zurich', 'CHF', 0.06],
  ['SE', 'Europe/Stockholm', 'SEK', 0.05],
  ['NO', 'Europe/Oslo', 'NOK', 0.05],
  ['PL', 'Europe/Warsaw', 'PLN', 0.05],
  ['TR', 'Europe/Istanbul', 'TRY', 0.06],
  ['RU', 'Europe/Moscow', 'RUB', 0.12],
  ['JP', 'Asia/Tokyo', 'JPY', 0.25],
  ['CN', 'Asia/Shanghai', 'CNY', 0.8],
  ['KR', 'Asia/Seoul', 'KRW', 0.1],
  ['IN', 'Asia/Kolkata', 'INR', 0.2],
  ['ID', 'Asia/Jakarta', 'IDR', 0.06],
  ['SA', 'Asia/Riyadh', 'SAR', 0.05],
  ['AU', 'Australia/Sydney', 'AUD', 0.08],
  ['NZ', 'Pacific/Auckland', 'NZD', 0.02],
  ['CA', 'America/Toronto', 'CAD', 0.1],
  ['MX', 'America/Mexico_City', 'MXN', 0.07],
  ['BR', 'America/Sao_Paulo', 'BRL', 0.1],
  ['AR', 'America/Argentina/Buenos_Aires', 'ARS', 0.03],
  ['ZA', 'Africa/Johannesburg', 'ZAR', 0.02],
]
