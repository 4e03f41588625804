/** Which methods a path takes, so that a wrong one is a 405 with `Allow` and not a 404. */

export class AllowedMethods {
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  /** `url` as the router has it, parameters as `:name`, a trailing `*` for the rest. */
  add(url: string, added: readonly string[]): void {
    const known = this.#paths.get(url)?.methods ?? ['OPTIONS']
    this.#paths.set(url, { pattern: toPattern(url), methods: new Set([...known, ...added]) })
  }

  /** Undefined when no route has this path; `*` is the server as a whole. */
  of(path: string): string[] | undefined {
    const found = new Set<string>()
    for (const { pattern, methods } of this.#paths.values()) {
      if (path !== '*' && !pattern.test(path)) continue
      for (const method of methods) found.add(method)
    }
    return found.size === 0 ? undefined : [...found].sort()
  }
}

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => {
      if (part === '*') return '.*'
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
    .join('/')
  return new RegExp(`^${source === '' ? '/' : source}$`)
}
