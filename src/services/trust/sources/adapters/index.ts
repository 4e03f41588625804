/** All adapters, one per provider. */

import { providerRows } from '../../normalise/providers/provider-rows.ts'
import { type Adapter, pageAdapter, unreadShell } from './adapter.ts'
import { parseFlightPage, parseModulePage } from './candidates.ts'
import { compAi } from './comp-ai.ts'
import { conveyor } from './conveyor.ts'
import { parseHtmlLists } from './html-lists.ts'
import { oneleet } from './oneleet.ts'
import { probo } from './probo.ts'
import { safebase } from './safebase.ts'
import { trustcloud } from './trustcloud.ts'
import { vanta } from './vanta.ts'

const readers: readonly Adapter[] = [
  vanta,
  safebase,
  oneleet,
  conveyor,
  compAi,
  probo,
  trustcloud,
  pageAdapter('secureframe', (page) =>
    /Powered by Secureframe|id="compliance-/.test(page) ? parseHtmlLists(page) : unreadShell,
  ),
  pageAdapter('self_hosted', parseHtmlLists),
  pageAdapter('delve', parseFlightPage),
  pageAdapter('wolfia', parseFlightPage),
  pageAdapter('trustarc', parseModulePage),
  pageAdapter('onetrust', parseModulePage),
]

/** For a format that nobody has analysed: the page still shows whether there is a gate. */
const unread = providerRows
  .filter(({ id }) => !readers.some(({ provider }) => provider === id))
  .map(({ id }) => pageAdapter(id, () => unreadShell))

export const adapters: readonly Adapter[] = [...readers, ...unread]

const byProvider = new Map(adapters.map((adapter) => [adapter.provider, adapter]))

/** Throws for an unknown provider, so that a wrong member fails at start. */
export function adapterFor(provider: string): Adapter {
  const adapter = byProvider.get(provider)
  if (!adapter) throw new TypeError(`unknown trust center provider ${provider}`)
  return adapter
}
