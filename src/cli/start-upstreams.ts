/** Starts the simulated sources for a command, and says which settings to look at when they do not start. */

import type { AppContext } from '../app/app-context.ts'
import type { LocalUpstreams } from '../app/profile/profile.ts'
import { CommandFailed, exitCodes } from './exit.ts'

/** Undefined in the live profile. */
export async function startUpstreams({ profile }: AppContext): Promise<LocalUpstreams | undefined> {
  try {
    return await profile.startUpstreams()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailed(`${reason}\nCheck --fault, SANDBOX_FAULTS and SANDBOX_PORT.`, exitCodes.usage, {
      cause,
    })
  }
}
