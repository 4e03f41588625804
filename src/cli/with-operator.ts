/** What the commands for identities share: an operator at the store, and a name for the record. */

import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { createOperator } from '../app/identity.ts'
import { offlineAppContext } from './app-context.ts'
import type { CommandContext } from './command-context.ts'
import { loadSettings } from './command-settings.ts'
import { usageError } from './exit.ts'

type Operator = Awaited<ReturnType<typeof createOperator>>

/** Opens the store, does the work, closes it again. */
export async function withOperator<Result>(
  command: Command,
  context: CommandContext,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const loaded = loadSettings(command, context)
  const app = await import('../app/identity.ts')
  await using operator = await app.createOperator(offlineAppContext(loaded, context), currentUserName())
  return await work(operator)
}

/** For options that are whole numbers; undefined stays undefined. */
export function parsePositiveInteger(
  option: string,
  text: string | undefined,
  max: number,
): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= max) return value
  throw usageError([`${option} must be a whole number from 1 to ${max}, not "${text.slice(0, 40)}"`])
}

function currentUserName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
