/** The numbers of charts, for those of the server and those that a script draws. */

/** Round values between the bounds, about five. */
export function roundLevels(low: number, high: number): number[] {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return []
  const power = 10 ** Math.floor(Math.log10(span / 5))
  const step = power * ([1, 2, 5, 10].find((factor) => span / (power * factor) <= 6) ?? 10)
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: Math.max(0, Math.min(count, 12)) }, (_, at) => (first + at) * step)
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
