/** Why the provider refuses something, in its words. */

import { MarketCallError } from './errors.ts'
import { isObject } from './messages.ts'

/** The provider’s reasons are a sentence; what is longer is for no reader. */
const textCharsMax = 500

/** `critical_error`: the session, the reason, a description of the call. */
export function toCallError([, reason, description]: readonly unknown[]): MarketCallError {
  return new MarketCallError(toReason(reason), toText(description))
}

/** The provider sends a text, or an object with the text. */
export function toReason(value: unknown): string {
  return toText(isObject(value) ? (value.error ?? value) : value) || 'no reason given'
}

function toText(value: unknown): string {
  const known = value ?? ''
  const text = typeof known === 'string' ? known : toJson(known)
  if (text.length <= textCharsMax) return text
  // Half a character is none.
  return `${text.slice(0, textCharsMax).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** What is nested too deep for the stack can be parsed, but not written. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}
