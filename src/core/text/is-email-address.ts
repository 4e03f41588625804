const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Plain ASCII in a form that is not ambiguous: look-alikes of ASCII letters could be another's address. */
export function isEmailAddress(text: string): boolean {
  const address = text.toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  return (
    at > 0 &&
    // Lower-casing can turn non-ASCII letters into ASCII, so the original is checked.
    /^[\x21-\x7e]+$/.test(text) &&
    address.length <= 254 &&
    local.length <= 64 &&
    localPart.test(local) &&
    labels.length >= 2 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}
