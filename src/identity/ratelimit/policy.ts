/** Rate-limit policies: the windows a caller's requests must fit into. */

export interface LimitWindow {
  readonly name: 'second' | 'minute'
  readonly quota: number
  readonly lengthMs: number
}

export interface Policy {
  readonly windows: readonly LimitWindow[]
  /** Value of `RateLimit-Policy`. */
  readonly header: string
}

export interface Rates {
  readonly perSecond: number
  readonly perMinute?: number
}

export function multiplyPolicy({ windows }: Policy, factor: number): Policy {
  return describePolicy(windows.map((window) => ({ ...window, quota: window.quota * factor })))
}

export function toPolicy({ perSecond, perMinute }: Rates): Policy {
  const windows: LimitWindow[] = [{ name: 'second', quota: perSecond, lengthMs: 1000 }]
  if (perMinute !== undefined) windows.push({ name: 'minute', quota: perMinute, lengthMs: 60_000 })
  return describePolicy(windows)
}

function describePolicy(windows: readonly LimitWindow[]): Policy {
  return {
    windows,
    header: windows
      .map(({ name, quota, lengthMs }) => `"${name}";q=${quota};w=${lengthMs / 1000}`)
      .join(', '),
  }
}
