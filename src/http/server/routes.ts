/** The table of routes: which one a request is for, or why it is for none. */

import type { IncomingMessage } from 'node:http'
import findMyWay from 'find-my-way'
import { Failure } from '../../core/errors.ts'
import { type Access, type Principal, type RouteInfo, supportRouteInfo } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { parseQueryString, quote } from '../request/query-string.ts'
import type { BodyRules } from '../request/read-body.ts'
import type { RawInput } from '../request/validation/route-input.ts'
import { preflightHeaders } from '../response/headers.ts'
import { bodylessEntry, type ResponseEntry } from '../response/response-entry.ts'
import type { Exchange } from './exchange.ts'
import type { Outgoing } from './response-sender.ts'
import { suggestPaths } from './suggest-path.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route as the server handles its requests. */
export interface MountedRoute {
  readonly access: Access
  readonly info: RouteInfo
  readonly meter: RouteMeter
  readonly body: BodyRules
  /** Of every response, as a flat list. */
  readonly headers?: readonly string[] | undefined
  /** Accepts any query: it is not parsed. */
  readonly passthrough?: boolean
  checkCaller?(principal: Principal): Promise<void>
  handle(exchange: Exchange, input: RawInput): Promise<Outgoing>
}

interface FoundRoute {
  readonly route: MountedRoute
  readonly params: RawInput['params']
  readonly query: RawInput['query']
}

const paramLengthMax = 1024
const noBody: BodyRules = { type: 'none', bytesMax: 0 }

export class Routes {
  readonly #router = findMyWay({
    maxParamLength: paramLengthMax,
    querystringParser: (text) => text,
    onBadUrl: () => malformedUrl,
    onMaxParamLength: () => longSegment,
  })
  readonly #methods = new Set<Method>()
  /** In the router's syntax: parameters as `:name`, a trailing `*` for the rest. */
  readonly urls = new Set<string>()
  /** Counts requests that are for no route. */
  readonly #unmatched: RouteMeter

  constructor(unmatched: RouteMeter) {
    this.#unmatched = unmatched
  }

  /** A route for GET also handles HEAD. */
  add(method: Method, url: string, route: MountedRoute): void {
    this.#router.on(method, url, () => route)
    this.#methods.add(method)
    this.urls.add(url)
  }

  /** A route for what is not part of any service: not counted by name, and never with a body. */
  support(handle: MountedRoute['handle']): MountedRoute {
    return { access: 'none', info: supportRouteInfo, meter: this.#unmatched, body: noBody, handle }
  }

  /** Always finds one: a request that is for no route is handled by one that says why. */
  find({ method = '', url = '' }: IncomingMessage): FoundRoute {
    const found = this.#match(method === 'HEAD' ? 'GET' : method, url)
    if (found === undefined) return this.refuse(() => this.#explainUnmatched(method, url))
    if (found instanceof Failure) return this.refuse(() => found)
    const { route, params, queryText } = found
    if (route.passthrough) return { route, params, query: {} }
    try {
      return { route, params, query: parseQueryString(queryText) }
    } catch (failure) {
      return this.refuse(() => failure as Failure)
    }
  }

  /** Refusals are counted and limited like other requests, so the reason is found afterwards. */
  refuse(explain: () => Failure | ResponseEntry): FoundRoute {
    const route = this.support(async () => {
      const reason = explain()
      if (reason instanceof Failure) throw reason
      return { entry: reason }
    })
    return { route, params: {}, query: {} }
  }

  /** Undefined if no route has this path; `*` stands for the whole server. */
  allowedMethods(path: string): string[] | undefined {
    const methods = [...this.#methods].filter((method) => path === '*' || this.#match(method, path))
    if (methods.length === 0) return undefined
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
  }

  hasPath(path: string): boolean {
    return this.allowedMethods(path) !== undefined
  }

  #match(method: string, url: string) {
    const found = this.#router.find(method as Method, url)
    if (found === null) return undefined
    const target = (found.handler as () => MountedRoute | Failure)()
    if (target instanceof Failure) return target
    const params = found.params as RawInput['params']
    // `/notices/` is not the notice without an id: the path exists without its last slash.
    for (const name in params) if (params[name] === '' && name !== '*') return undefined
    return { route: target, params, queryText: found.searchParams as unknown as string }
  }

  /** 404, 405 with `Allow`, and 204 for `OPTIONS`. */
  #explainUnmatched(method: string, url: string): Failure | ResponseEntry {
    const path = pathOf(url)
    if (this.#match('GET', path) === malformedUrl) return malformedUrl
    const allowed = this.allowedMethods(path)
    if (allowed === undefined) return this.#notFound(path)
    const allow = allowed.join(', ')
    if (method === 'OPTIONS') {
      return bodylessEntry(204, {
        cacheControl: 'no-store',
        headers: { allow, ...preflightHeaders, 'access-control-allow-methods': allow },
      })
    }
    return new Failure('method_not_allowed', `${method} is not allowed on this path.`, {
      details: { allowed },
      headers: { allow },
    })
  }

  #notFound(path: string): Failure {
    const suggestions = suggestPaths(path, this)
    const question = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
    return new Failure('not_found', `No resource exists at this path.${question}`, {
      details: {
        ...(suggestions.length === 0
          ? {}
          : { did_you_mean: suggestions.length === 1 ? suggestions[0] : suggestions }),
        hint: 'The API references are linked from / and /docs.',
      },
    })
  }
}

const malformedUrl = new Failure('malformed_request', 'The URL is not valid percent-encoded UTF-8.')
const longSegment = new Failure('uri_too_long', 'A path segment is too long.')

/** A URL in absolute form starts with the host. */
function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/^https?:\/\/[^/]*/i, '') || '/'
}
