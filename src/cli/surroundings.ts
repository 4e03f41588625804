/** What the parts are built from when a command, not a server, builds them. */

import type { Surroundings } from '../app.ts'
import type { LoadedConfig } from '../core/config.ts'
import { type Events, silentEvents } from '../core/events.ts'
import { createLogger } from '../core/log.ts'
import type { CommandContext } from './context.ts'

/** With a pretend internet of its own in the sandbox profile. */
export async function openSurroundings(
  loaded: LoadedConfig,
  context: CommandContext,
  events: Events = silentEvents,
): Promise<Surroundings & AsyncDisposable> {
  const { startTheSandbox } = await import('../app.ts')
  const sandbox = await startTheSandbox(loaded)
  return {
    ...offlineSurroundings(loaded, context, events),
    sandboxOrigin: sandbox?.origin,
    async [Symbol.asyncDispose]() {
      await sandbox?.[Symbol.asyncDispose]()
    },
  }
}

/** For what asks no upstream. */
export function offlineSurroundings(
  loaded: LoadedConfig,
  { clock }: CommandContext,
  events: Events = silentEvents,
): Surroundings {
  return { loaded, clock, logger: createLogger(loaded.config.log), events, sandboxOrigin: undefined }
}
