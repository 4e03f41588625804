/** What the responses of a platform mean where that is not obvious, as data with evidence; read by the adapters. */

import { type ErrorCode, Failure } from '../core/errors.ts'
import type { OutboundResponse } from '../core/outbound/outbound.ts'

/**
 * `gone`: the member no longer exists. `unavailable`: try again later. `refused`: a gate. `empty`: there is nothing,
 * and that is a complete result. `partial`: something is missing from the list. `moved`: the platform or the address
 * of the member has changed, and a person has to correct it.
 */
export type Meaning = 'gone' | 'unavailable' | 'refused' | 'empty' | 'partial' | 'moved'

interface Condition {
  readonly statuses: readonly number[]
  /** The kinds of responses it applies to. Default: all. */
  readonly kinds?: readonly string[]
  /** One of these texts, in lower case, is in the `Location` header. */
  readonly locationHas?: readonly string[]
  /** This text is in the `Content-Type` header. */
  readonly typeHas?: string
  /** All of these texts are in the body, which is short. */
  readonly bodyHas?: readonly string[]
  /** The body is empty. */
  readonly bodyIsEmpty?: true
  /** Where this was seen. */
  readonly evidence: string
}

/** Nothing is gone by one response: `confirmedBy` says which other kind of response must agree. */
export type StatusRule = Condition &
  (
    | { readonly means: 'gone'; readonly confirmedBy: string }
    | { readonly means: Exclude<Meaning, 'gone'>; readonly confirmedBy?: never }
  )

/** The first rule that applies is the one that counts. */
export type StatusRules = readonly StatusRule[]

/** Errors are short. A list may contain the same words in its texts. */
const errorLengthMax = 4096

/** The statuses to pass to the outbound client, which would otherwise throw or follow a redirect. */
export function statusesOf(rules: StatusRules, kind: string): number[] {
  return [...new Set(rules.filter((rule) => appliesTo(rule, kind)).flatMap(({ statuses }) => statuses))]
}

/** Undefined for a response that is what was requested. */
export function findStatusRule<Rule extends StatusRule>(
  rules: readonly Rule[],
  kind: string,
  { status, headers, body }: Pick<OutboundResponse, 'status' | 'headers' | 'body'>,
): Rule | undefined {
  const location = (headers.location ?? '').toLowerCase()
  const type = (headers['content-type'] ?? '').toLowerCase()
  return rules.find(
    (rule) =>
      appliesTo(rule, kind) &&
      rule.statuses.includes(status) &&
      (rule.locationHas?.some((text) => location.includes(text)) ?? true) &&
      type.includes(rule.typeHas ?? '') &&
      (rule.bodyIsEmpty === undefined || body.trim() === '') &&
      (rule.bodyHas === undefined ||
        (body.length <= errorLengthMax && rule.bodyHas.every((text) => body.includes(text)))),
  )
}

/** For a response without which the caller cannot continue. */
export function toFailure({ means }: StatusRule, { status }: Pick<OutboundResponse, 'status'>): Failure {
  const [code, message] = failures[means]
  return new Failure(code, `${message} (status ${status}).`)
}

const failures: Readonly<Record<Meaning, readonly [ErrorCode, string]>> = {
  gone: ['upstream_changed', 'The source no longer has what was requested'],
  unavailable: ['upstream_unavailable', 'The source is temporarily unavailable'],
  refused: ['upstream_refused', 'The source refused the request'],
  empty: ['upstream_changed', 'The source returned nothing'],
  partial: ['upstream_changed', 'The source left out a part'],
  moved: ['upstream_changed', 'The source has moved'],
}

function appliesTo({ kinds }: StatusRule, kind: string): boolean {
  return kinds?.includes(kind) ?? true
}
