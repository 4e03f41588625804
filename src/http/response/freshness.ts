/** HTTP caching: entity tags and how long a response may be reused. */

import { hash } from 'node:crypto'
import { appVersion } from '../../core/app-version.ts'
import type { HandlerCache } from '../reply.ts'
import type { Representation } from '../request/media-types.ts'
import type { CachePolicy } from '../route.ts'

/** How long a response created now stays correct. */
export interface Validity {
  readonly etag: string
  /** Stands for the response in the cache: unlike the tag, no two requests with other parameters can share it. */
  readonly key: string
  readonly expiresAt: number
  /** False once newer data has been published. */
  isCurrent(): boolean
}

type StampOf = (scope: string) => string

/** `target` has the parameters of the request; `stampOf` the state of the data of a scope. */
export type ComputeValidity = (
  target: string,
  representation: Representation,
  nowMs: number,
  stampOf: StampOf,
) => Validity

const minuteMs = 60_000

/** Undefined for routes whose responses are not cached. */
export function createValidity(policy: CachePolicy, url: string): ComputeValidity | undefined {
  if (typeof policy === 'string') return undefined
  const { scope, secondScope, expiresEachMinute } = policy
  const stampsOf = (stampOf: StampOf) =>
    secondScope === undefined ? stampOf(scope) : `${stampOf(scope)} ${stampOf(secondScope)}`
  return (target, representation, nowMs, stampOf) => {
    const stamps = stampsOf(stampOf)
    const minute = expiresEachMinute ? Math.floor(nowMs / minuteMs) : 0
    // Unambiguous, because only the last part can be any text.
    const key = `${url}\n${representation}\n${stamps}\n${minute}\n${target}`
    return {
      etag: weakEtag(key),
      key,
      expiresAt: expiresEachMinute ? (minute + 1) * minuteMs : Number.POSITIVE_INFINITY,
      isCurrent: () => stampsOf(stampOf) === stamps,
    }
  }
}

/** `Cache-Control` of a route's responses, as for a caller without a credential. */
export function cacheControlOf(policy: CachePolicy): string {
  return typeof policy === 'string' ? 'no-store' : `public, max-age=${policy.maxAgeSeconds}`
}

/** `Age` (RFC 9111) and `Cache-Status` (RFC 9211). */
export function ageHeaders(
  { createdAt, freshUntil, cacheStatus }: HandlerCache,
  nowMs: number,
): { readonly age: string; readonly cacheStatus: string } {
  const age = Math.max(0, Math.floor((nowMs - createdAt) / 1000))
  const ttl = cacheStatus.startsWith('hit') ? `; ttl=${Math.floor((freshUntil - nowMs) / 1000)}` : ''
  return { age: String(age), cacheStatus: `broadsheet; ${cacheStatus}${ttl}` }
}

export function toPrivateCacheControl(cacheControl: string): string {
  return cacheControl.replace('public', 'private')
}

/** Weak comparison of an `If-None-Match` list with one tag. `*` does not match: it would prove that something exists. */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const bare = opaqueTag(etag)
  return ifNoneMatch.split(',').some((tag) => opaqueTag(tag.trim()) === bare)
}

/** The same for a response that is at hand, which therefore exists: `*` matches too. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  return etag !== undefined && (ifNoneMatch?.trim() === '*' || etagMatches(ifNoneMatch, etag))
}

/** Hash what identifies the response, such as the request and the stamp of the data, so that every node agrees. */
export function weakEtag(text: string): string {
  // Another version of the program may render the same data differently.
  return `W/"${hash('sha256', `${appVersion}\n${text}`, 'base64url').slice(0, 22)}"`
}

function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
