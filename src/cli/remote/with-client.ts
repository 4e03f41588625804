/** The client of the server that `BROADSHEET_URL` names. */

import { Broadsheet, BroadsheetError } from '../../../packages/client/src/index.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../exit.ts'
import { unlessStopped } from '../stop-signal.ts'
import { fetchUntil, readServerAddress } from './server-address.ts'

/** What the server refuses, or that it does not answer, ends the command with a sentence; the first Ctrl-C ends it at once. */
export async function withClient<Result>(
  context: Pick<CommandContext, 'env' | 'stopSignal'>,
  work: (client: Broadsheet) => Promise<Result>,
): Promise<Result> {
  const { url, key } = readServerAddress(context)
  const { stopSignal } = context
  const client = new Broadsheet({
    baseUrl: url,
    key,
    retriesMax: 1,
    fetch: fetchUntil(stopSignal),
  })
  try {
    return await unlessStopped(stopSignal, work(client))
  } catch (thrown) {
    if (thrown instanceof BroadsheetError) throw new CommandFailed(`${thrown.message} (${url})`)
    throw thrown
  }
}
