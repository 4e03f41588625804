/** Runs the commands under "Sign in" of the README in a shell, and those about keys with what they give. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { projectRoot } from '../../support/project-root.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const run = promisify(execFile)
const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const identityPage = readFileSync(join(projectRoot, 'docs/explanation/identity.md'), 'utf8')

for (const engine of testEngines) {
  describe(`README: sign in, on ${engine.name}`, { skip: engine.skip }, () => {
    it('leads from an address to a key, which the usage shows', {
      timeout: 600_000,
    }, async () => {
      await using place = await engine.createDatabase()
      const { databaseUrl = '', schemaPrefix = '' } = place.storeOptions
      const database = databaseUrl && {
        DATABASE_URL: databaseUrl,
        DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, ''),
      }
      const section = readme.split('## Sign in')[1]?.split('\n## ')[0] ?? ''
      const [, commands = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(section) ?? []
      using served = await startServerProcess([], { SYNC_ENABLED: 'false', ...(database || {}) })
      const folder = mkdtempSync(join(tmpdir(), 'broadsheet-sign-in-'))
      async function runIn(script: string): Promise<string> {
        const text = script.replaceAll('http://localhost:8000', served.origin)
        return (await run('sh', ['-ec', text], { cwd: folder })).stdout
      }
      try {
        const output = await runIn(`${commands.trimEnd()} | tee usage.json`)
        assert.match(output, /"token":"bs_token_/)
        const { data } = JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8')) as {
          data: { identity: { credential: string; email: string } }
        }
        assert.deepEqual([data.identity.credential, data.identity.email], ['key', 'you@example.org'])
        const [signedIn = ''] = /^\{.*"token":.*$/m.exec(output) ?? []
        const { token, key } = JSON.parse(signedIn).data
        const blocks = [...identityPage.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
        const texts: string[] = []
        for (const block of blocks)
          texts.push(await runIn(`TOKEN=${token}\nKEY=${key.secret}\nKEY_ID=${key.id}\n${block}`))
        const [created = '', requests = ''] = texts
        assert.match(created, /"scopes":\["read","changes"\],"allowed_addresses":\["198\.51\.100\.0\/24"\]/)
        assert.match(created, /"expires_at":"\d/)
        assert.match(requests, /"target":"\/cinema\/v1\/usage","status":200/)
        assert.match(requests, /"calls":[1-9]\d*,"blocked":0\}\],/, 'the last hour has calls')
        const [useKey = ''] = /^curl .*\$KEY.*$/m.exec(commands) ?? []
        assert.match(await runIn(`KEY=bs_sandbox_wrong\n${useKey}`), /"code":"unauthenticated"/)
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  })
}
