/** The npm package: packed by npm, unpacked into the `node_modules` of another folder, and run there. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { CliRunner, noCoverage } from '../support/cli-runner.ts'
import { projectRoot } from '../support/project-root.ts'

const run = promisify(execFile)

describe('the npm package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-package-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'broadsheet')

  before(
    async () => {
      mkdirSync(installed, { recursive: true })
      await run('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
        cwd: projectRoot,
        env: { ...process.env, ...noCoverage },
      })
      const [archive = ''] = globSync('*.tgz', { cwd: folder })
      await run('tar', ['-xzf', join(folder, archive), '-C', installed, '--strip-components=1'])
      // As npm would install them.
      const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
      for (const name of Object.keys(dependencies)) {
        mkdirSync(dirname(join(modules, name)), { recursive: true })
        symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name))
      }
    },
    { timeout: 600_000 },
  )
  after(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(join(projectRoot, 'dist'), { recursive: true, force: true })
  })

  it('has JavaScript for every source file, and neither TypeScript nor tests', () => {
    const packed = globSync('**/*.*', { cwd: installed })
    assert.deepEqual(
      packed.filter((path) => /\.ts$|\.test\./.test(path)),
      [],
    )
    const sources = globSync('{src,sandbox}/**/*.ts', { cwd: projectRoot })
    for (const path of sources.filter((path) => !path.endsWith('.test.ts'))) {
      assert.ok(existsSync(join(installed, 'dist', path.replace(/\.ts$/, '.js'))), path)
    }
  })

  it('has only import paths that exist', () => {
    for (const path of globSync('dist/**/*.js', { cwd: installed })) {
      const text = readFileSync(join(installed, path), 'utf8')
      for (const [, to = ''] of text.matchAll(/['"](\.\.?\/[^'"\n]*\.(?:ts|js|json|yaml|br))['"]/g)) {
        assert.ok(existsSync(join(installed, dirname(path), to)), `${path} imports ${to}`)
      }
    }
  })

  it('serves, syncs and stops', { timeout: 600_000 }, async () => {
    using runner = new CliRunner(join(installed, 'src', 'main.js'))
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    assert.equal((await runner.run(['--version'], noCoverage)).stdout.trim(), version)
    const synced = await runner.run(['sync', 'gazette'], noCoverage)
    assert.equal(synced.code, 0, synced.stderr)

    const env = { ...noCoverage, PORT: '0', SYNC_ENABLED: 'false', WORKERS: '2' }
    const server = runner.start(['serve'], env)
    const [, origin] = await server.waitForOutput(/ready at (http:\S+)/)
    const response = await fetch(`${origin}/notices/v1/notices?limit=2`)
    const { data } = (await response.json()) as { data: unknown[] }
    assert.equal(data.length, 2)
    assert.equal((await fetch(`${origin}/guides/tutorial/first-steps`)).status, 200)
    server.child.kill('SIGTERM')
    assert.equal((await server.exited).code, 0)
  })
})

describe('the entry point', () => {
  it('tells an older Node in one sentence what to do', async () => {
    // The sentence is all that an older Node runs; here only the version is an older one.
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
    const program = [
      '--import',
      `data:text/javascript,${encodeURIComponent(older)}`,
      join(projectRoot, 'src/main.js'),
    ]
    const failed = await run(process.execPath, program).catch((error) => error)
    assert.equal(failed.code, 2)
    assert.match(failed.stderr, /^Broadsheet needs Node 24 or later, and this is Node 20\.20\.2: .*\n$/)
  })

  it('imports only names that every Node has', () => {
    const text = readFileSync(join(projectRoot, 'src/main.js'), 'utf8')
    const imported = [...text.matchAll(/^import (.*) from '(.*)'$/gm)].map(
      ([, names, from]) => `${names} ${from}`,
    )
    assert.deepEqual(imported, [
      '{ existsSync } node:fs',
      // As a namespace: a missing name is undefined, not a syntax error.
      '* as nodeModule node:module',
      '{ cpus } node:os',
      '{ fileURLToPath } node:url',
      '{ setFlagsFromString } node:v8',
    ])
  })
})
