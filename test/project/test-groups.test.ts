import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canShareProcess } from '../../scripts/test-groups.ts'

const light = `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import {
  type Deadline,
  deadlineOf,
} from './deadline.ts'
describe('a deadline', () => {})
`

describe('a test file', () => {
  it('shares a process if it touches nothing outside its modules', () => {
    assert.ok(canShareProcess('src/core/deadline.test.ts', light))
  })

  for (const [what, line] of [
    ['changes the environment', `process.env.PORT = '1'`],
    ['replaces a global', 'globalThis.fetch = other'],
    ['has a clock of the runner', `import { mock } from 'node:test'`],
    ['listens', 'server.listen(0)'],
    ['has a hook for the whole file', 'after(() => {})'],
    ['starts a server', `import { openTestServer } from '../../test/support/server/test-server.ts'`],
    ['opens a store', `import { testEngines } from '../../test/support/store/test-engines.ts'`],
    ['starts a program', `import { execFile } from 'node:child_process'`],
    ['uses a package that may do anything', `import { WebSocketServer } from 'ws'`],
  ] as const)
    it(`has a process of its own if it ${what}`, () => {
      assert.ok(!canShareProcess('src/core/deadline.test.ts', `${light}${line}\n`))
    })

  it('has a process of its own in the folders of longer tests', () => {
    assert.ok(!canShareProcess('test/e2e/server/deadline.test.ts', light))
  })
})
