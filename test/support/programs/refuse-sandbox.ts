/** Loaded with `--import`: makes every import of a file in `sandbox/` fail, as if the folder did not exist. */

import { registerHooks } from 'node:module'

const sandboxFolder = new URL('../../../sandbox/', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    if (resolved.url.startsWith(sandboxFolder)) throw new Error(`refused to load ${resolved.url}`)
    return resolved
  },
})
