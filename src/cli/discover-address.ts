/** Finds the members at an address, with the requests that this takes. */

import { createAppContext } from '../app/app-context.ts'
import type { Discovery } from '../app/discovery.ts'
import type { LoadedConfig } from '../core/config/load-config.ts'
import type { CommandContext } from './command-context.ts'
import { startUpstreams } from './start-upstreams.ts'

export async function discoverAddress(
  loaded: LoadedConfig,
  context: CommandContext,
  target: string,
): Promise<Discovery> {
  const { createDiscoverer } = await import('../app/discovery.ts')
  const { openExistingStore } = await import('../app/store.ts')
  const appContext = await createAppContext(loaded, context)
  await using _upstreams = await startUpstreams(appContext)
  await using store = await openExistingStore(appContext)
  await using discoverer = createDiscoverer(appContext, { store })
  return await discoverer.discover(target, context.stopSignal)
}
