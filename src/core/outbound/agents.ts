/** The two ways to connect, each opened with its first request: a process that asks nobody never loads the client. */

import { createRequire } from 'node:module'
import type { Agent } from 'undici'
import type { Settings } from './outbound.ts'
import { guardedLookup } from './public-address.ts'

const load = createRequire(import.meta.url)

export class Agents implements AsyncDisposable {
  readonly #settings: Settings
  #open: Agent | undefined
  #guarded: Agent | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** For the hosts that configuration sent elsewhere or allowed to be private. */
  get open(): Agent {
    this.#open ??= this.#connect(this.#settings.lookup)
    return this.#open
  }

  /** Refuses private addresses when it connects. */
  get guarded(): Agent {
    this.#guarded ??= this.#connect(guardedLookup(this.#settings.lookup))
    return this.#guarded
  }

  #connect(lookup: Settings['lookup']): Agent {
    const { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs } = this.#settings
    const undici = load('undici') as typeof import('undici')
    return new undici.Agent({
      allowH2: false,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
      connect: { timeout: connectTimeoutMs, ...(lookup ? { lookup } : {}) },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#open?.destroy(), this.#guarded?.destroy()])
  }
}
