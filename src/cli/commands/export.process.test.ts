import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { CliRunner } from '../../../test/support/cli-runner.ts'

describe('broadsheet export', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('creates no database', async () => {
    const { code, stderr } = await runner.run(['export', 'dump'])
    assert.equal(code, 2)
    assert.match(stderr, /there is no database/)
    assert.ok(!existsSync(join(runner.folder, 'dump')))
  })

  it('writes the lists of what was collected, with a manifest, into new folders', async () => {
    await runner.run(['sync', 'gazette'])
    const first = await runner.run(['export', 'dump', '--format', 'csv', '--json'])
    assert.equal(first.code, 0, first.stderr)
    assert.match(first.stderr, /^export: 0 of 1, notices of notices$/m)
    assert.deepEqual(readdirSync(join(runner.folder, 'dump')), ['notices'])
    const [{ manifest }] = JSON.parse(first.stdout)
    const stored = readFileSync(join(runner.folder, 'dump', 'notices', 'datapackage.json'), 'utf8')
    assert.deepEqual(JSON.parse(stored), manifest)
    const [{ path, rows }] = manifest.resources
    const text = readFileSync(join(runner.folder, 'dump', 'notices', path), 'utf8')
    assert.equal(parse(text, { columns: true }).length, rows)
    assert.ok(rows > 200, 'more than a page')
    const again = await runner.run(['export', 'dump'])
    assert.equal(again.code, 1)
    assert.match(again.stderr, /exists already/)
  })

  it('names the services and formats that there are', async () => {
    const service = await runner.run(['export', 'other', '--service', 'market'])
    assert.match(service.stderr, /cinema, data, notices/)
    const format = await runner.run(['export', 'other', '--format', 'xlsx'])
    assert.match(format.stderr, /ndjson, csv, parquet/)
    assert.deepEqual([service.code, format.code], [1, 1])
  })
})
