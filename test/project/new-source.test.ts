/** `scripts/new-source.ts` writes a source that lacks what its test says, and complete sources lack nothing. */

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { newSource } from '../../scripts/new-source.ts'
import { projectRoot } from '../support/project-root.ts'
import { sourceServices, stepsLeft } from '../support/source-steps/steps-left.ts'

const adapters = {
  cinema: 'src/services/cinema/sources/adapters/hirely/hirely.ts',
  jobs: 'src/services/jobs/sources/adapters/hirely.ts',
  trust: 'src/services/trust/sources/adapters/hirely.ts',
}
const hosts = {
  cinema: 'sandbox/cinema/hosts/hirely.ts',
  jobs: 'sandbox/jobs/boards/hirely.ts',
  trust: 'sandbox/trust/pages/hirely.ts',
}

for (const service of sourceServices)
  describe(`a new source of ${service}`, () => {
    it('has an adapter, a test and a simulated host, in which the name is the only difference', () => {
      const files = newSource(service, 'hirely')
      assert.deepEqual(
        files.map(({ path }) => path),
        [adapters[service], adapters[service].replace('.ts', '.test.ts'), hosts[service]],
      )
      for (const { text } of files) assert.doesNotThrow(() => stripTypeScriptTypes(text))
      const renamed = newSource(service, 'workly').map(({ path, text }) => ({
        path: path.replaceAll('workly', 'hirely'),
        text: text.replaceAll('workly', 'hirely').replaceAll('Workly', 'Hirely'),
      }))
      assert.deepEqual(renamed, files)
    })

    it('lacks every step at first, and says where each is done', (t) => {
      const root = mkdtempSync(join(tmpdir(), 'broadsheet-source-'))
      t.after(() => rmSync(root, { recursive: true }))
      for (const { path, text } of newSource(service, 'hirely')) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      }
      const steps = stepsLeft(service, 'hirely', root)
      assert.ok(steps.some((step) => step.startsWith(`${adapters[service]}: what is special`)))
      assert.ok(steps.some((step) => step.startsWith('registry/platforms.tsv: ')))
      assert.ok(steps.some((step) => step.endsWith('with the evidence for each')))
      assert.ok(
        steps.every((step) => /^[\w./-]+: \S/.test(step)),
        steps.join('\n'),
      )
      assert.ok(steps.length > 10, `${steps.length}`)
    })

    it('has an id that can be part of file names and of code', () => {
      for (const id of ['', 'Hirely', '../hirely', 'hire-ly', '1hire', 'x'.repeat(40)])
        assert.throws(() => newSource(service, id), TypeError)
    })
  })

describe('the job platforms of the project', () => {
  const folder = join(projectRoot, 'sandbox/jobs/boards')
  const ids = readdirSync(folder).flatMap((file) => file.match(/^([a-z]+)\.ts$/)?.[1] ?? [])
  for (const id of ids.filter((one) => one !== 'board'))
    it(`have nothing left to do: ${id}`, () => assert.deepEqual(stepsLeft('jobs', id), []))
})

describe('the cinema platforms of the project', () => {
  const folder = join(projectRoot, 'src/services/cinema/sources/adapters')
  // Before there were steps, names of platforms and of their adapters differed.
  for (const id of readdirSync(folder).filter((one) => /^[a-z]+$/.test(one) && one !== 'reading'))
    it(`have nothing left to do: ${id}`, () => assert.deepEqual(stepsLeft('cinema', id), []))
})
