/** The workflows run the same gate as everybody, with few rights and within bounds. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { projectRoot } from '../support/project-root.ts'

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { 'timeout-minutes'?: number; steps: readonly { run?: string }[] }>>
}

const files = globSync('.github/workflows/*.yml', { cwd: projectRoot }).sort()
const workflows = files.map((file): [string, Workflow] => [
  file,
  parse(readFileSync(join(projectRoot, file), 'utf8')),
])

describe('the workflows', () => {
  it('are CI, the nightly run and the release, and each runs the gate', () => {
    assert.deepEqual(
      files.map((file) => file.replace(/.*\//, '')),
      ['ci.yml', 'nightly.yml', 'release.yml'],
    )
    for (const [file, { jobs }] of workflows) {
      const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run))
      assert.ok(commands.includes('bash .ci/run'), file)
    }
  })

  it('may only read by default, and end every job after a bounded time', () => {
    for (const [file, { permissions, jobs }] of workflows) {
      assert.deepEqual(permissions, { contents: 'read' }, file)
      for (const [name, job] of Object.entries(jobs)) {
        assert.ok((job['timeout-minutes'] ?? Number.POSITIVE_INFINITY) <= 90, `${file}: ${name}`)
      }
    }
  })

  it('name every action by its digest, which nobody can move, with its version beside it', () => {
    for (const file of files) {
      const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n')
      for (const line of lines.filter((text) => text.includes('uses:')))
        assert.match(line, /@[\da-f]{40} # v\d+\.\d+\.\d+$/, file)
    }
  })
})
