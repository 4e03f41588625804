/** A value that is printed as dots wherever it ends up, and told only to those who ask for it by name. */

import { inspect } from 'node:util'

export const dots = '••••'

export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return dots
  }

  toJSON(): string {
    return dots
  }

  [inspect.custom](): string {
    return dots
  }
}
