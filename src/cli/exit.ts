/** What a command leaves behind for the shell: an exit code, and for people a message that says what to do. */

import { CommanderError } from 'commander'
import { maskPasswords } from '../core/config/setting.ts'
import { ConfigurationError, Failure } from '../core/errors.ts'

export const exitCodes = {
  ok: 0,
  failure: 1,
  /** Wrong usage or wrong configuration: the same command fails until it is changed. */
  usage: 2,
  /** EX_TEMPFAIL of sysexits: the same command may succeed later. */
  temporary: 75,
  interrupted: 130,
  terminated: 143,
} as const

export interface CommandExit {
  readonly code: number
  /** For stderr; empty when everything has been said. */
  readonly message: string
}

/** `section.key: …`, as the settings report their problems. */
const settingProblem = /^[a-z]+\.[A-Za-z\d]+[:,]/

/** Something a command found wrong, said in full; there is no stack worth reading. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failure, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}

/** Arguments that make no sense, all told at once. */
export function usageError(problems: readonly string[]): CommandFailed {
  return new CommandFailed(problems.map((problem) => `error: ${problem}`).join('\n'), exitCodes.usage)
}

/** The signal that asked the command to stop. */
export class Stopped extends Error {
  readonly signal: 'SIGINT' | 'SIGTERM'

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`stopped by ${signal}`)
    this.name = 'Stopped'
    this.signal = signal
  }
}

export function toCommandExit(thrown: unknown, debug: boolean): CommandExit {
  const { code, message } = describeExit(thrown)
  const stack = debug && code !== exitCodes.ok && thrown instanceof Error ? `\n${stackOf(thrown)}` : ''
  return { code, message: maskPasswords(message + stack) }
}

function describeExit(thrown: unknown): CommandExit {
  // Commander has printed its own message by the time it throws.
  if (thrown instanceof CommanderError) {
    return { code: thrown.exitCode === 0 ? exitCodes.ok : exitCodes.usage, message: '' }
  }
  if (thrown instanceof Stopped) {
    const code = thrown.signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
    return { code, message: thrown.message }
  }
  if (thrown instanceof ConfigurationError) return toMisconfiguredExit(thrown)
  if (thrown instanceof CommandFailed) return { code: thrown.exitCode, message: thrown.message }
  if (thrown instanceof Failure)
    return { code: thrown.retry ? exitCodes.temporary : exitCodes.failure, message: failureMessage(thrown) }
  return { code: exitCodes.failure, message: defectMessage(thrown) }
}

function toMisconfiguredExit({ problems }: ConfigurationError): CommandExit {
  const heading = problems.length === 1 ? 'Cannot go on:' : `Cannot go on, for ${problems.length} reasons:`
  const hint = problems.some((problem) => settingProblem.test(problem))
    ? ['Look at all values and where they came from with: broadsheet config explain']
    : []
  const message = [heading, ...problems.map((problem) => `  - ${problem}`), ...hint].join('\n')
  // A database that does not answer yet is told as a problem of the settings, which it may be.
  const isTemporary = problems.every((problem) => problem.includes('cannot be reached'))
  return { code: isTemporary ? exitCodes.temporary : exitCodes.usage, message }
}

function failureMessage(thrown: Failure): string {
  const cause = causeOf(thrown)
  const retryHint = thrown.retry ? '\nThis may pass: try again later.' : ''
  return `${thrown.message}${cause ? ` (${cause})` : ''}${retryHint}`
}

function causeOf(thrown: Error): string {
  const { cause } = thrown
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message
  return cause instanceof Error ? cause.message : ''
}

function defectMessage(thrown: unknown): string {
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return `Something went wrong that should not have: ${what}\nRun the command again with --debug to see where.`
}

function stackOf(thrown: Error): string {
  const stack = thrown.stack ?? thrown.message
  return thrown.cause instanceof Error ? `${stack}\ncaused by ${stackOf(thrown.cause)}` : stack
}
