/** Detects what blocks an anonymous visitor from a page. Gates are reported, never circumvented. */

import type { Gate } from '../vocabulary.ts'

export interface GateEvidence {
  readonly status: number
  readonly url: string
  readonly type: string
  readonly body: string
  /** The outbound client detected a bot challenge. */
  readonly challenged?: boolean
  /** Disallowed by robots.txt. */
  readonly disallowed?: boolean
}

export interface DetectedGate {
  readonly gate: Exclude<Gate, 'none'>
  readonly reason: string
}

/** `undefined` if there is no gate. */
export function detectGate(response: GateEvidence): DetectedGate | undefined {
  const { status, body } = response
  if (response.disallowed) return { gate: 'robots', reason: 'Disallowed by robots.txt.' }
  if (response.challenged || isChallenge(body)) {
    return { gate: 'bot_challenge', reason: `Bot challenge (status ${status}).` }
  }
  if (isSignatureError(response)) {
    return { gate: 'signed_api', reason: `The API accepts signed requests only (status ${status}).` }
  }
  if (status === 401) return { gate: 'auth_api', reason: 'The API requires a login (status 401).' }
  if (status === 404 || status === 410) return { gate: 'gone', reason: `Not found (status ${status}).` }
  if (status === 403) return { gate: 'waf_block', reason: 'Automated requests are blocked (status 403).' }
  if (isSignIn(response.url)) return { gate: 'login', reason: 'The URL redirects to a sign-in page.' }
  return undefined
}

function isChallenge(body: string): boolean {
  return /<title>\s*(?:Just a moment\.\.\.|Vercel Security Checkpoint)/i.test(body)
}

function isSignatureError({ status, type, body }: GateEvidence): boolean {
  return (status === 400 || status === 401) && /json/i.test(type) && /signature|signedAt/.test(body)
}

function isSignIn(url: string): boolean {
  if (!URL.canParse(url)) return false
  return /\/(?:log-?in|sign-?in|auth\/login)\/?$/i.test(new URL(url).pathname)
}
