/** The methods that each path allows, so that a wrong one is a 405 with `Allow` and not a 404. */

export class AllowedMethods {
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  /** `url` in the router's syntax: parameters as `:name`, a trailing `*` for the rest. */
  add(url: string, added: readonly string[]): void {
    const existing = this.#paths.get(url)?.methods ?? ['OPTIONS']
    this.#paths.set(url, { pattern: toPattern(url), methods: new Set([...existing, ...added]) })
  }

  /** Undefined if no route has this path; `*` stands for the whole server. */
  forPath(path: string): string[] | undefined {
    const allowed = new Set<string>()
    for (const { pattern, methods } of this.#paths.values()) {
      if (path !== '*' && !pattern.test(path)) continue
      for (const method of methods) allowed.add(method)
    }
    return allowed.size === 0 ? undefined : [...allowed].sort()
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
