/** What lets callers and caches keep an answer: tags, and how long it may be used. */

import { hash } from 'node:crypto'
import type { HandlerCache } from '../reply.ts'
import type { CachePolicy } from '../route.ts'

/** For how long an answer that is made now stays true. */
export interface Validity {
  readonly etag: string
  readonly expiresAt: number
  /** Has nothing been published since? */
  isCurrent(): boolean
}

const minuteMs = 60_000

/** Undefined for answers that are never kept. `question` is everything the answer depends on beside data and time. */
export function computeValidity(
  policy: CachePolicy,
  target: readonly unknown[],
  nowMs: number,
  versionOf: (scope: string) => number,
): Validity | undefined {
  if (policy === 'no-store' || policy === 'own') return undefined
  const { scope, secondScope, expiresEachMinute } = policy
  const version = versionOf(scope)
  const alsoVersion = secondScope === undefined ? undefined : versionOf(secondScope)
  const minute = expiresEachMinute ? Math.floor(nowMs / minuteMs) : undefined
  return {
    etag: computeEtag([...target, version, minute ?? 0, ...(secondScope === undefined ? [] : [alsoVersion])]),
    expiresAt: minute === undefined ? Number.POSITIVE_INFINITY : (minute + 1) * minuteMs,
    isCurrent: () =>
      versionOf(scope) === version && (secondScope === undefined || versionOf(secondScope) === alsoVersion),
  }
}

export function cacheHeaders(
  policy: CachePolicy,
  validity: Validity | undefined,
  isPrivate: boolean,
): Record<string, string> {
  if (policy === 'no-store' || policy === 'own' || validity === undefined) {
    return { 'cache-control': 'no-store' }
  }
  const sharing = isPrivate ? 'private' : 'public'
  return { 'cache-control': `${sharing}, max-age=${policy.maxAgeSeconds}`, etag: validity.etag }
}

/** The headers of an answer its handler keeps; `age` and `cache-status` are told apart because they change with time. */
export function handlerCacheHeaders(
  { cacheControl, etag }: HandlerCache,
  isPrivate: boolean,
): Record<string, string> {
  return { 'cache-control': isPrivate ? toPrivateCacheControl(cacheControl) : cacheControl, etag }
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

/** Weak comparison of an `If-None-Match` list with one tag; `*` is for those who know that there is something. */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const bare = opaqueTag(etag)
  return ifNoneMatch.split(',').some((tag) => opaqueTag(tag.trim()) === bare)
}

/** From the version of the data and the question, never from the answer: the same on every node. */
function computeEtag(parts: readonly unknown[]): string {
  return `W/"${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)}"`
}

function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
