/** Runs the command line in this process, in a temporary folder and with an empty environment. */

import { rmSync } from 'node:fs'
import { Writable } from 'node:stream'
import { newFolder } from './shared-folder.ts'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export class CommandLine implements Disposable {
  readonly folder = newFolder('cli')

  async runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    // Loaded here, because tests that only start processes do not need it.
    const { runCommandLine } = await import('../../src/cli/run-command-line.ts')
    const stdout = new TextCollector()
    const stderr = new TextCollector()
    const code = await runCommandLine(args, { stdout, stderr, env, cwd: () => this.folder })
    return { code, stdout: stdout.text, stderr: stderr.text }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

class TextCollector extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
