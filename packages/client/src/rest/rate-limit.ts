/** Parses `RateLimit` and `RateLimit-Policy`: what remains of each window. */

export interface RateLimitWindow {
  /** `second`, `minute`. */
  readonly name: string
  readonly remaining: number
  /** Seconds until the window is fully available again. */
  readonly resetSeconds: number
  readonly limit: number | undefined
  readonly windowSeconds: number | undefined
}

export function parseRateLimit(headers: Headers): RateLimitWindow[] {
  const policies = new Map(
    parseItems(headers.get('ratelimit-policy')).map((item) => [item.name, item.params]),
  )
  return parseItems(headers.get('ratelimit')).flatMap(({ name, params }) => {
    const remaining = params.get('r')
    const policy = policies.get(name)
    if (remaining === undefined) return []
    return [
      {
        name,
        remaining,
        resetSeconds: params.get('t') ?? 0,
        limit: policy?.get('q'),
        windowSeconds: policy?.get('w'),
      },
    ]
  })
}

interface Item {
  readonly name: string
  readonly params: ReadonlyMap<string, number>
}

/** `"second";r=39;t=1, "minute";r=1199;t=60`; invalid items are skipped. */
function parseItems(header: string | null): Item[] {
  return [...(header ?? '').matchAll(/"([^"]+)"((?:\s*;\s*\w+=[^;,\s]+)*)/g)].map(
    ([, name = '', rest = '']) => ({
      name,
      params: new Map(
        [...rest.matchAll(/\b(\w+)=(\d+)/g)].map(([, key = '', value]) => [key, Number(value)]),
      ),
    }),
  )
}
