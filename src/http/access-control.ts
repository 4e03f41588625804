/** The interface between the HTTP server and whatever authenticates callers and limits their rate. */

import type { IncomingMessage } from 'node:http'
import { Failure } from '../core/errors.ts'
import type { Scope } from '../core/scopes.ts'

/** The parts of a request that decisions are based on. */
export interface Caller {
  readonly address: string
  readonly authorization: string | undefined
  readonly apiKey: string | undefined
  readonly serviceKey: string | undefined
}

/** `none`: credentials are ignored; `optional`: anyone, but an invalid credential is rejected; otherwise one is required. */
export type Access = 'none' | 'optional' | 'key_or_token' | 'token'

/** The facts about a route that access control and usage records need. One object per route. */
export interface RouteInfo {
  /** Method and path, as in the metrics. */
  readonly route: string
  /** The first resource of the path, wherever the service is mounted: `showtimes`. */
  readonly family: string
  /** Derived from the route's tag. */
  readonly usecase: string
  /** False for health checks, which must always respond. */
  readonly isRateLimited: boolean
  /** False for pages, metrics and paths that do not exist: they are not part of the API. */
  readonly isUsage: boolean
  /** What a key must be allowed to do. */
  readonly scope: Scope
}

/** A network around an anonymous caller. */
export interface WiderNetwork {
  readonly subject: string
  /** How many times the limits of one caller all its callers share. */
  readonly factor: number
}

/** The authenticated caller. */
export interface Principal {
  /** The owner of limits and credits: the first identity of a mailbox, or the address of an anonymous caller. */
  readonly subject: string
  /** What is limited for the subject is limited for these too, the narrowest first; none for identities. */
  readonly networks: readonly WiderNetwork[]
  /** Undefined without a valid credential. */
  readonly identityId: string | undefined
  readonly credential: 'none' | 'key' | 'token'
  /** Undefined: all of them. */
  readonly scopes?: ReadonlySet<Scope> | undefined
}

/** The values of the `RateLimit-Policy` and `RateLimit` headers. */
export interface RateLimitHeaders {
  readonly policy: string
  readonly state: string
}

export interface Admission {
  /** Undefined when the request is not rate-limited. */
  readonly rateLimit: RateLimitHeaders | undefined
  readonly principal: Principal
}

/** A request that was admitted and has its response. */
export interface CompletedRequest {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly address: string
  readonly status: number
  readonly elapsedMs: number
}

export interface AccessControl {
  /** Decides from memory; undefined if it cannot, or if the caller is rejected. Must not count a request twice with `admit`. */
  admitSync(caller: Caller, access: Access, routeInfo: RouteInfo, now: number): Admission | undefined
  /** Throws if the URL contains a secret, before anything repeats it. */
  checkUrl?(url: string): void
  /** Throws as `admit` does if the credential of an open stream no longer allows it. Counts nothing. */
  verify?(caller: Caller, access: Access, routeInfo: RouteInfo): Promise<void>
  /** Notes for the caller what the request was; must not throw or wait. */
  recordRequest?(principal: Principal, completed: CompletedRequest): void
  /** Throws if the caller is rejected. */
  admit(caller: Caller, access: Access, routeInfo: RouteInfo): Promise<Admission>
}

export const anonymous: Principal = {
  subject: 'nobody',
  networks: [],
  identityId: undefined,
  credential: 'none',
}

export const unrestricted: Admission = { rateLimit: undefined, principal: anonymous }

export const allowAll: AccessControl = {
  admitSync: () => unrestricted,
  admit: async () => unrestricted,
}

/** The headers by name, for a failure that carries them. */
export function rateLimitFields({ policy, state }: RateLimitHeaders): Record<string, string> {
  return { 'ratelimit-policy': policy, ratelimit: state }
}

export function toCaller({ headers }: IncomingMessage, address: string): Caller {
  return {
    address,
    authorization: headers.authorization,
    apiKey: firstValue(headers['x-api-key']),
    serviceKey: firstValue(headers['x-service-key']),
  }
}

interface DescribedRoute {
  readonly method: string
  readonly tag: string
  readonly access: Access
  readonly isHealthCheck?: boolean
  readonly scope?: Scope
}

/** `url` is the route with its base path, e.g. `/cinema/v1/showtimes/search`. */
export function toRouteInfo(described: DescribedRoute, url: string): RouteInfo {
  const { method, tag, access, isHealthCheck } = described
  const path = url.split('/v1/').slice(1).join('/v1/') || url
  return {
    route: `${method} ${url}`,
    family: path.split('/').find((part) => part !== '') ?? 'root',
    usecase: tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    isRateLimited: isHealthCheck !== true,
    isUsage: access !== 'none' || method !== 'GET',
    scope: scopeOf(described),
  }
}

/** For requests outside the routes: 404, 405, `OPTIONS` and the API reference. */
export const supportRouteInfo: RouteInfo = {
  route: 'support',
  family: 'support',
  usecase: 'support',
  isRateLimited: true,
  isUsage: false,
  scope: 'read',
}

/** Routes that need a credential are for those who run something, unless they say otherwise. */
export function scopeOf({ access, scope }: Pick<DescribedRoute, 'access' | 'scope'>): Scope {
  return scope ?? (access === 'key_or_token' ? 'operate' : 'read')
}

/** Throws `insufficient_scope`. */
export function requireScope({ scopes: allowed }: Principal, scope: Scope): void {
  if (allowed === undefined || allowed.has(scope)) return
  throw new Failure('insufficient_scope', `This key does not have the scope ${scope}.`, {
    details: { required_scope: scope, scopes: [...allowed] },
    headers: {
      'www-authenticate': `Bearer realm="broadsheet", error="insufficient_scope", scope="${scope}"`,
    },
  })
}

/** Any credential makes a response private, even where it is ignored. */
export function hasCredential(caller: Caller): boolean {
  return caller.authorization !== undefined || caller.apiKey !== undefined || caller.serviceKey !== undefined
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
