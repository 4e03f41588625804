/** HTTP caching: entity tags and how long a response may be reused. */

import { hash } from 'node:crypto'
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
  versionOf: (scope: string) => number,
): Validity | undefined {
  if (typeof policy === 'string') return undefined
  const { scope, secondScope, expiresEachMinute } = policy
  const version = versionOf(scope)
  const secondVersion = secondScope === undefined ? undefined : versionOf(secondScope)
  const minute = expiresEachMinute ? Math.floor(nowMs / minuteMs) : undefined
  return {
    etag: weakEtag(
      JSON.stringify([
        ...target,
        version,
        minute ?? 0,
        ...(secondScope === undefined ? [] : [secondVersion]),
      ]),
    ),
    expiresAt: minute === undefined ? Number.POSITIVE_INFINITY : (minute + 1) * minuteMs,
    isCurrent: () =>
      versionOf(scope) === version && (secondScope === undefined || versionOf(secondScope) === secondVersion),
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

/** Hash what identifies the response, such as the request and the version of the data, so that every node agrees. */
export function weakEtag(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
}

function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
