/** What every command receives, and how a command is declared. */

import type { Command } from 'commander'
import type { Clock } from '../core/clock.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  readonly clock: Clock
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal
  /** Whether errors print their stack. Also set by the log level, once the settings are loaded. */
  debug: boolean
}

/** Adds one command to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void
