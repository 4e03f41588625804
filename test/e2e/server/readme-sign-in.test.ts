/** Runs the commands under "Sign in" of the README in a shell. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { projectRoot } from '../../support/project-root.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const run = promisify(execFile)
const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')

describe('README: sign in', () => {
  it('leads from an address to a key that is accepted by the operations routes', {
    timeout: 120_000,
  }, async () => {
    const section = readme.split('## Sign in')[1]?.split('\n## ')[0] ?? ''
    const [requestCode = '', readMailbox = '', verify = '', useKey = ''] = section.match(/^curl .+$/gm) ?? []
    using served = await startServerProcess([], { SYNC_ENABLED: 'false' })
    async function curl(line: string, env: Record<string, string> = {}): Promise<string> {
      const { stdout } = await run(
        'sh',
        [
          '-c',
          line
            .replace('http://localhost:8000', served.origin)
            .replace('curl', 'curl -sS --fail --max-time 20'),
        ],
        { env: { PATH: process.env.PATH, ...env } },
      )
      return stdout
    }

    await curl(requestCode)
    const code = /\b\d{6}\b/.exec(await curl(readMailbox))?.[0]
    assert.ok(code, 'no code in the mailbox')
    const signedIn = JSON.parse(await curl(verify.replace('123456', code))) as {
      data: { key: { secret: string } }
    }
    const key = signedIn.data.key.secret
    const status = JSON.parse(await curl(useKey, { KEY: key })) as { data: unknown[] }
    assert.ok(Array.isArray(status.data))
    await assert.rejects(curl(useKey, { KEY: `${key.slice(0, -1)}x` }), /401/)
  })
})
