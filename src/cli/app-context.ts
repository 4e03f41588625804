/** What the parts are built from when a command, not a server, builds them. */

import type { AppContext } from '../app/app-context.ts'
import { startSandbox } from '../app/threads.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import { type Events, silentEvents } from '../core/events.ts'
import { createLogger } from '../core/log.ts'
import type { CommandContext } from './command-context.ts'
import { CommandFailed, exitCodes } from './exit.ts'

/** With a pretend internet of its own in the sandbox profile. */
export async function openAppContext(
  loaded: LoadedConfig,
  context: CommandContext,
  events: Events = silentEvents,
): Promise<AppContext & AsyncDisposable> {
  const sandbox = await startSandboxForCommand(loaded)
  return {
    ...offlineAppContext(loaded, context, events),
    sandboxOrigin: () => sandbox?.origin,
    async [Symbol.asyncDispose]() {
      await sandbox?.[Symbol.asyncDispose]()
    },
  }
}

/** Undefined in the live profile. */
export async function startSandboxForCommand(loaded: LoadedConfig): ReturnType<typeof startSandbox> {
  try {
    return await startSandbox(loaded)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailed(`${reason}\nLook at --fault, SANDBOX_FAULTS and SANDBOX_PORT.`, exitCodes.usage, {
      cause,
    })
  }
}

/** For what asks no upstream. */
export function offlineAppContext(
  loaded: LoadedConfig,
  { clock }: CommandContext,
  events: Events = silentEvents,
): AppContext {
  return { loaded, clock, logger: createLogger(loaded.config.log), events, sandboxOrigin: () => undefined }
}
