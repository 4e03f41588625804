/** The length of a bar as the provider writes it: `1` to `240` minutes, `1S`, `1D`, `1W`, `1M`. */

export type Resolution =
  | { readonly unit: 'second' | 'minute'; readonly barMs: number }
  | { readonly unit: 'day' | 'week' | 'month'; readonly count: number }

const minuteChoices = new Set([1, 3, 5, 15, 30, 45, 60, 120, 180, 240])
const secondChoices = new Set([1, 5, 10, 15, 30])

/** `'custom'` is a resolution for paying callers, `undefined` an invalid one. */
export function parseResolution(text: string): Resolution | 'custom' | undefined {
  const match = /^(\d{0,4})([SDWM]?)$/.exec(text)
  if (match === null || text === '') return undefined
  const count = match[1] === '' ? 1 : Number(match[1])
  if (count < 1) return undefined
  switch (match[2]) {
    case 'S':
      return secondChoices.has(count) ? { unit: 'second', barMs: count * 1000 } : 'custom'
    case 'D':
      return count === 1 ? { unit: 'day', count } : 'custom'
    case 'W':
      return count === 1 ? { unit: 'week', count } : 'custom'
    case 'M':
      return [1, 3, 6, 12].includes(count) ? { unit: 'month', count } : 'custom'
    default:
      return minuteChoices.has(count) ? { unit: 'minute', barMs: count * 60_000 } : 'custom'
  }
}

export function isIntraday(resolution: Resolution): resolution is Extract<Resolution, { barMs: number }> {
  return resolution.unit === 'second' || resolution.unit === 'minute'
}
