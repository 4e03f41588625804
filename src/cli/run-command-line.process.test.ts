import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Command } from 'commander'
import { CliRunner } from '../../test/support/cli-runner.ts'
import { loadCommands } from './commands/index.ts'

describe('broadsheet', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('shows help with examples for itself and for every command', async () => {
    const own = await runner.runHere(['--help'])
    assert.equal(own.code, 0)
    assert.equal(own.stderr, '')
    assert.match(own.stdout, /Examples:\n {2}\$ broadsheet serve/)
    const names = [...own.stdout.matchAll(/^ {2}([a-z-]+) .*$/gm)].map((match) => match[1] ?? '')
    assert.ok(names.includes('config'))
    for (const name of names.filter((listed) => !['help', 'config'].includes(listed))) {
      const page = await runner.runHere([name, '--help'])
      assert.equal(page.code, 0)
      assert.match(page.stdout, /Examples?:\n {2}\$ broadsheet /, name)
    }
  })

  it('explains the words of the commands, and shows the default of every setting', async () => {
    const { stdout } = await runner.runHere(['--help'])
    for (const word of ['source', 'member', 'sync', 'artifact', 'ledger'])
      assert.match(stdout, new RegExp(`^ {2}${word}: +[A-Z].{20,70}\\.$`, 'm'))
    const serve = (await runner.runHere(['serve', '--help'])).stdout.replaceAll(/\s+/g, ' ')
    for (const [flag, value, variable] of [
      ['--profile', 'sandbox', 'BROADSHEET_PROFILE'],
      ['--host', '127.0.0.1', 'HOST'],
      ['--port', '8000', 'PORT'],
      ['--workers', '1', 'WORKERS'],
      ['--data-dir', './data', 'DATA_DIR'],
      ['--fault', 'none', 'SANDBOX_FAULTS'],
    ] as const)
      assert.match(serve, new RegExp(`${flag} <[^(]+\\(default: ${value}; environment: ${variable}\\)`))
  })

  it('loads the command that is called, and no other', async () => {
    const names = (await commandsAfter(undefined)).filter((name) => name !== 'completion')
    assert.ok(names.length > 10)
    for (const name of names) assert.deepEqual(await commandsAfter(name), [name])
    async function commandsAfter(called: string | undefined): Promise<string[]> {
      const program = new Command()
      for (const add of await loadCommands(called)) add(program, {} as never)
      return program.commands.map((command) => command.name())
    }
  })

  it('prints its version', async () => {
    const { code, stdout, stderr } = await runner.run(['--version'])
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })

  const wrong: [string, string[], RegExp][] = [
    ['no command', [], /^Usage: broadsheet/],
    ['an unknown command', ['confg'], /unknown command 'confg'\n\(Did you mean config\?\)\nAdd --help/],
    [
      'an unknown option',
      ['config', 'check', '--prot', '1'],
      /unknown option '--prot'\n\(Did you mean --port\?\)/,
    ],
    ['a command that is like no other', ['frobnicate'], /unknown command 'frobnicate'\nAdd --help/],
    ['an option without its value', ['config', 'check', '--port'], /argument missing/],
    ['an argument too many', ['config', 'check', 'x'], /too many arguments/],
    [
      'a wrong value',
      ['config', 'check', '--port', '80a', '--workers', '0'],
      /2 problems\):\n {2}- server\.port: "80a" from flag --port .*\n {2}- server\.workers/,
    ],
    ['an empty value', ['config', 'check', '--port', ''], /server\.port: "" from flag --port is empty/],
    [
      'a missing settings file',
      ['config', 'check', '--config', 'nowhere.yaml'],
      /nowhere\.yaml: cannot be read/,
    ],
  ]
  for (const [what, args, message] of wrong) {
    it(`exits 2 without a stack and without data for ${what}`, async () => {
      const { code, stdout, stderr } = await runner.runHere(args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^\s+at /m)
    })
  }
})

describe('broadsheet config', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('confirms a valid configuration', async () => {
    const { code, stdout, stderr } = await runner.runHere(['config', 'check'])
    assert.deepEqual([code, stdout, stderr], [0, '', 'Configuration is valid.\n'])
  })

  it('names what is no e-mail address of an operator', async () => {
    const { code, stdout, stderr } = await runner.runHere(['config', 'check'], {
      OPERATOR_EMAILS: 'desk@example.org, desk',
    })
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /operators\.emails: "desk@example\.org, desk" .* must be e-mail addresses/)
  })

  it('shows where values come from: flag, environment, .env and file', async () => {
    writeFileSync(join(runner.folder, '.env'), 'LOG_LEVEL=warn\n')
    writeFileSync(join(runner.folder, 'broadsheet.config.yaml'), 'sync:\n  enabled: false\n')
    const { code, stdout, stderr } = await runner.runHere(['config', 'explain', '--json', '--port', '1'], {
      HOST: '::1',
    })
    assert.deepEqual([code, stderr], [0, ''])
    const rows: { name: string; value: string; origin: string }[] = JSON.parse(stdout)
    const origin = Object.fromEntries(rows.map((row) => [row.name, row.origin]))
    assert.equal(origin['server.port'], 'flag --port')
    assert.equal(origin['server.host'], 'environment variable HOST')
    assert.equal(origin['log.level'], 'LOG_LEVEL in .env')
    assert.equal(origin['sync.enabled'], 'broadsheet.config.yaml, line 2')
    assert.equal(origin['run.profile'], 'default')
  })

  it('shows invalid values as well, and exits 2', async () => {
    const { code, stdout, stderr } = await runner.runHere(['config', 'explain'], { PORT: '80a' })
    assert.equal(code, 2)
    assert.match(stdout, /^server\.port +80a +environment variable PORT$/m)
    assert.match(stderr, /server\.port: "80a"/)
  })

  it('never prints a secret, valid or not, even with --debug', async () => {
    const secrets = {
      DATABASE_URL: 'postgres://u:canary-1@127.0.0.1/x',
      REDIS_URL: 'canary-2',
      BROADSHEET_SECRET: 'canary-3',
      BROADSHEET_PROFILE: 'live',
      SMTP_URL: 'smtp://u:canary-4@127.0.0.1',
      S3_ACCESS_KEY: 'canary-5',
      S3_URL: 'http://u:canary-6@127.0.0.1',
    }
    for (const args of [
      ['config', 'check'],
      ['config', 'explain'],
      ['config', 'explain', '--json'],
      ['--debug', 'config', 'check'],
    ]) {
      const { code, stdout, stderr } = await runner.runHere(args, secrets)
      assert.equal(code, 2)
      assert.doesNotMatch(stdout + stderr, /canary/)
    }
  })
})
