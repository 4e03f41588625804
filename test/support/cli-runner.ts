/** Runs the command line, or another program, as a process, in a temporary folder and with an empty environment. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { CommandLine, type CommandResult } from './command-line.ts'
import { projectRoot } from './project-root.ts'

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

export class CliRunner extends CommandLine {
  readonly #program: string
  readonly #children = new Set<ChildProcess>()

  constructor(program = 'src/main.js') {
    super()
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

  override [Symbol.dispose](): void {
    for (const child of this.#children) child.kill('SIGKILL')
    super[Symbol.dispose]()
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
