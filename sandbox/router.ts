/** Finds who answers: a host by its name, and the route of that host by method and path. */

import type { Route, SandboxHost } from './host.ts'

export interface FoundHost {
  readonly host: SandboxHost
  /** What the star of a wildcard host stands for in the name that was asked for. */
  readonly subdomain: string
  readonly route: Router
}

export type HostTable = (name: string) => FoundHost | undefined

/** Exact names win over wildcards, longer wildcards over shorter ones. */
export function hostTable(hosts: readonly SandboxHost[]): HostTable {
  const exact = new Map<string, FoundHost>()
  for (const host of hosts) {
    if (exact.has(host.host)) throw new TypeError(`two hosts are called ${host.host}`)
    exact.set(host.host, { host, subdomain: '', route: router(host.routes) })
  }
  const wildcards = [...exact]
    .filter(([name]) => name.startsWith('*.'))
    .map(([name, found]) => ({ suffix: name.slice(1), found }))
    .sort((one, other) => other.suffix.length - one.suffix.length)

  return (name) => {
    const found = exact.get(name)
    if (found !== undefined) return found
    for (const { suffix, found } of wildcards) {
      if (name.endsWith(suffix) && name.length > suffix.length) {
        return { ...found, subdomain: name.slice(0, -suffix.length) }
      }
    }
    return undefined
  }
}

export type Router = (method: string, path: string) => Routed

export type Routed =
  | { readonly found: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly found: undefined; readonly allow: readonly string[] }

/** The routes of one host, in the order in which they are tried. HEAD is answered by GET. */
export function router(routes: readonly Route[]): Router {
  const compiled = routes.map((route) => ({ route, match: compile(route.path) }))

  return (method, path) => {
    const allow = new Set<string>()
    for (const { route, match } of compiled) {
      const params = match(path)
      if (params === undefined) continue
      if (route.method === method || (route.method === 'GET' && method === 'HEAD'))
        return { found: route, params }
      allow.add(route.method)
      if (route.method === 'GET') allow.add('HEAD')
    }
    return { found: undefined, allow: [...allow] }
  }
}

/** `{name}` takes one segment, or the part of one between fixed text: `/films/{id}.json`. */
function compile(pattern: string): (path: string) => Record<string, string> | undefined {
  const source = pattern
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^/]+)` : RegExp.escape(part)))
    .join('')
  const whole = new RegExp(`^${source}$`)

  return (path) => {
    const match = whole.exec(path)
    if (match === null) return undefined
    const params: Record<string, string> = {}
    for (const [name, value] of Object.entries(match.groups ?? {})) {
      const decoded = decode(value)
      if (decoded === undefined) return undefined
      params[name] = decoded
    }
    return params
  }
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
