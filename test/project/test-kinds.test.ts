import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readModule } from '../../scripts/check-imports.ts'
import { kindOf, misnamedTests, usesEngines } from '../../scripts/test-kinds.ts'

const support = {
  'test/support/cli-runner.ts': `import { spawn } from 'node:child_process'`,
  'test/support/server/server-process.ts': `import { CliRunner } from '../cli-runner.ts'`,
  'test/support/browser.ts': `import { chromium } from 'playwright-core'`,
  'test/support/backends.ts': 'process.env',
  'test/support/store/test-engines.ts': `import { postgresUrl } from '../backends.ts'`,
}

function misnamed(path: string, text: string): string[] {
  return misnamedTests(Object.entries({ ...support, [path]: text }).map(([at, of]) => readModule(at, of)))
}

describe('the name of a test file', () => {
  it('says its kind', () => {
    assert.equal(kindOf('src/core/clock.test.ts'), 'quick')
    assert.equal(kindOf('src/cli/commands/serve.process.test.ts'), 'process')
    assert.equal(kindOf('test/e2e/pages/pages.browser.test.ts'), 'browser')
  })

  for (const [need, line] of [
    ['starts a process', `import { execFile } from 'node:child_process'`],
    ['starts a server', `import { startServerProcess } from '../../test/support/server/server-process.ts'`],
    ['starts a browser', `import { launchBrowser } from '../../test/support/browser.ts'`],
    ['needs Redis', `import { redisUrl } from '../../test/support/backends.ts'`],
  ] as const)
    it(`is not that of a quick test if it ${need}`, () => {
      assert.equal(misnamed('src/core/a.test.ts', line).length, 1)
      assert.deepEqual(misnamed('src/core/a.process.test.ts', line), [])
    })

  it('is that of a quick test if it runs on each engine, or names a reason to skip', () => {
    const line = `import { testEngines } from '../../test/support/store/test-engines.ts'
      import { skipReason } from '../../test/support/backends.ts'`
    assert.deepEqual(misnamed('src/core/a.test.ts', line), [])
    assert.ok(usesEngines(line))
  })

  it('has no other kind', () => {
    assert.equal(misnamed('src/core/a.slow.test.ts', '').length, 1)
  })
})
