/** The package as somebody else gets it: built by its own command, lying in the `node_modules` of an otherwise empty folder. */

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..', '..')
const source = join(import.meta.dirname, '..', '..')

/** The coverage of tools and of what they build is of no interest, and slows them down. */
const env = { ...process.env, NODE_V8_COVERAGE: '' }

export interface RunResult {
  readonly code: number
  readonly output: string
}

export class BuiltPackage implements Disposable {
  /** The application’s folder. */
  readonly folder = mkdtempSync(join(tmpdir(), 'broadsheet-client-'))
  readonly packageFolder = join(this.folder, 'node_modules', 'broadsheet-client')

  static async build(): Promise<BuiltPackage> {
    const built = new BuiltPackage()
    const { packageFolder } = built
    for (const name of ['package.json', 'README.md', 'LICENSE', 'docs']) {
      cpSync(join(source, name), join(packageFolder, name), { recursive: true })
    }
    const outDir = join(packageFolder, 'dist')
    await run('npm', ['run', 'build', '-w', 'packages/client', '--', '--outDir', outDir], {
      cwd: root,
      env,
      timeout: 600_000,
    })
    return built
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name)
    writeFileSync(path, text)
    return path
  }

  /** A package that the application can import. */
  writeModule(name: string, code: string, types: string): void {
    const folder = join('node_modules', name)
    mkdirSync(join(this.folder, folder), { recursive: true })
    this.write(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }))
    this.write(join(folder, 'index.js'), code)
    this.write(join(folder, 'index.d.ts'), types)
  }

  /** What the compiler says about files of the application. */
  async compile(files: readonly string[]): Promise<RunResult> {
    const compilerOptions = {
      target: 'es2022',
      lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'nodenext',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      allowJs: true,
      checkJs: true,
      noEmit: true,
    }
    const project = this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
    return await this.run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', project])
  }

  async run(program: string, args: readonly string[]): Promise<RunResult> {
    try {
      const { stdout, stderr } = await run(program, args, { cwd: this.folder, env, timeout: 600_000 })
      return { code: 0, output: stdout + stderr }
    } catch (failed) {
      const { code, stdout, stderr } = failed as { code?: number; stdout: string; stderr: string }
      return { code: typeof code === 'number' ? code : -1, output: `${stdout}${stderr}` }
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
