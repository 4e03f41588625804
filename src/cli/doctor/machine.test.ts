import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ConfigurationError } from '../../core/errors.ts'
import { canHoldDatabase, examineMachine, examineRuntime, toFolderFinding } from './machine.ts'

describe('doctor: the machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-doctor-'))
  after(() => rmSync(folder, { recursive: true }))

  async function folderFinding(dataDir: string) {
    return (await examineMachine(dataDir)).find(({ check }) => check === 'data folder')
  }

  it('accepts a writable folder and leaves nothing in it', async () => {
    assert.equal((await folderFinding(folder))?.status, 'ok')
    assert.deepEqual(readdirSync(folder), [])
  })

  it('accepts a missing folder that can be created, and does not create it', async () => {
    const finding = await folderFinding(join(folder, 'a', 'b'))
    assert.equal(finding?.status, 'ok')
    assert.match(finding.found, /can be created/)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('does not hang where no folder can be created', async () => {
    assert.equal((await folderFinding('/proc/broadsheet/data'))?.status, 'fail')
  })

  it('fails for a folder below a file, with a remedy', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const finding = await folderFinding(join(file, 'data'))
    rmSync(file)
    assert.equal(finding?.status, 'fail')
    assert.match(finding.found, /ENOTDIR/)
    assert.match(finding.remedy ?? '', /--data-dir/)
  })

  for (const code of ['ENOSPC', 'EDQUOT']) {
    it(`reports a full disk on ${code}, and lets the database be checked`, () => {
      const full = Object.assign(new Error(code), { code })
      for (const thrown of [full, new ConfigurationError(['cannot be made'], { cause: full })]) {
        const finding = toFolderFinding('/data', thrown)
        assert.equal(finding.status, 'fail')
        assert.match(finding.found, new RegExp(`full disk \\(${code}\\)`))
        assert.match(finding.remedy ?? '', /^Free disk space/)
        assert.ok(canHoldDatabase([finding]))
      }
    })
  }

  it('does not let the database be checked in a folder it cannot write', () => {
    const finding = toFolderFinding('/data', Object.assign(new Error('no'), { code: 'EACCES' }))
    assert.match(finding.remedy ?? '', /user who runs this/)
    assert.equal(canHoldDatabase([finding]), false)
  })

  it('fails for a runtime that is too old', () => {
    assert.equal(examineRuntime('20.19.0').status, 'fail')
    assert.equal(examineRuntime('24.0.0').status, 'ok')
  })
})
