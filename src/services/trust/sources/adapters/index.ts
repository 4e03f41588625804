/** All readers, by provider. Where the form is not known, the page tells at least whether there is a gate. */

import { type Adapter, requireBody } from './adapter.ts'
import { candidatesInModules, flightAdapter } from './candidates.ts'
import { compAi } from './comp-ai.ts'
import { conveyor } from './conveyor.ts'
import { htmlAdapter } from './html-lists.ts'
import { oneleet } from './oneleet.ts'
import { jsonScripts } from './page-data.ts'
import { probo } from './probo.ts'
import { safebase } from './safebase.ts'
import { trustcloud } from './trustcloud.ts'
import { vanta } from './vanta.ts'

const adapters: readonly Adapter[] = [
  vanta,
  safebase,
  oneleet,
  conveyor,
  compAi,
  probo,
  trustcloud,
  htmlAdapter('secureframe', /Powered by Secureframe|id="compliance-/),
  htmlAdapter('self_hosted'),
  flightAdapter('delve'),
  flightAdapter('wolfia'),
  moduleAdapter('trustarc'),
  moduleAdapter('onetrust'),
]

const byProvider = new Map(adapters.map((reader) => [reader.provider, reader]))

export function adapterFor(provider: string): Adapter {
  return byProvider.get(provider) ?? unreadableAdapter(provider)
}

/** Page-builder modules in the scripts of the page. */
function moduleAdapter(provider: string): Adapter {
  return {
    ...pageAdapter(provider),
    parse(answers) {
      const found = candidatesInModules(jsonScripts(requireBody(answers, 'page')))
      const kinds = Object.entries(found).filter(([, rows]) => rows.length > 0)
      if (kinds.length === 0) return { gate: 'unread_shell', states: {} }
      return { gate: 'none', states: Object.fromEntries(kinds.map(([kind]) => [kind, 'read'])), ...found }
    },
  }
}

function unreadableAdapter(provider: string): Adapter {
  return { ...pageAdapter(provider), parse: () => ({ gate: 'unread_shell', states: {} }) }
}

function pageAdapter(provider: string): Omit<Adapter, 'parse'> {
  return {
    provider,
    version: 1,
    bestEffort: true,
    hosts: [],
    steps: ({ url }) => [{ name: 'page', url, kind: 'page_read' }],
  }
}
