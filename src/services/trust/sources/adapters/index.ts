/** All adapters, one per provider. */

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

/** For a format that nobody has analysed: the page still shows whether there is a gate. */
const unread = () => unreadShell

export const adapters: readonly Adapter[] = [
  vanta,
  safebase,
  oneleet,
  conveyor,
  compAi,
  probo,
  trustcloud,
  pageAdapter('trust-secureframe', 'secureframe', (page) =>
    /Powered by Secureframe|id="compliance-/.test(page) ? parseHtmlLists(page) : unreadShell,
  ),
  pageAdapter('trust-self-hosted', 'self_hosted', parseHtmlLists),
  pageAdapter('trust-delve', 'delve', parseFlightPage),
  pageAdapter('trust-wolfia', 'wolfia', parseFlightPage),
  pageAdapter('trust-trustarc', 'trustarc', parseModulePage),
  pageAdapter('trust-onetrust', 'onetrust', parseModulePage),
  pageAdapter('trust-drata', 'drata', unread),
  pageAdapter('trust-securitypal', 'securitypal', unread),
  pageAdapter('trust-whistic', 'whistic', unread),
  pageAdapter('trust-hypercomply', 'hypercomply', unread),
  pageAdapter('trust-sprinto', 'sprinto', unread),
  pageAdapter('trust-anecdotes', 'anecdotes', unread),
  pageAdapter('trust-scrut', 'scrut', unread),
  pageAdapter('trust-thoropass', 'thoropass', unread),
  pageAdapter('trust-scytale', 'scytale', unread),
  pageAdapter('trust-mycroft', 'mycroft', unread),
  pageAdapter('trust-bastion', 'bastion', unread),
  pageAdapter('trust-strikegraph', 'strikegraph', unread),
  pageAdapter('trust-iru', 'iru', unread),
]

const byProvider = new Map(adapters.map((adapter) => [adapter.provider, adapter]))

/** Throws for an unknown provider, so that a wrong member fails at start. */
export function adapterFor(provider: string): Adapter {
  const adapter = byProvider.get(provider)
  if (!adapter) throw new TypeError(`unknown trust center provider ${provider}`)
  return adapter
}
