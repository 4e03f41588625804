/** The options of a symbol: one expiration as a table of calls and puts, and implied volatility by strike. */

import { dateElement } from '../../../../http/pages/age-text.ts'
import { plot } from '../../../../http/pages/charts/plot.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from '../../../../http/pages/page-query.ts'
import { choices, sectionHead } from '../../../../http/pages/parts.ts'
import { roundLevels } from '../../../../http/pages/scripts/round-levels.ts'
import { decimalText, noFigure, priceText, signed } from './figures.ts'
import type { Row } from './read-product.ts'

export const optionColumns = 'expiration,strike,type,bid,ask,iv,delta,volume'
/** Contracts of one request; later expirations are left out. */
export const contractsMax = 2000
/** Strikes that are shown around the price. */
const strikesShown = 12

interface OptionSection {
  readonly contracts: readonly Row[]
  readonly expiration: string | undefined
  readonly price: number | null
  /** The parameters of the page without `expiration`. */
  readonly query: Readonly<Record<string, string | number | undefined>>
  readonly path: string
  readonly api: string
}

interface Pair {
  readonly strike: number
  call?: Row
  put?: Row
}

const headings = [
  'Call IV',
  'Call delta',
  'Call bid',
  'Call ask',
  'Strike',
  'Put bid',
  'Put ask',
  'Put delta',
  'Put IV',
]

/** Left out on phones, where the prices of calls and puts take the whole width. */
const isMinor = (name: string) => /iv$|delta$/i.test(name)

export function optionSection(section: OptionSection): Html | undefined {
  const { contracts, price, query, path, api } = section
  const expirations = readExpirations(contracts)
  const expiration = expirations.includes(section.expiration ?? '') ? section.expiration : expirations[0]
  if (expiration === undefined) return undefined
  const pairs = toPairs(contracts.filter((contract) => contract.expiration === expiration))
  const shown = nearest(pairs, price)
  const table = html`<div class="table" role="region" aria-label="Options that expire on ${expiration}" tabindex="0"><table>
<thead><tr>${headings.map((name) => html`<th scope="col" class="${isMinor(name) ? 'num minor' : 'num'}">${name}</th>`)}</tr></thead>
<tbody>
${shown.map((pair, at) => pairRow(pair, isFirstAbove(shown, at, price)))}</tbody></table></div>`
  return html`<section>${sectionHead('Options', { href: api, text: 'All contracts as data' }, 'options')}
${choices(
  'Expiration',
  'chips',
  expirations.map((each) => ({
    href: `${path}${toQueryString({ ...query, expiration: each })}#options`,
    text: dateElement(each),
    isCurrent: each === expiration,
  })),
)}
<div class="grid"><div class="c8">${table}
<p class="meta">${shown.length < pairs.length ? `${shown.length} of ${pairs.length} strikes, those nearest to the price. ` : ''}The line marks the price. <span class="narrow">A wider screen also shows delta and implied volatility. </span></p></div>
<div class="c4 stick">${volatilitySmile(pairs)}</div></div>
</section>`
}

/** The last one of a full response may be incomplete. */
function readExpirations(contracts: readonly Row[]): string[] {
  const days = contracts.flatMap(({ expiration }) => (typeof expiration === 'string' ? [expiration] : []))
  const all = [...new Set(days)].sort()
  return contracts.length >= contractsMax && all.length > 1 ? all.slice(0, -1) : all
}

function toPairs(contracts: readonly Row[]): Pair[] {
  const pairs = new Map<number, Pair>()
  for (const contract of contracts) {
    const { strike, type } = contract
    if (typeof strike !== 'number') continue
    const pair = pairs.get(strike) ?? { strike }
    if (type === 'call') pair.call = contract
    if (type === 'put') pair.put = contract
    pairs.set(strike, pair)
  }
  return [...pairs.values()].sort((one, other) => one.strike - other.strike)
}

function nearest(pairs: readonly Pair[], price: number | null): readonly Pair[] {
  const at = price === null ? pairs.length / 2 : pairs.findIndex(({ strike }) => strike >= price)
  const middle = at < 0 ? pairs.length : Math.floor(at)
  const start = Math.max(0, Math.min(middle - strikesShown / 2, pairs.length - strikesShown))
  return pairs.slice(start, start + strikesShown)
}

function isFirstAbove(pairs: readonly Pair[], at: number, price: number | null): boolean {
  const [strike, before] = [pairs[at]?.strike, pairs[at - 1]?.strike]
  if (price === null || strike === undefined || before === undefined) return false
  return strike >= price && before < price
}

function pairRow({ strike, call, put }: Pair, isAtMoney: boolean): Html {
  const cells = (contract: Row | undefined, names: readonly string[]) =>
    names.map(
      (name) =>
        html`<td class="${isMinor(name) ? 'num minor' : 'num'}">${cellText(contract?.[name], name)}</td>`,
    )
  return html`<tr${isAtMoney ? html` class="marked"` : undefined}>${cells(call, ['iv', 'delta', 'bid', 'ask'])}<th scope="row" class="num">${decimalText(strike, 4)}</th>${cells(put, ['bid', 'ask', 'delta', 'iv'])}</tr>\n`
}

function cellText(value: unknown, name: string): string {
  if (typeof value !== 'number') return noFigure
  if (name === 'iv') return `${(100 * value).toFixed(1)}%`
  return value < 0 ? signed(value, 2) : priceText(value, 2)
}

const chartWidth = 600
const chartHeight = 200

/** Implied volatility by strike: lower at the price than away from it. */
function volatilitySmile(pairs: readonly Pair[]): Html | undefined {
  const points = (side: 'call' | 'put') =>
    pairs.flatMap((pair) => {
      const iv = pair[side]?.iv
      return typeof iv === 'number' && iv > 0 ? [{ strike: pair.strike, iv }] : []
    })
  const [calls, puts] = [points('call'), points('put')]
  const all = [...calls, ...puts]
  const strikes = all.map(({ strike }) => strike)
  const [left, right] = [Math.min(...strikes), Math.max(...strikes)]
  const [low, high] = [Math.min(...all.map(({ iv }) => iv)), Math.max(...all.map(({ iv }) => iv))]
  if (all.length < 6 || right === left || high === low) return undefined
  const y = (iv: number) => Math.round(10 * (10 + ((chartHeight - 20) * (high - iv)) / (high - low))) / 10
  const line = (list: typeof calls) =>
    list
      .map(({ strike, iv }, at) => {
        const x = Math.round((10 * chartWidth * (strike - left)) / (right - left)) / 10
        return `${at === 0 ? 'M' : 'L'}${x} ${y(iv)}`
      })
      .join('')
  const levels = roundLevels(low, high)
  const drawing = html`<svg viewBox="0 0 ${chartWidth} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="Implied volatility by strike, from ${cellText(low, 'iv')} to ${cellText(high, 'iv')}">
<path class="lines" d="${levels.map((level) => `M0 ${y(level)}H${chartWidth}`).join('')}"/><path class="line" d="${line(calls)}"/><path class="line second" d="${line(puts)}"/></svg>`
  return html`<figure>
${plot({
  drawing,
  levels: levels.map((level) => ({ share: y(level) / chartHeight, text: cellText(level, 'iv') })),
  moments: [decimalText(left), decimalText(right)],
})}
<figcaption>Implied volatility by strike: calls as a line, puts dashed.</figcaption>
</figure>`
}
