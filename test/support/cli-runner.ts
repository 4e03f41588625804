/** Runs the command line, or another program, in a temporary folder and with an empty environment. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Writable } from 'node:stream'
import { projectRoot } from './project-root.ts'
import { newFolder } from './shared-folder.ts'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface ExitResult extends CommandResult {
  readonly signal: NodeJS.Signals | null
}

export interface RunningProcess {
  readonly child: ChildProcess
  /** Resolves when stdout or stderr matches; rejects when the process ends without a match. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  readonly exited: Promise<ExitResult>
}

/** For a process that is killed, runs other code, or does what other tests measure: coverage can make it several times slower. */
export const noCoverage = { NODE_V8_COVERAGE: '' }

export class CliRunner implements Disposable {
  readonly folder = newFolder('cli')
  readonly #program: string
  readonly #children = new Set<ChildProcess>()

  constructor(program = 'src/main.js') {
    this.#program = resolve(projectRoot, program)
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
    const child = spawn(process.execPath, [this.#program, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.add(child)
    return watchProcess(child, () => this.#children.delete(child))
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ExitResult> {
    return this.start(args, env).exited
  }

  /** The same in this process, which saves a start: for commands whose own process is not what is tested. */
  async runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    // Loaded here, because most tests only start processes.
    const { runCommandLine } = await import('../../src/cli/run-command-line.ts')
    const stdout = new TextCollector()
    const stderr = new TextCollector()
    const code = await runCommandLine(args, { stdout, stderr, env, cwd: () => this.folder })
    return { code, stdout: stdout.text, stderr: stderr.text }
  }

  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill('SIGKILL')
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

function watchProcess(child: ChildProcess, onEnd: () => void): RunningProcess {
  const text = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
      for (const listener of listeners) listener()
    })
  }
  const exited = once(child, 'close').then(([code, signal]): ExitResult => {
    onEnd()
    return { code, signal, ...text }
  })

  async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
    function check(): void {
      const match = pattern.exec(text.stderr) ?? pattern.exec(text.stdout)
      if (match) resolve(match)
    }
    listeners.add(check)
    check()
    exited.then(({ code }) =>
      reject(new Error(`ended with ${code} before ${pattern}:\n${text.stdout}\n${text.stderr}`)),
    )
    try {
      return await promise
    } finally {
      listeners.delete(check)
    }
  }

  return { child, waitForOutput, exited }
}
