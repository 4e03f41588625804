/** `scripts/new-source.ts` writes a source that lacks what its test says, and complete sources lack nothing. */

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { newJobSource } from '../../scripts/new-source.ts'
import { stepsLeft } from '../support/jobs/source-steps.ts'
import { projectRoot } from '../support/project-root.ts'

describe('a new source', () => {
  it('has an adapter, a test and a simulated host, in which the name is the only difference', () => {
    const files = newJobSource('hirely')
    assert.deepEqual(
      files.map(({ path }) => path),
      [
        'src/services/jobs/sources/adapters/hirely.ts',
        'src/services/jobs/sources/adapters/hirely.test.ts',
        'sandbox/jobs/boards/hirely.ts',
      ],
    )
    for (const { text } of files) assert.doesNotThrow(() => stripTypeScriptTypes(text))
    const renamed = newJobSource('workly').map(({ text }) =>
      text.replaceAll('workly', 'hirely').replaceAll('Workly', 'Hirely'),
    )
    assert.deepEqual(
      renamed,
      files.map(({ text }) => text),
    )
  })

  it('lacks every step at first, and says where each is done', (t) => {
    const root = mkdtempSync(join(tmpdir(), 'broadsheet-source-'))
    t.after(() => rmSync(root, { recursive: true }))
    for (const { path, text } of newJobSource('hirely')) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const steps = stepsLeft('hirely', root)
    assert.ok(steps.some((step) => step.startsWith('src/services/jobs/sources/adapters/hirely.ts: the pace')))
    assert.ok(steps.some((step) => step.startsWith('registry/platforms.tsv: ')))
    assert.ok(steps.some((step) => step.endsWith('with the evidence for each')))
    assert.ok(
      steps.every((step) => /^[\w./-]+: \S/.test(step)),
      steps.join('\n'),
    )
    assert.ok(steps.length > 15, `${steps.length}`)
  })

  it('has an id that can be part of file names and of code', () => {
    for (const id of ['', 'Hirely', '../hirely', 'hire-ly', '1hire', 'x'.repeat(40)])
      assert.throws(() => newJobSource(id), TypeError)
  })
})

describe('the job platforms of the project', () => {
  const folder = join(projectRoot, 'sandbox/jobs/boards')
  const ids = readdirSync(folder).flatMap((file) => file.match(/^([a-z]+)\.ts$/)?.[1] ?? [])
  for (const id of ids.filter((one) => one !== 'board'))
    it(`have nothing left to do: ${id}`, () => assert.deepEqual(stepsLeft(id), []))
})
