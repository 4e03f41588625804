import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { CommandLine } from '../../../test/support/command-line.ts'

describe('broadsheet discover', () => {
  const runner = new CommandLine()
  after(() => runner[Symbol.dispose]())

  it('prints what it found, by which evidence and on what basis', async () => {
    const { code, stdout } = await runner.runHere(['discover', 'alder-analytics.example:443'])
    assert.equal(code, 0)
    assert.match(stdout, /1 found, 2 pages requested/)
    assert.match(stdout, /jobs +greenhouse +alderanalytics +open +embed https:\/\/boards\.greenhouse\.io/)
    assert.match(stdout, /Greenhouse: Public job board interface/)
    assert.match(stdout, /www\.alder-analytics\.example\/careers {2}read/)
  })

  it('rejects a target that is no address of a page', async () => {
    const { code, stdout, stderr } = await runner.runHere(['discover', 'http://127.0.0.1:9200/', '--json'])
    assert.notEqual(code, 0)
    assert.equal(stdout, '')
    assert.match(stderr, /not the address of a page or a domain/)
  })

  it('says that the sandbox has no real sites', async () => {
    const { code, stdout, stderr } = await runner.runHere(['discover', 'alder-works.example'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /The sandbox has no site alder-works\.example\. Real sites need --profile live\./)
  })

  it('adds what it found to the registry of the operator, under the key of its platform', async () => {
    const live = {
      BROADSHEET_PROFILE: 'live',
      BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
      REGISTRY_DIR: join(runner.folder, 'own'),
    }
    // The address of a platform: no request leaves this machine.
    const discover = ['discover', 'https://jobs.eu.lever.co/zz-fern/12', '--add']
    const added = await runner.runHere([...discover, '--name', 'Fern Mills', '--home', 'GB'], live)
    assert.equal(added.code, 0, added.stderr)
    assert.match(added.stdout, /Added to lever: name=Fern Mills key=eu\/zz-fern home=GB/)
    const table = readFileSync(join(live.REGISTRY_DIR, 'boards.tsv'), 'utf8')
    assert.match(table, /eu\/zz-fern/)
    const nameless = await runner.runHere(discover, live)
    assert.deepEqual([nameless.code, nameless.stdout], [2, ''])
    assert.match(nameless.stderr, /--add needs --name/)
    const sandbox = await runner.runHere([...discover, '--name', 'Fern'])
    assert.match(sandbox.stderr, /--profile live/)
  })
})
