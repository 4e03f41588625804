import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'

describe('broadsheet discover', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('prints what it found, by which evidence and on what basis', async () => {
    const { code, stdout } = await runner.runHere(['discover', 'alder-analytics.example'])
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
})
