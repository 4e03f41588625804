/** All readers, by provider. Where the form is not known, the page tells at least whether there is a gate. */

import { answerOf, type Reader } from './adapter.ts'
import { flightReader, moduleCandidates } from './candidates.ts'
import { compAi } from './comp-ai.ts'
import { conveyor } from './conveyor.ts'
import { htmlReader } from './html-lists.ts'
import { oneleet } from './oneleet.ts'
import { jsonScripts } from './page-data.ts'
import { probo } from './probo.ts'
import { safebase } from './safebase.ts'
import { trustcloud } from './trustcloud.ts'
import { vanta } from './vanta.ts'

const own: readonly Reader[] = [
  vanta,
  safebase,
  oneleet,
  conveyor,
  compAi,
  probo,
  trustcloud,
  htmlReader('secureframe', /Powered by Secureframe|id="compliance-/),
  htmlReader('self_hosted'),
  flightReader('delve'),
  flightReader('wolfia'),
  moduleReader('trustarc'),
  moduleReader('onetrust'),
]

const byProvider = new Map(own.map((reader) => [reader.provider, reader]))

export function readerOf(provider: string): Reader {
  return byProvider.get(provider) ?? shellReader(provider)
}

/** Page-builder modules in the scripts of the page. */
function moduleReader(provider: string): Reader {
  return {
    ...pageReader(provider),
    parse(answers) {
      const found = moduleCandidates(jsonScripts(answerOf(answers, 'page')))
      const kinds = Object.entries(found).filter(([, rows]) => rows.length > 0)
      if (kinds.length === 0) return { gate: 'unread_shell', states: {} }
      return { gate: 'none', states: Object.fromEntries(kinds.map(([kind]) => [kind, 'read'])), ...found }
    },
  }
}

function shellReader(provider: string): Reader {
  return { ...pageReader(provider), parse: () => ({ gate: 'unread_shell', states: {} }) }
}

function pageReader(provider: string): Omit<Reader, 'parse'> {
  return {
    provider,
    version: 1,
    bestEffort: true,
    hosts: [],
    steps: ({ url }) => [{ name: 'page', url, kind: 'page_read' }],
  }
}
