/** Finds the host by its name, and its route by method and path. */

import type { Route, SandboxHost } from './host.ts'

export interface HostMatch {
  readonly host: SandboxHost
  /** The part of the requested name that the `*` of a wildcard host matches. */
  readonly subdomain: string
  readonly route: Router
}

export type HostTable = (name: string) => HostMatch | undefined

/** Exact names come before wildcards, longer wildcards before shorter ones. */
export function hostTable(hosts: readonly SandboxHost[]): HostTable {
  const exact = new Map<string, HostMatch>()
  for (const host of hosts) {
    if (exact.has(host.host)) throw new TypeError(`duplicate host ${host.host}`)
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

export type Router = (method: string, path: string) => RouteMatch

export type RouteMatch =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly route: undefined; readonly allow: readonly string[] }

/** Tries the routes in order. HEAD uses the routes of GET. */
export function router(routes: readonly Route[]): Router {
  const compiled = routes.map((route) => ({ route, match: compile(route.path) }))

  return (method, path) => {
    const allow = new Set<string>()
    for (const { route, match } of compiled) {
      const params = match(path)
      if (params === undefined) continue
      if (route.method === method || (route.method === 'GET' && method === 'HEAD')) return { route, params }
      allow.add(route.method)
      if (route.method === 'GET') allow.add('HEAD')
    }
    return { route: undefined, allow: [...allow] }
  }
}

/** `{name}` matches a segment, or part of one: `/films/{id}.json`. */
function compile(pattern: string): (path: string) => Record<string, string> | undefined {
  const source = pattern
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^/]+)` : RegExp.escape(part)))
    .join('')
  const regexp = new RegExp(`^${source}$`)

  return (path) => {
    const match = regexp.exec(path)
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
