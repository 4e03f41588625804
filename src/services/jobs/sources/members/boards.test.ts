import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ConfigurationError } from '../../../../core/errors.ts'
import { Decisions } from '../../../../registry/decisions.ts'
import { readProvenance } from '../../../../registry/provenance.ts'
import { RegistryFiles } from '../../../../registry/registry-files.ts'
import { jobSources, loadBoards } from '../index.ts'

const noDecisions = new Decisions([])

describe('the job boards of the registry', () => {
  it('are valid, on, and of a known provenance', () => {
    const files = new RegistryFiles()
    const members = jobSources(loadBoards(files, noDecisions)).flatMap((source) => source.members)
    const provenance = readProvenance(files)
    files.assertValid()
    assert.ok(members.length > 12_000, `${members.length}`)
    for (const { id, off, entry } of members) {
      assert.equal(off, undefined, id)
      assert.ok(provenance.has(entry?.provenance ?? ''), id)
    }
  })

  it('are not loaded if a platform is unknown or a key has the wrong form', () => {
    const folder = mkdtempSync(join(tmpdir(), 'broadsheet-boards-'))
    try {
      const lines = ['platform\tkey\tname\tprovenance', 'workdey\tacme\tAcme\tx', 'workday\tacme\tAcme\tx']
      writeFileSync(join(folder, 'boards.tsv'), lines.join('\n'))
      const files = new RegistryFiles(undefined, folder)
      loadBoards(files, noDecisions)
      assert.throws(
        () => files.assertValid(),
        (error: unknown) => {
          assert.ok(error instanceof ConfigurationError)
          assert.deepEqual(error.problems, [
            'boards.tsv:2: unknown platform "workdey"',
            'boards.tsv:3: key "acme" is not one of workday',
          ])
          return true
        },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
