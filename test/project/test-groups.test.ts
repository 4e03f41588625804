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
  for (const [what, line] of [
    ['touches nothing outside its modules', ''],
    ['starts a server', `import { openTestServer } from '../../test/support/server/test-server.ts'`],
    ['opens a store', `import { testEngines } from '../support/store/test-engines.ts'`],
    ['has a hook for the whole file', 'after(() => {})'],
    ['tells of processes', `it('is free when its process died', () => {}) // As in another process.`],
    ['names its process', 'const holder = process.pid'],
    ['knows the type of a thread', `import type { Worker } from 'node:worker_threads'`],
    ['imports an artifact', 'await engine.import(id)'],
  ] as const)
    it(`shares a process if it ${what}`, () => {
      assert.ok(canShareProcess(`${light}${line}\n`))
    })

  for (const [what, line] of [
    ['changes the environment', `process.env.PORT = '1'`],
    ['takes the environment apart', 'const { env } = process'],
    ['imports the process', `import { env } from 'node:process'`],
    ['loads a module later', `await import('./other.ts')`],
    ['replaces a global', 'globalThis.fetch = other'],
    ['has a clock of the runner', `import { mock } from 'node:test'`],
    ['has a hook for every test', 'beforeEach(() => {})'],
    ['starts a program', `import { execFile } from 'node:child_process'`],
    ['starts a thread', `import { Worker } from 'node:worker_threads'`],
    ['starts the command line', `import { CliRunner } from '../../support/cli-runner.ts'`],
    ['runs the command line', `import { CommandLine } from '../../support/command-line.ts'`],
    ['starts a browser', `import { launchBrowser } from '../../../test/support/browser.ts'`],
  ] as const)
    it(`has a process of its own if it ${what}`, () => {
      assert.ok(!canShareProcess(`${light}${line}\n`))
    })
})
