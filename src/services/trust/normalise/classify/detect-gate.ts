/** What stood between an anonymous reader and a page. A gate is a result with a reason; none is ever worked around. */

import type { Gate } from '../vocabulary.ts'

export interface GateEvidence {
  readonly status: number
  readonly url: string
  readonly type: string
  readonly body: string
  /** The outbound client has seen a page that asks for a person. */
  readonly challenged?: boolean
  /** The host asks programs to leave the address alone. */
  readonly disallowed?: boolean
}

export interface DetectedGate {
  readonly gate: Exclude<Gate, 'none'>
  readonly reason: string
}

/** `undefined` means that the answer is worth parsing. */
export function detectGate(response: GateEvidence): DetectedGate | undefined {
  const { status, body } = response
  if (response.disallowed)
    return { gate: 'robots', reason: 'The host asks programs not to read this address.' }
  if (response.challenged || isChallenge(body)) {
    return { gate: 'bot_challenge', reason: `A page that asks for a person, with status ${status}.` }
  }
  if (isSignatureError(response)) {
    return { gate: 'signed_api', reason: `The interface takes signed queries only (status ${status}).` }
  }
  if (status === 401) return { gate: 'auth_api', reason: 'The interface asks for a login (status 401).' }
  if (status === 429) return { gate: 'bot_challenge', reason: 'A checkpoint for programs, with status 429.' }
  if (status === 404 || status === 410)
    return { gate: 'gone', reason: `Nothing is there (status ${status}).` }
  if (status === 403) return { gate: 'waf_block', reason: 'Requests of programs are blocked (status 403).' }
  if (isSignIn(response.url)) return { gate: 'login', reason: 'The address leads to a sign-in page.' }
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
