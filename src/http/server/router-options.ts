/** How paths are matched, by the framework and without it. */

import { parseQueryString } from '../request/query-string.ts'

export const routerOptions = {
  maxParamLength: 1024,
  querystringParser: deferredQueryString,
  ignoreTrailingSlash: false,
}

/** An error thrown inside the router would bypass the error handler, so it is returned and thrown in the first hook. */
function deferredQueryString(text: string): Record<string, string> {
  try {
    return parseQueryString(text)
  } catch (failure) {
    return failure as Record<string, string>
  }
}

/** `/notices/` is not the notice without an id: the path exists without its last slash. */
export function hasEmptyParameter(params: Readonly<Record<string, string>>): boolean {
  for (const name in params) if (params[name] === '' && name !== '*') return true
  return false
}
