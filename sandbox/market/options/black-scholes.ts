/** What a European option is worth and how that changes, by Black and Scholes. */

export interface OptionTerms {
  readonly isCall: boolean
  readonly spot: number
  readonly strike: number
  readonly years: number
  /** Yearly, as a fraction. */
  readonly volatility: number
  readonly rate: number
}

export interface Greeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  /** Per calendar day. */
  readonly theta: number
  /** Per percentage point of volatility. */
  readonly vega: number
  /** Per percentage point of the rate. */
  readonly rho: number
}

export function greeks(terms: OptionTerms): Greeks {
  const { isCall, spot, strike, years, volatility, rate } = terms
  const root = Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (rate + (volatility * volatility) / 2) * years) / (volatility * root)
  const d2 = d1 - volatility * root
  const discount = Math.exp(-rate * years)
  const density = normalDensity(d1)
  const sign = isCall ? 1 : -1
  const within = normalShare(sign * d2)
  return {
    price: sign * (spot * normalShare(sign * d1) - strike * discount * within),
    delta: sign * normalShare(sign * d1),
    gamma: density / (spot * volatility * root),
    theta: (-(spot * density * volatility) / (2 * root) - sign * rate * strike * discount * within) / 365,
    vega: (spot * density * root) / 100,
    rho: (sign * strike * years * discount * within) / 100,
  }
}

/** The volatility at which the price comes out; `NaN` when none from 0.1 % to 800 % does. */
export function impliedVolatility(price: number, terms: Omit<OptionTerms, 'volatility'>): number {
  let low = 0.001
  let high = 8
  if (greeks({ ...terms, volatility: low }).price > price) return Number.NaN
  if (greeks({ ...terms, volatility: high }).price < price) return Number.NaN
  for (let round = 0; round < 44; round++) {
    const middle = (low + high) / 2
    if (greeks({ ...terms, volatility: middle }).price > price) high = middle
    else low = middle
  }
  return (low + high) / 2
}

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
}

/** The share below x of the normal distribution, to some 15 digits (the algorithm of West, 2005). */
export function normalShare(x: number): number {
  const distance = Math.abs(x)
  if (distance > 37) return x > 0 ? 1 : 0
  const tail = Math.exp((-distance * distance) / 2)
  let share: number
  if (distance < 7.07106781186547) {
    let above = 3.52624965998911e-2 * distance + 0.700383064443688
    above = above * distance + 6.37396220353165
    above = above * distance + 33.912866078383
    above = above * distance + 112.079291497871
    above = above * distance + 221.213596169931
    above = above * distance + 220.206867912376
    let below = 8.83883476483184e-2 * distance + 1.75566716318264
    below = below * distance + 16.064177579207
    below = below * distance + 86.7807322029461
    below = below * distance + 296.564248779674
    below = below * distance + 637.333633378831
    below = below * distance + 793.826512519948
    below = below * distance + 440.413735824752
    share = (tail * above) / below
  } else {
    let chain = distance + 0.65
    for (const step of [4, 3, 2, 1]) chain = distance + step / chain
    share = tail / chain / 2.506628274631
  }
  return x > 0 ? 1 - share : share
}
