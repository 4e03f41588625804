/** A value that is printed as dots wherever it ends up, and told only to those who ask for it by name. */

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
