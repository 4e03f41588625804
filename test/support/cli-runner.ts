/** Runs the command line (or another program) for real, in a folder of its own and with no settings but those given. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  /** Resolves when stderr or stdout has a match; rejects when the process ends without one. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
}

export class Workplace implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'broadsheet-cli-'))
  readonly #program: string
  readonly #running = new Set<ChildProcess>()

  constructor(program = 'src/main.js') {
    this.#program = join(projectRoot, program)
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(process.execPath, [this.#program, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#running.add(child)
    return watch(child, () => this.#running.delete(child))
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.start(args, env).ended
  }

  [Symbol.dispose](): void {
    for (const child of this.#running) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function watch(child: ChildProcess, onEnd: () => void): Running {
  const text = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
      for (const listener of listeners) listener()
    })
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    onEnd()
    return { code, signal, ...text }
  })

  async function until(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
    function look(): void {
      const match = pattern.exec(text.stderr) ?? pattern.exec(text.stdout)
      if (match) resolve(match)
    }
    listeners.add(look)
    look()
    ended.then(({ code }) =>
      reject(new Error(`ended with ${code} before ${pattern}:\n${text.stdout}\n${text.stderr}`)),
    )
    try {
      return await promise
    } finally {
      listeners.delete(look)
    }
  }

  return { child, until, ended }
}
