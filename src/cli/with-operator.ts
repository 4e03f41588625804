/** What the commands for identities share: an operator at the store, and a name for the record. */

import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { openTheOperator } from '../app/identity.ts'
import { offlineSurroundings } from './app-context.ts'
import type { CommandContext } from './command-context.ts'
import { settingsOf } from './command-settings.ts'
import { wrongUsage } from './exit.ts'

type Operator = Awaited<ReturnType<typeof openTheOperator>>

/** Opens the store, does the work, closes it again. */
export async function asOperator<Result>(
  command: Command,
  context: CommandContext,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const loaded = settingsOf(command, context)
  const app = await import('../app/identity.ts')
  await using operator = await app.openTheOperator(offlineSurroundings(loaded, context), nameOfUser())
  return await work(operator)
}

/** For options that are whole numbers; undefined stays undefined. */
export function wholeNumber(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= most) return value
  throw wrongUsage([`${option} must be a whole number from 1 to ${most}, not "${text.slice(0, 40)}"`])
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
