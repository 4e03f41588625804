/** The sources with the members that the registry has now, for a process that goes on while the registry changes. */

import type { AppContext } from '../app-context.ts'
import { loadSources, type SourcesAndWriters } from '../sources.ts'

export class CurrentSources {
  readonly #context: AppContext
  #version: string | undefined
  #loading: Promise<SourcesAndWriters> | undefined

  constructor(context: AppContext) {
    this.#context = context
  }

  /** Loaded at the first call, and again after every change. */
  async read(): Promise<SourcesAndWriters> {
    // Before anything is read: what changes meanwhile is noticed by the next call.
    const version = this.#context.profile.registryVersion()
    if (this.#loading === undefined || version !== this.#version) {
      this.#version = version
      this.#loading = loadSources(this.#context)
      this.#loading.catch(() => {
        this.#loading = undefined
      })
    }
    return await this.#loading
  }
}
