/** What the parts are built from when a command, not a server, builds them. */

import type { Surroundings } from '../app/app-context.ts'
import { startTheSandbox } from '../app/threads.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { type Events, silentEvents } from '../core/events.ts'
import { createLogger } from '../core/log.ts'
import type { CommandContext } from './command-context.ts'
import { CommandFailed, exitCodes } from './exit.ts'

/** With a pretend internet of its own in the sandbox profile. */
export async function openSurroundings(
  loaded: LoadedConfig,
  context: CommandContext,
  events: Events = silentEvents,
): Promise<Surroundings & AsyncDisposable> {
  const sandbox = await startSandbox(loaded)
  return {
    ...offlineSurroundings(loaded, context, events),
    sandboxOrigin: () => sandbox?.origin,
    async [Symbol.asyncDispose]() {
      await sandbox?.[Symbol.asyncDispose]()
    },
  }
}

/** Undefined in the live profile. */
export async function startSandbox(loaded: LoadedConfig): ReturnType<typeof startTheSandbox> {
  try {
    return await startTheSandbox(loaded)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailed(`${why}\nLook at --fault, SANDBOX_FAULTS and SANDBOX_PORT.`, exitCodes.usage, {
      cause,
    })
  }
}

/** For what asks no upstream. */
export function offlineSurroundings(
  loaded: LoadedConfig,
  { clock }: CommandContext,
  events: Events = silentEvents,
): Surroundings {
  return { loaded, clock, logger: createLogger(loaded.config.log), events, sandboxOrigin: () => undefined }
}
