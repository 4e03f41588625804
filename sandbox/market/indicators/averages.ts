/** Means of the last bars, plain and weighted. `NaN` where there are not enough bars. */

import { type BarBuffer, value } from '../prices/bar-buffer.ts'

export function sma(numbers: Float64Array, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let sum = 0
  for (let at = end - length + 1; at <= end; at++) sum += value(numbers, at)
  return sum / length
}

/** Started from a plain mean as far back as the bars go, at most four lengths. */
export function ema(numbers: Float64Array, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  const weight = 2 / (length + 1)
  const start = Math.max(length - 1, end - 4 * length)
  let mean = sma(numbers, start, length)
  for (let at = start + 1; at <= end; at++) mean += weight * (value(numbers, at) - mean)
  return mean
}

export function wma(numbers: Float64Array, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let sum = 0
  for (let weight = 1; weight <= length; weight++) sum += value(numbers, end - length + weight) * weight
  return sum / ((length * (length + 1)) / 2)
}

export function hull(numbers: Float64Array, end: number, length: number): number {
  const span = Math.floor(Math.sqrt(length))
  if (end + 1 < length + span) return Number.NaN
  let sum = 0
  for (let weight = 1; weight <= span; weight++) {
    const at = end - span + weight
    sum += weight * (2 * wma(numbers, at, length >> 1) - wma(numbers, at, length))
  }
  return sum / ((span * (span + 1)) / 2)
}

export function vwma({ close, volume }: BarBuffer, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let weighted = 0
  let total = 0
  for (let at = end - length + 1; at <= end; at++) {
    weighted += value(close, at) * value(volume, at)
    total += value(volume, at)
  }
  return total === 0 ? Number.NaN : weighted / total
}

export function deviation(numbers: Float64Array, end: number, length: number): number {
  const mean = sma(numbers, end, length)
  let sum = 0
  for (let at = end - length + 1; at <= end; at++) sum += (value(numbers, at) - mean) ** 2
  return Math.sqrt(sum / length)
}

export function highest(numbers: Float64Array, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let found = Number.NEGATIVE_INFINITY
  for (let at = end - length + 1; at <= end; at++) found = Math.max(found, value(numbers, at))
  return found
}

export function lowest(numbers: Float64Array, end: number, length: number): number {
  if (end + 1 < length) return Number.NaN
  let found = Number.POSITIVE_INFINITY
  for (let at = end - length + 1; at <= end; at++) found = Math.min(found, value(numbers, at))
  return found
}
