/** A secret value: it prints as dots everywhere, and only `reveal()` returns it. */

import { inspect } from 'node:util'

export const secretMask = '••••'

export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return secretMask
  }

  toJSON(): string {
    return secretMask
  }

  [inspect.custom](): string {
    return secretMask
  }
}
