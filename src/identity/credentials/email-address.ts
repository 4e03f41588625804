/** Validates e-mail addresses: plain ASCII in a form that is not ambiguous. */

import { Failure } from '../../core/errors.ts'

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Returns the address in lower case, or throws `invalid_request`. Look-alikes of ASCII letters could be another's address. */
export function parseEmail(text: string): string {
  const address = text.toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  const isValid =
    at > 0 &&
    // Lower-casing can turn non-ASCII letters into ASCII, so the original is checked.
    /^[\x21-\x7e]+$/.test(text) &&
    address.length <= 254 &&
    local.length <= 64 &&
    localPart.test(local) &&
    labels.length >= 2 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  if (isValid) return address
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
