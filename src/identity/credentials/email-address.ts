/** Validates e-mail addresses. */

import { Failure } from '../../core/errors.ts'
import { isEmailAddress } from '../../core/text/is-email-address.ts'

/** Returns the address in lower case, or throws `invalid_request`. */
export function parseEmail(text: string): string {
  if (isEmailAddress(text)) return text.toLowerCase()
  throw new Failure('invalid_request', '"email" must be an e-mail address such as name@example.org.', {
    details: {
      parameter: 'email',
      in: 'body',
      expected: 'an e-mail address in ASCII, at most 254 characters',
    },
  })
}

/** `name+anything@example.org` is delivered to the mailbox of `name@example.org` at most providers. */
export function toMailbox(address: string): string {
  const plus = address.indexOf('+')
  const at = address.lastIndexOf('@')
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address
}
