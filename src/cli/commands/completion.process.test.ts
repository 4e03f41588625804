import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { CliRunner } from '../../../test/support/cli-runner.ts'
import { loadCommands } from './index.ts'

describe('broadsheet completion', () => {
  it('completes commands, subcommands and options in bash', async () => {
    using runner = new CliRunner()
    const { stdout: script } = await runner.runHere(['completion', 'bash'])
    async function complete(...words: string[]): Promise<string[]> {
      const list = words.map((word) => `'${word}'`).join(' ')
      const program = `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _broadsheet; echo "\${COMPREPLY[@]}"`
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', program])
      return stdout.trim().split(' ')
    }
    assert.deepEqual(await complete('broadsheet', 'do'), ['doctor'])
    assert.deepEqual(await complete('broadsheet', 'keys', ''), ['list', 'create', 'revoke', '--help'])
    assert.deepEqual(await complete('broadsheet', 'keys', 'list', '--em'), ['--email'])
    assert.deepEqual(await complete('broadsheet', 'serve', '--port', '8001', '--work'), ['--workers'])
  })

  it('names every command in every shell', async () => {
    using runner = new CliRunner()
    const program = new Command()
    for (const add of await loadCommands()) add(program, {} as never)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await runner.runHere(['completion', shell])
      assert.equal(code, 0)
      for (const command of program.commands) assert.match(stdout, new RegExp(`\\b${command.name()}\\b`))
    }
  })

  it('rejects other shells', async () => {
    using runner = new CliRunner()
    const { code, stderr } = await runner.runHere(['completion', 'fishy'])
    assert.equal(code, 2)
    assert.match(stderr, /did you mean "fish"/)
  })
})
