/** What a reader is: which addresses it asks for one center, and what it makes of the answers. */

import { Failure } from '../../../../core/errors.ts'
import type { Findings } from '../../normalise/findings.ts'
import type { SourceKind } from '../../normalise/vocabulary.ts'
import type { TrustMember } from '../../schema/records.ts'

export interface FetchStep {
  readonly name: string
  readonly url: string
  readonly kind: SourceKind
  /** Sent as JSON by POST. */
  readonly body?: unknown
  /** A center may lack it; without it the rest is read all the same. */
  readonly optional?: boolean
}

/** An answer that no gate stood before, by the name of its step. */
export type ResponseBodies = ReadonlyMap<string, string>

export interface Adapter {
  readonly provider: string
  /** Raised when the same page is to be read differently. */
  readonly version: number
  /** What it reads is rendered for people: rows may be missing, so absence proves nothing. */
  readonly bestEffort: boolean
  /** Hosts it asks besides the center's own. */
  readonly hosts: readonly string[]
  steps(member: TrustMember): readonly FetchStep[]
  /** Throws `upstream_changed` for what it does not understand. */
  parse(answers: ResponseBodies, member: TrustMember): Findings
}

export function upstreamChanged(what: string): Failure {
  return new Failure('upstream_changed', what)
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('upstream_changed', `${what} is not JSON.`, { cause })
  }
}

export function requireBody(answers: ResponseBodies, name: string): string {
  const answer = answers.get(name)
  if (answer === undefined) throw upstreamChanged(`The answer ${name} is missing.`)
  return answer
}

/** The last part of a path: `https://trust.example.com/acme/` is acme. */
export function lastSegment(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '')
}
