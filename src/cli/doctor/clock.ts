/** The doctor's comparison of this machine's clock with others. */

import { type Finding, fail, ok, warn } from './finding.ts'

const skewMs = { warn: 1000, fail: 30_000 }
const remedy =
  'Synchronize the clocks of both machines with NTP: freshness, the times of syncs and sign-in codes depend on them.'

export function toClockFinding(clockOwner: string, differenceMs: number): Finding {
  const skew = Math.abs(differenceMs)
  if (skew < skewMs.warn) return ok('clock', `agrees with ${clockOwner}`)
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  const found = `${clockOwner} is ${(skew / 1000).toFixed(1)} s ${direction} this machine`
  return skew < skewMs.fail ? warn('clock', found, remedy) : fail('clock', found, remedy)
}
