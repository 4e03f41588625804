import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { Failure } from '../../core/errors.ts'
import { identityLedger } from '../../identity/index.ts'
import { readActions } from '../../identity/operator/audit.ts'
import { compareRoster } from '../../sync/rosters/compare-roster.ts'
import {
  openMax,
  openOfRosterMax,
  readMemories,
  readProposals,
  saveComparison,
} from '../../sync/rosters/proposals.ts'
import type { Roster, RosterEntry } from '../../sync/rosters/roster.ts'
import { createAppContext } from '../app-context.ts'
import { addEntries } from '../operator/edit-registry.ts'
import { decideProposal } from './decide-proposal.ts'
import { readRosters } from './roster-task.ts'

const { signal } = new AbortController()
const outbound = { for: () => ({ request: () => Promise.reject(new Error('not used')) }) }

function theater(site: string, changes: Partial<RosterEntry> = {}): RosterEntry {
  const name = `Aurora ${site}`
  const cells = { installation: 'aurora', site, name, timezone: 'Europe/London' }
  return { memberId: `aurora.${site}`, name, place: {}, cells, ...changes }
}

for (const engine of testEngines) {
  describe(`${engine.name}: the rosters of the platforms`, { skip: engine.skip }, () => {
    async function open(rosters: 'propose' | 'apply') {
      const stack = new AsyncDisposableStack()
      const folder = mkdtempSync(join(tmpdir(), 'broadsheet-rosters-'))
      stack.defer(() => rmSync(folder, { recursive: true }))
      const database = stack.use(await engine.borrowDatabase())
      const clock = new FakeClock()
      const store = stack.use(await database.openStore({ clock, role: 'worker' }))
      const env = {
        BROADSHEET_PROFILE: 'live',
        BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        REGISTRY_ROSTERS: rosters,
      }
      const loaded = loadConfig({ env })
      const context = await createAppContext(loaded, { clock })
      const base = { id: 'aurora', platform: 'filmbot', chain: 'aurora', base: 'https://aurora.example' }
      await addEntries(
        loaded,
        'chains',
        [{ id: 'aurora', name: 'Aurora', country: 'GB', currency: 'GBP' }],
        signal,
      )
      await addEntries(loaded, 'installations', [base], signal)
      await addEntries(loaded, 'filmbot', [theater('1').cells, theater('2').cells], signal)
      const read = async (entries: readonly RosterEntry[] | Error) => {
        const roster: Roster = {
          name: 'filmbot aurora',
          sourceId: 'filmbot',
          polite: { atOnce: 1, gapMs: 0 },
          known: ['1', '2'].map((site) => ({ id: `aurora.${site}`, name: `Aurora ${site}`, isRead: true })),
          read: async () => (entries instanceof Error ? Promise.reject(entries) : entries),
        }
        await readRosters(context, { store, outbound }, [roster], signal)
        clock.advance(86_400_000)
        return (await readProposals(store.ledger, { status: 'open' }, { limit: 100 }))
          .map(({ kind, member_id }) => `${kind} ${member_id}`)
          .sort()
      }
      const theaters = () => readFileSync(join(folder, 'registry', 'theaters.tsv'), 'utf8')
      const decide = async (kind: string, status: 'approved' | 'rejected') => {
        const open = await readProposals(store.ledger, { status: 'open' }, { limit: 100 })
        const id = open.find((row) => row.kind === kind)?.id ?? assert.fail(kind)
        const decision = { id, status, operator: 'operator@example.org' }
        return await decideProposal({ loaded, store, clock }, decision, signal)
      }
      return {
        read,
        decide,
        theaters,
        store,
        folder,
        clock,
        [Symbol.asyncDispose]: () => stack.disposeAsync(),
      }
    }

    it('become proposals, which an operator approves or rejects once', async () => {
      await using fixture = await open('propose')
      const { read, decide, theaters } = fixture
      assert.deepEqual(await read([theater('1'), theater('2'), theater('3')]), ['add aurora.3'])
      assert.deepEqual(await read(new Failure('upstream_unavailable', 'The host is down.')), ['add aurora.3'])
      const renamed = theater('2', { name: 'Aurora Palace' })
      const entries = [theater('1'), renamed, theater('3'), theater('4')]
      assert.deepEqual(await read(entries), ['add aurora.3', 'add aurora.4', 'rename aurora.2'])
      await decide('rename', 'approved')
      assert.match(theaters(), /^aurora\t2\tAurora Palace\tEurope\/London/m)
      const added = await decide('add', 'approved')
      assert.match(theaters(), new RegExp(`^aurora\\t${added.member_id.slice(7)}\\tAurora`, 'm'))
      await decide('add', 'rejected')
      // The registry that the test passes does not know the new theater; both are decided and stay so.
      assert.deepEqual(await read(entries), [])
      await assert.rejects(
        decideProposal(
          { loaded: loadConfig({ env: {} }), store: fixture.store, clock: new FakeClock() },
          { id: added.id, status: 'approved', operator: 'x' },
          signal,
        ),
        { code: 'invalid_request' },
      )
    })

    it('propose a name again that was decided before, if the theater had another one in between', async () => {
      await using fixture = await open('propose')
      const named = (name: string) => [theater('1'), theater('2', { name })]
      await fixture.read(named('Odeon'))
      for (const name of ['Rex', 'Odeon', 'Rex', 'Odeon']) {
        assert.deepEqual(await fixture.read(named(name)), ['rename aurora.2'])
        await fixture.decide('rename', name === 'Rex' ? 'approved' : 'rejected')
        fixture.clock.advance(1000)
        assert.deepEqual(await fixture.read(named(name)), [])
      }
    })

    it('leave a decision alone that was made while they were read', async () => {
      await using fixture = await open('propose')
      const { store, clock } = fixture
      const renamed = [theater('1'), theater('2', { name: 'Rex' })]
      await fixture.read([theater('1'), theater('2')])
      const roster = { name: 'filmbot aurora', sourceId: 'filmbot' }
      const known = ['1', '2'].map((site) => ({ id: `aurora.${site}`, name: site, isRead: true }))
      const now = clock.now()
      const comparison = compareRoster(known, renamed, await readMemories(store.ledger, roster), now)
      await saveComparison(store.ledger, roster, comparison, now)
      clock.advance(1000)
      await fixture.decide('rename', 'rejected')
      assert.deepEqual(await saveComparison(store.ledger, roster, comparison, now), [])
      assert.deepEqual(await fixture.read(renamed), [])
    })

    it('leave room for each other: one may have a tenth of all open proposals', async () => {
      await using fixture = await open('propose')
      const { store, clock } = fixture
      const changes = Array.from({ length: openOfRosterMax + 10 }, (_, at) => {
        const { memberId, name: detail, cells } = theater(String(at))
        return { kind: 'add', memberId, detail, cells } as const
      })
      const save = (name: string, sourceId: string) =>
        saveComparison(store.ledger, { name, sourceId }, { changes, memories: new Map() }, clock.now())
      assert.equal((await save('one', 'filmbot')).length, openOfRosterMax)
      assert.equal((await save('one', 'filmbot')).length, 0)
      assert.equal((await save('other', 'veezi')).length, openOfRosterMax)
      assert.equal(openOfRosterMax * 10, openMax)
    })

    it('close a theater that is absent for days, by pausing it', async () => {
      await using fixture = await open('propose')
      for (let night = 0; night < 6; night += 1) await fixture.read([theater('1')])
      assert.deepEqual(await fixture.read([theater('1')]), ['close aurora.2'])
      await fixture.decide('close', 'approved')
      const decisions = readFileSync(join(fixture.folder, 'registry', 'decisions.tsv'), 'utf8')
      assert.match(decisions, /^filmbot\taurora\.2\tpaused\tAurora 2 is not listed since/m)
    })

    it('are applied with an entry in the audit log if the settings say so; what cannot be applied stays proposed', async () => {
      await using fixture = await open('apply')
      const { timezone: _, ...cells } = theater('4').cells
      const open4 = await fixture.read([theater('1'), theater('2'), theater('3'), theater('4', { cells })])
      assert.deepEqual(open4, ['add aurora.4'])
      assert.match(fixture.theaters(), /^aurora\t3\tAurora 3/m)
      const [action] = await readActions(identityLedger(fixture.store.ledger), 5)
      assert.deepEqual(
        [action?.operator, action?.action, action?.target],
        ['roster', 'members.add', 'filmbot aurora.3'],
      )
    })

    it('are decided once, also if one operator approves what another rejects at the same time', async () => {
      await using fixture = await open('propose')
      await fixture.read([theater('1'), theater('2'), theater('3')])
      const results = await Promise.allSettled([
        fixture.decide('add', 'approved'),
        fixture.decide('add', 'rejected'),
      ])
      const decisions = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
      assert.equal(decisions.length, 1)
      const stored = await readProposals(fixture.store.ledger, {}, { limit: 10 })
      assert.deepEqual(stored, decisions)
      assert.equal(/^aurora\t3\t/m.test(fixture.theaters()), stored[0]?.status === 'approved')
    })

    it('are applied the next time if the task was stopped before it could', async () => {
      await using fixture = await open('apply')
      const { memberId, name: detail, cells } = theater('3')
      const changes = [{ kind: 'add', memberId, detail, cells } as const]
      const roster = { name: 'filmbot aurora', sourceId: 'filmbot' }
      const { store, clock } = fixture
      await saveComparison(store.ledger, roster, { changes, memories: new Map() }, clock.now())
      assert.deepEqual(await fixture.read([theater('1'), theater('2'), theater('3')]), [])
      assert.match(fixture.theaters(), /^aurora\t3\tAurora 3/m)
    })
  })
}
