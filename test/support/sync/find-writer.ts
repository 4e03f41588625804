/** The writer of a service as the program wires it, with two job boards, of which one is paused. */

import assert from 'node:assert/strict'
import { createAppContext } from '../../../src/app/app-context.ts'
import { loadSources } from '../../../src/app/sources.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { toCinemaDirectory } from '../../../src/services/cinema/sources/cinema-directory.ts'
import type { AnyWriter } from '../../../src/sync/source.ts'
import { FakeClock } from '../fake-clock.ts'

export async function findWriter(name: string, env: Readonly<Record<string, string>>): Promise<AnyWriter> {
  const loaded = loadConfig({ env })
  const { profile, ...context } = await createAppContext(loaded, { clock: new FakeClock() })
  const { writers } = await loadSources({
    ...context,
    profile: {
      ...profile,
      cinemaDirectory: async () => toCinemaDirectory({ chains: [], members: {} }),
      jobBoards: async () => ({
        greenhouse: [
          { key: 'acme', name: 'Acme' },
          { key: 'paused', name: 'Paused', off: 'paused by the operator' },
        ],
      }),
      noticeTowns: async () => [],
      trustMembers: async () => [],
    },
  })
  return writers.find(({ service }) => service === name) ?? assert.fail(name)
}
