/** The client of the server that `BROADSHEET_URL` names. */

import { Broadsheet, BroadsheetError } from '../../../packages/client/src/index.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../exit.ts'
import { readServerAddress } from './server-address.ts'

/** What the server refuses, or that it does not answer, ends the command with a sentence. */
export async function withClient<Result>(
  context: Pick<CommandContext, 'env'>,
  work: (client: Broadsheet) => Promise<Result>,
): Promise<Result> {
  const { url, key } = readServerAddress(context)
  try {
    return await work(new Broadsheet({ baseUrl: url, key, retriesMax: 1 }))
  } catch (thrown) {
    if (thrown instanceof BroadsheetError) throw new CommandFailed(`${thrown.message} (${url})`)
    throw thrown
  }
}
