/** Renders the error reference from the closed list in `src/core/errors.ts`. */

import { errorKinds } from '../../src/core/errors.ts'

export function renderErrorReference(): string {
  const kinds = Object.entries(errorKinds).sort(([, a], [, b]) => a.status - b.status)
  const rows = kinds.map(
    ([code, kind]) =>
      `| [\`${code}\`](#${code}) | ${kind.status} | ${kind.retry ? 'yes' : 'no'} | ${kind.meaning} |`,
  )
  const sections = kinds.map(([code, kind]) =>
    [
      `## ${code}`,
      `**Status ${kind.status}.** ${kind.meaning}`,
      `What to do: ${kind.remedy}${kind.retry ? ' The same request may succeed later.' : ''}`,
    ].join('\n\n'),
  )
  return `${[
    '# Errors',
    'Every response with a status of 400 or above has the same shape:',
    example,
    [
      '`code` is one of the codes below: programs should rely on it. `message` is for people and may change. `details`, where',
      'present, names the parameter and the values it accepts. `docs` is this page on your server. `request_id` is also in the `x-request-id` header; quote it when',
      'you report a problem.',
    ].join('\n'),
    [
      'With `Accept: application/problem+json` the server sends the same information as RFC 9457 problem details. Browsers, and other',
      'clients that prefer `text/html`, get it as a page. New codes may be added; an existing code never changes its status or its meaning.',
    ].join('\n'),
    ['| Code | Status | Worth retrying | Meaning |', '|---|---|---|---|', ...rows].join('\n'),
    ...sections,
  ].join('\n\n')}\n`
}

const example = `\`\`\`json
{
  "error": {
    "code": "invalid_request",
    "message": "The parameter \\"limit\\" must be an integer such as 12.",
    "details": { "parameter": "limit", "expected": "an integer such as 12" },
    "docs": "/docs/errors#invalid_request"
  },
  "meta": { "request_id": "…" }
}
\`\`\``
