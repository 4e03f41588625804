import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'
import { createAppContext } from '../../app/app-context.ts'
import { createStore } from '../../app/store.ts'
import { systemClock } from '../../core/clock.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { storedHostStates } from '../../store/coordination/host-states.ts'

describe('broadsheet members', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  // Without BROADSHEET_SECRET, which these commands do not use.
  const live = {
    BROADSHEET_PROFILE: 'live',
    REGISTRY_DIR: join(runner.folder, 'own'),
  }

  it('adds, imports, pauses and removes members, which the list shows at once', async () => {
    const boards = join(runner.folder, 'boards.csv')
    writeFileSync(boards, 'key,name\nzz-one,"One, Inc."\nzz-two,Two\n')
    for (const command of [
      ['add', 'lever', 'key=zz-acme', 'name=Acme Inc.', 'home=US'],
      ['add', 'https://jobs.lever.co/zz-three/1', 'name=Three'],
      ['import', 'lever', boards],
      ['pause', 'lever', 'zz-acme', '--note', 'until spring'],
      ['remove', 'lever', 'zz-two'],
    ])
      assert.equal((await runner.runHere(['members', ...command], live)).code, 0, command.join(' '))
    const { stdout } = await runner.runHere(['members', 'list', 'lever', '--json'], live)
    const added = (
      JSON.parse(stdout) as { member_id: string; state: string; reason: string | null }[]
    ).filter(({ member_id }) => member_id.startsWith('zz-'))
    assert.deepEqual(
      added.map(({ member_id, state, reason }) => [member_id, state, reason]),
      [
        ['zz-acme', 'off', 'until spring'],
        ['zz-three', 'new', null],
        ['zz-one', 'new', null],
      ],
    )
    const ids = async (...flags: string[]) => {
      const listed = await runner.runHere(['members', 'list', 'lever', ...flags, '--json'], live)
      return (JSON.parse(listed.stdout) as { member_id: string }[]).map(({ member_id }) => member_id)
    }
    assert.deepEqual(await ids('--search', 'ONE, inc'), ['zz-one'])
    assert.deepEqual(await ids('--search', 'zz-', '--state', 'off'), ['zz-acme'])
    assert.equal((await ids('--limit', '3')).length, 3)
    assert.equal((await runner.runHere(['members', 'list', '--limit', '0'], live)).code, 2)
  })

  it('tests a member without storing anything, and names one that does not exist', async () => {
    const { code, stdout } = await runner.runHere([
      'members',
      'test',
      'gazette',
      'alderbrook',
      '--json',
      '--data-dir',
      'none',
    ])
    assert.equal(code, 0)
    const { responses, records } = JSON.parse(stdout)
    assert.ok(responses > 0 && records > 0, stdout)
    assert.equal(existsSync(join(runner.folder, 'none')), false)
    const unknown = await runner.runHere(['members', 'test', 'gazette', 'nowhere'])
    assert.notEqual(unknown.code, 0)
    assert.match(unknown.stderr, /no member nowhere/)
  })

  it('does not ask a host that asked a server for a pause, neither for a test nor for a probe', async () => {
    const dataDir = join(runner.folder, 'paused')
    const context = await createAppContext(loadConfig({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' } }), {
      clock: systemClock,
    })
    {
      await using store = await createStore(context, 'worker', { mayMigrate: true })
      await storedHostStates(store, context.clock).save({
        host: 'gazette.sandbox',
        state: 'limiting',
        since: context.clock.now(),
        closedMs: 3_600_000,
        needsProbe: false,
      })
    }
    for (const command of [['members', 'test'], ['probe']]) {
      const { code, stderr } = await runner.run([...command, 'gazette', 'alderbrook', '--data-dir', dataDir])
      assert.notEqual(code, 0)
      assert.match(stderr, /asked for a pause/)
    }
  })

  for (const [what, command, problem] of [
    ['an unknown source in a list', ['list', 'leverr'], /no source "leverr"; did you mean "lever"\?/],
    ['an unknown state', ['list', 'lever', '--state', 'old'], /no state "old"; expected one of on, stale/],
    ['a decision about an unknown source', ['pause', 'leverr', '*'], /no source leverr/],
    ['a day that does not exist', ['pause', 'lever', '*', '--agreed-on', '2026-02-30'], /"2026-02-30" must/],
    ['a table that does not exist', ['add', 'constructor', 'id=acme'], /no source constructor/],
    ['an address without a name', ['add', 'https://jobs.lever.co/acme', 'home=US'], /needs name/],
    ['cells that an address has', ['add', 'https://jobs.lever.co/a', 'key=b', 'name=A'], /not known .*: key/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { code, stderr } = await runner.runHere(['members', ...command], live)
      assert.equal(code, 2)
      assert.match(stderr, problem)
      assert.doesNotMatch(stderr, /Cannot start/)
    })

  it('refuses an entry with a key of the wrong form, and one for the sandbox', async () => {
    const wrong = await runner.runHere(['members', 'add', 'workday', 'key=acme', 'name=Acme'], live)
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /key "acme" is not one of workday/)
    const sandbox = await runner.runHere(['members', 'pause', 'greenhouse', 'acme'])
    assert.equal(sandbox.code, 2)
    assert.match(sandbox.stderr, /--profile live/)
  })
})
