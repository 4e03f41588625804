/** The two undici agents, created on first use: a process without outbound requests never loads undici. */

import { createRequire } from 'node:module'
import type { Agent } from 'undici'
import type { OutboundSettings } from './outbound.ts'
import { publicOnlyLookup } from './public-address.ts'

const load = createRequire(import.meta.url)

export class Agents implements AsyncDisposable {
  readonly #settings: OutboundSettings
  #unrestricted: Agent | undefined
  #publicOnly: Agent | undefined

  constructor(settings: OutboundSettings) {
    this.#settings = settings
  }

  /** For hosts whose origin is overridden or that may be private. */
  get unrestricted(): Agent {
    this.#unrestricted ??= this.#createAgent(this.#settings.lookup)
    return this.#unrestricted
  }

  /** Rejects private addresses when it connects. */
  get publicOnly(): Agent {
    this.#publicOnly ??= this.#createAgent(publicOnlyLookup(this.#settings.lookup))
    return this.#publicOnly
  }

  #createAgent(lookup: OutboundSettings['lookup']): Agent {
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
    await Promise.all([this.#unrestricted?.destroy(), this.#publicOnly?.destroy()])
  }
}
