import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { loadConfig } from '../../core/config/load-config.ts'
import type { Discovery } from '../../discovery/discovery.ts'
import { addFound } from './add-found.ts'
import { addEntries } from './edit-registry.ts'

const { signal } = new AbortController()

const discovery: Discovery = {
  target: 'https://aurora.example/',
  findings: [
    {
      service: 'cinema',
      source: 'filmbot',
      platform: 'filmbot',
      platform_name: 'Filmbot',
      member: { base: 'https://aurora.example', site: '12' },
      missing: [],
      address: null,
      supported: true,
      unsupported_reason: null,
      basis: 'open',
      terms: 'Public.',
      evidence: [{ kind: 'mark', page: 'https://aurora.example/', detail: 'nj/v1' }],
    },
  ],
  pages: [],
  undecided: [],
}

it('adds a theater to the only installation of its platform with the base that was found', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-found-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const loaded = loadConfig({ env: { BROADSHEET_PROFILE: 'live', DATA_DIR: folder }, needsSecret: false })
  const choice = { name: 'Aurora Bath', timezone: 'Europe/London' }
  await assert.rejects(addFound(loaded, discovery, choice, signal), /--installation/)
  const chain = { id: 'aurora', name: 'Aurora', country: 'GB', currency: 'GBP' }
  await addEntries(loaded, 'chains', [chain], signal)
  const installation = { platform: 'filmbot', chain: 'aurora', base: 'https://aurora.example' }
  await addEntries(loaded, 'installations', [{ id: 'aurora', ...installation }], signal)
  await addFound(loaded, discovery, choice, signal)
  const theaters = () => readFileSync(join(folder, 'registry', 'theaters.tsv'), 'utf8')
  assert.match(theaters(), /^aurora\t12\tAurora Bath\tEurope\/London\toperator$/m)
  await addEntries(loaded, 'installations', [{ id: 'aurora-2', ...installation }], signal)
  await assert.rejects(addFound(loaded, discovery, choice, signal), /--installation/)
})
