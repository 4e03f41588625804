/** Detects what blocks an anonymous visitor from a page. Gates are reported, never circumvented. */

import { findStatusRule, type StatusRule } from '../../../sync/status-rules.ts'
import type { Gate } from '../normalise/vocabulary.ts'

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

/** What a status means at every provider, and the gate that is published for it. 429 is not a gate: it asks to come back later. */
export const gateRules: readonly (StatusRule & DetectedGate)[] = [
  ...['signature', 'signedAt'].map((word): StatusRule & DetectedGate => ({
    statuses: [400, 401],
    typeHas: 'json',
    bodyHas: [word],
    means: 'refused',
    gate: 'signed_api',
    reason: 'The API accepts signed requests only',
    evidence: 'Vanta: 400 if the signature or its time is missing, 401 if it is invalid.',
  })),
  {
    statuses: [401],
    means: 'refused',
    gate: 'auth_api',
    reason: 'The API requires a login',
    evidence: 'Thoropass: 401 for anonymous requests behind a public page.',
  },
  {
    statuses: [404, 410],
    means: 'gone',
    confirmedBy: 'a second read: one sighting changes nothing that was published',
    gate: 'gone',
    reason: 'Not found',
    evidence: 'Former centers; Comp AI answers 404 for drafts too.',
  },
  {
    statuses: [402, 403, 407, 451],
    means: 'refused',
    gate: 'waf_block',
    reason: 'Automated requests are blocked',
    evidence: '403 in four of five probe notes of SafeBase; the others are a precaution.',
  },
]

/** `undefined` if there is no gate. */
export function detectGate(response: GateEvidence): DetectedGate | undefined {
  const { status, type, body } = response
  if (response.disallowed) return { gate: 'robots', reason: 'Disallowed by robots.txt.' }
  if (response.challenged || isChallenge(body)) {
    return { gate: 'bot_challenge', reason: `Bot challenge (status ${status}).` }
  }
  const rule = findStatusRule(gateRules, 'page', { status, headers: { 'content-type': type }, body })
  if (rule !== undefined) return { gate: rule.gate, reason: `${rule.reason} (status ${status}).` }
  if (isSignIn(response.url)) return { gate: 'login', reason: 'The URL redirects to a sign-in page.' }
  return undefined
}

function isChallenge(body: string): boolean {
  return /<title>\s*(?:Just a moment\.\.\.|Vercel Security Checkpoint)/i.test(body)
}

function isSignIn(url: string): boolean {
  if (!URL.canParse(url)) return false
  return /\/(?:log-?in|sign-?in|auth\/login)\/?$/i.test(new URL(url).pathname)
}
