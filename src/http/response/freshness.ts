/** HTTP caching: entity tags and how long a response may be reused. */

import { hash } from 'node:crypto'
import { appVersion } from '../../core/app-version.ts'
import type { HandlerCache } from '../reply.ts'
import type { CachePolicy } from '../route.ts'

/** How long a response created now stays correct. */
export interface Validity {
  readonly etag: string
  readonly expiresAt: number
  /** False once newer data has been published. */
  isCurrent(): boolean
}

const minuteMs = 60_000

/** Undefined for responses that are not cached. `target` is everything the response depends on besides data and time. */
export function computeValidity(
  policy: CachePolicy,
  target: readonly unknown[],
  nowMs: number,
  stampOf: (scope: string) => string,
): Validity | undefined {
  if (typeof policy === 'string') return undefined
  const { scope, secondScope, expiresEachMinute } = policy
  const stamp = stampOf(scope)
  const secondStamp = secondScope === undefined ? undefined : stampOf(secondScope)
  const minute = expiresEachMinute ? Math.floor(nowMs / minuteMs) : undefined
  return {
    etag: weakEtag(
      JSON.stringify([...target, stamp, minute ?? 0, ...(secondScope === undefined ? [] : [secondStamp])]),
    ),
    expiresAt: minute === undefined ? Number.POSITIVE_INFINITY : (minute + 1) * minuteMs,
    isCurrent: () =>
      stampOf(scope) === stamp && (secondScope === undefined || stampOf(secondScope) === secondStamp),
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

/**
 * Hash what identifies the response, such as the request and the stamp of the data, so that every node agrees. The
 * version of the program is included, because another version may render the same data differently.
 */
export function weakEtag(text: string): string {
  return `W/"${hash('sha256', `${appVersion}\n${text}`, 'base64url').slice(0, 22)}"`
}

function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
