/** Checks of options that can never work, made when they are passed. */

/** `Infinity` is allowed: no limit. */
export function assertAmounts(amounts: Readonly<Record<string, number | undefined>>): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (amount !== undefined && !(typeof amount === 'number' && amount >= 0))
      throw new TypeError(`${name} cannot be ${amount}`)
  }
}

export function assertUrl(name: string, address: string, schemes: readonly string[]): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !schemes.includes(url.protocol))
    throw new TypeError(`${name} begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`)
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`${name} cannot hold a name or password`)
}

/** The message does not repeat the value, because errors are logged. */
export function assertSecret(name: string, secret: string | undefined): void {
  if (secret !== undefined && !/^[\x21-\x7e]+$/.test(secret))
    throw new TypeError(`${name} is made of visible ASCII characters, without spaces and line breaks`)
}
