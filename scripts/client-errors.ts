/** The error classes of the client, made from the closed list in `src/core/errors.ts`. */

import { errorKinds } from '../src/core/errors.ts'

export function renderClientErrors(command: string): string {
  const kinds = Object.entries(errorKinds)
  return [
    `/** One class per code of the server’s closed list; made by \`${command}\`, not by hand. */`,
    "import { ApiError } from '../errors.ts'",
    ...kinds.map(([code, { status, retry = false, meaning, remedy }]) =>
      [
        `/** Status ${status}. ${meaning} ${remedy} */`,
        `export class ${className(code)} extends ApiError {`,
        `  override readonly name: string = '${className(code)}'`,
        `  override readonly shouldRetry: boolean = ${retry}`,
        `  declare readonly code: '${code}'`,
        '}',
      ].join('\n'),
    ),
    `export const errorClasses = {\n${kinds.map(([code]) => `  ${code}: ${className(code)},`).join('\n')}\n} as const`,
    'export type ErrorCode = keyof typeof errorClasses',
  ].join('\n\n')
}

function className(code: string): string {
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Error`
}
