/** What every command receives, and how a command is declared. */

import type { Command } from 'commander'
import type { Clock } from '../core/clock.ts'
import type { Streams, Terminal } from './terminal/terminal.ts'

/** Where a command runs. `process` is one. */
export interface CommandHost extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  cwd(): string
}

export interface CommandContext extends Pick<CommandHost, 'env' | 'cwd'> {
  readonly terminal: Terminal
  readonly clock: Clock
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal
  /** Whether errors print their stack. Also set by the log level, once the settings are loaded. */
  debug: boolean
}

/** Adds one command to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void
