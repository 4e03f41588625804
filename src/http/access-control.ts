/** Who may pass: the seam between the edge and whatever knows identities and limits. */

import type { IncomingMessage } from 'node:http'

/** The parts of a request a decision is made from. */
export interface Caller {
  readonly address: string
  /** What the request came over; lives as long as it does. */
  readonly connection: object
  readonly authorization: string | undefined
  readonly apiKey: string | undefined
  readonly serviceKey: string | undefined
}

/** `none`: credentials are not looked at; `optional`: anyone, but a wrong credential is refused; the rest as they say. */
export type Access = 'none' | 'optional' | 'key_or_token' | 'token'

/** Where a request goes, as far as a decision or its record depends on it. One object per route. */
export interface RouteInfo {
  /** Method and path, as in the metrics. */
  readonly route: string
  /** The resource the path begins with, the same wherever the service is mounted: `showtimes`. */
  readonly family: string
  /** What the route is for, from its tag. */
  readonly usecase: string
  /** Health, metrics and pages are not counted. */
  readonly isRateLimited: boolean
}

/** Who asks. */
export interface Principal {
  /** Whose limits and credits count: an identity, or the address of an anonymous caller. */
  readonly subject: string
  /** Present when a valid credential was shown. */
  readonly identityId: string | undefined
  readonly credential: 'none' | 'key' | 'token'
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

export interface AccessControl {
  /** Decides from memory alone; undefined when it cannot, or when the answer is no. Must not count twice with `admit`. */
  admitSync(caller: Caller, access: Access, place: RouteInfo, now: number): Admission | undefined
  /** Throws when the URL holds what does not belong there, before anything repeats it. */
  checkUrl?(url: string): void
  /** Decides, or throws what the caller is told. */
  admit(caller: Caller, access: Access, place: RouteInfo): Promise<Admission>
}

export const anonymous: Principal = { subject: 'nobody', identityId: undefined, credential: 'none' }

/** Without limits, and without a name. */
export const unrestricted: Admission = { rateLimit: undefined, principal: anonymous }

export const allowAll: AccessControl = {
  admitSync: () => unrestricted,
  admit: async () => unrestricted,
}

/** The headers by name, for a failure that carries them. */
export function rateLimitFields({ policy, state }: RateLimitHeaders): Record<string, string> {
  return { 'ratelimit-policy': policy, ratelimit: state }
}

export function toCaller({ headers, socket }: IncomingMessage, address: string): Caller {
  return {
    address,
    connection: socket,
    authorization: headers.authorization,
    apiKey: firstValue(headers['x-api-key']),
    serviceKey: firstValue(headers['x-service-key']),
  }
}

/** `url` is the route with its base path, e.g. `/cinema/v1/showtimes/search`. */
export function toRouteInfo(method: string, url: string, tag: string, access: Access): RouteInfo {
  const [, path = url] = /^(?:\/[^/]+)*?\/v1\/(.+)$/.exec(url) ?? []
  return {
    route: `${method} ${url}`,
    family: path.split('/').find((part) => part !== '') ?? 'root',
    usecase: tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    isRateLimited: access !== 'none' || method !== 'GET',
  }
}

/** A credential of any kind makes an answer private, even where it is not looked at. */
export function hasCredential(caller: Caller): boolean {
  return caller.authorization !== undefined || caller.apiKey !== undefined || caller.serviceKey !== undefined
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
