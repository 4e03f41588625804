/** What the commands for identities share: an operator on the store, whose name goes into the audit log. */

import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { createAppContext } from '../app/app-context.ts'
import type { Operator } from '../app/identity.ts'
import type { CommandContext } from './command-context.ts'
import { loadSettings } from './command-settings.ts'
import { usageError } from './exit.ts'

export async function withOperator<Result>(
  command: Command,
  context: CommandContext,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const loaded = loadSettings(command, context)
  const { createOperator } = await import('../app/identity.ts')
  await using operator = await createOperator(await createAppContext(loaded, context), currentUserName())
  return await work(operator)
}

/** Undefined stays undefined. Throws a usage error. */
export function parsePositiveInteger(
  option: string,
  text: string | undefined,
  max: number,
): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= max) return value
  throw usageError([`${option} must be an integer from 1 to ${max}, not "${text.slice(0, 40)}"`])
}

function currentUserName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user id may have no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
