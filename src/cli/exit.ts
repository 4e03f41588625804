/** How a command ends: an exit code for the shell, and a message that says what to do. */

import { CommanderError } from 'commander'
import { maskPasswords } from '../core/config/setting.ts'
import { ConfigurationError, Failure } from '../core/errors.ts'
import { closestMatch } from '../core/text/closest-match.ts'

export const exitCodes = {
  ok: 0,
  failure: 1,
  /** Wrong arguments or settings: the same command fails until they are changed. */
  usage: 2,
  /** EX_TEMPFAIL of sysexits: the same command may succeed later. */
  temporary: 75,
  interrupted: 130,
  terminated: 143,
} as const

export interface CommandExit {
  readonly code: number
  /** For stderr; empty when everything has been printed. */
  readonly message: string
}

const namesMax = 50

/** `section.key: …`, the form of a problem with a setting. */
const settingProblem = /^[a-z]+\.[A-Za-z\d]+[:,]/

/** A failure whose message says everything; its stack is of no interest. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failure, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}

/** Wrong arguments, all reported together. */
export function usageError(problems: readonly string[]): CommandFailed {
  return new CommandFailed(problems.map((problem) => `error: ${problem}`).join('\n'), exitCodes.usage)
}

/** Completes `there is no source "gazete"; …`. */
export function suggestName(name: string, names: readonly string[]): string {
  const match = closestMatch(name, names)
  if (match !== undefined) return `did you mean "${match}"?`
  const others = names.length > namesMax ? ', …' : ''
  return `expected one of ${names.slice(0, namesMax).join(', ')}${others}`
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
  const heading =
    problems.length === 1 ? 'Cannot continue:' : `Cannot continue (${problems.length} problems):`
  const hint = problems.some((problem) => settingProblem.test(problem))
    ? ['To see all values and where they come from: broadsheet config explain']
    : []
  const message = [heading, ...problems.map((problem) => `  - ${problem}`), ...hint].join('\n')
  // A database that does not answer is reported as a problem with the settings, which it may be.
  const isTemporary = problems.every((problem) => problem.includes('cannot be reached'))
  return { code: isTemporary ? exitCodes.temporary : exitCodes.usage, message }
}

function failureMessage(thrown: Failure): string {
  const cause = causeOf(thrown)
  const retryHint = thrown.retry ? '\nThis may be temporary; try again later.' : ''
  return `${thrown.message}${cause ? ` (${cause})` : ''}${retryHint}`
}

function causeOf(thrown: Error): string {
  const { cause } = thrown
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message
  return cause instanceof Error ? cause.message : ''
}

function defectMessage(thrown: unknown): string {
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return `Unexpected error: ${what}\nRun the command again with --debug to see the stack.`
}

function stackOf(thrown: Error): string {
  const stack = thrown.stack ?? thrown.message
  return thrown.cause instanceof Error ? `${stack}\ncaused by ${stackOf(thrown.cause)}` : stack
}
