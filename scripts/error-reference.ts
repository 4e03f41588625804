/** The reference page of errors, made from the closed list in `src/core/errors.ts`. */

import { errorKinds } from '../src/core/errors.ts'

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
      `What to do: ${kind.remedy}${kind.retry ? ' The same request can succeed later.' : ''}`,
    ].join('\n\n'),
  )
  return `${[
    '# Errors',
    'Every answer with a status of 400 or more has one shape, whatever went wrong and wherever:',
    example,
    [
      '`code` is one of the list below and is what a program should look at; `message` is for people and may change.',
      '`details`, where there is something to add, names the parameter and what would be right. `request_id` is also in the',
      '`x-request-id` header; quote it when you report a problem.',
    ].join('\n'),
    [
      'A client that sends `Accept: application/problem+json` gets the same facts as RFC 9457 problem details. New codes may be',
      'added; a code never changes its status and is never used again for something else.',
    ].join('\n'),
    ['| Code | Status | Retry helps | Meaning |', '|---|---|---|---|', ...rows].join('\n'),
    ...sections,
  ].join('\n\n')}\n`
}

const example = `\`\`\`json
{
  "error": {
    "code": "invalid_request",
    "message": "limit must be a whole number from 1 to 100",
    "details": { "parameter": "limit", "received": "abc" }
  },
  "meta": { "request_id": "…" }
}
\`\`\``
