import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { addEntries } from '../operator/edit-registry.ts'
import { liveProfile } from '../profile/live.ts'
import { CurrentTheaters } from './current-theaters.ts'

describe('the theaters of a running server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-theaters-'))
  after(() => rmSync(folder, { recursive: true }))
  const loaded = loadConfig({
    env: {
      BROADSHEET_PROFILE: 'live',
      BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
      DATA_DIR: folder,
    },
  })
  const clock = new FakeClock()
  const { signal } = new AbortController()
  const errors: unknown[] = []
  const open = () =>
    CurrentTheaters.open({
      profile: liveProfile(loaded),
      clock,
      logger: { error: (...args: unknown[]) => void errors.push(args) },
    })
  const idsOf = ({ sources }: CurrentTheaters) =>
    sources
      .find(({ id }) => id === 'filmbot')
      ?.members.filter(({ chain }) => chain === 'aurora')
      .map(({ id }) => id)

  it('are those of the registry without a restart, with their chains and hosts, on every node', async () => {
    const nodes = [await open(), await open()]
    assert.ok(nodes.every((node) => idsOf(node)?.length === 0 && !node.allowsHost('aurora.example')))
    for (const [table, cells] of [
      ['chains', { id: 'aurora', name: 'Aurora', country: 'GB', currency: 'GBP' }],
      [
        'installations',
        { id: 'aurora', platform: 'filmbot', chain: 'aurora', base: 'https://aurora.example' },
      ],
      ['filmbot', { installation: 'aurora', site: '12', name: 'Aurora Bath', timezone: 'Europe/London' }],
    ] as const)
      await addEntries(loaded, table, [cells], signal)
    clock.advance(1000)
    for (const node of nodes) {
      assert.deepEqual(idsOf(node), ['aurora.12'])
      assert.ok(node.allowsHost('aurora.example'))
      assert.ok(node.directory.chains.some(({ id }) => id === 'aurora'))
    }
    assert.deepEqual(errors, [])
  })

  it('cannot be two with one id, in two installations of a chain', async () => {
    const base = 'https://aurora-two.example'
    const two = { id: 'aurora-two', platform: 'filmbot', chain: 'aurora', base }
    await addEntries(loaded, 'installations', [two], signal)
    const cells = { installation: 'aurora-two', site: '12', name: 'Aurora Two', timezone: 'Europe/London' }
    await assert.rejects(
      addEntries(loaded, 'filmbot', [cells], signal),
      /aurora\.12 is already in .* on line 2/,
    )
    assert.deepEqual(idsOf(await open()), ['aurora.12'])
  })

  it('stay as they are while a table is invalid', async () => {
    const node = await open()
    writeFileSync(join(folder, 'registry', 'theaters.tsv'), 'installation\tsite\nnowhere\t1\n')
    clock.advance(1000)
    assert.deepEqual(idsOf(node), ['aurora.12'])
  })
})
