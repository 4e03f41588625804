/** Why the provider refuses something, in its words. */

import { isObject } from './messages.ts'

/** The provider’s reasons are a sentence; what is longer is for no reader. */
const reasonCharsMax = 500

/** The provider sends a text, or an object with the text. */
export function toReason(value: unknown): string {
  const reason = isObject(value) ? (value.error ?? value) : (value ?? '')
  const text = typeof reason === 'string' ? reason : toJson(reason)
  if (text === '') return 'no reason given'
  return text.length > reasonCharsMax ? `${text.slice(0, reasonCharsMax)}…` : text
}

/** What is nested too deep for the stack can be parsed, but not written. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}
