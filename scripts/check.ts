/** `npm run check`: everything that can be checked without running the program. All checks run, all problems are reported. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

const root = join(import.meta.dirname, '..')

const checks: readonly { what: string; command: readonly string[] }[] = [
  { what: 'lint and format', command: [tool('biome'), 'check', '--error-on-warnings', '.'] },
  // Each checker repeats much of the work of the others: two need a third more processor time than one, four twice as much.
  { what: 'types', command: [tool('tsc'), '--noEmit', '-p', 'tsconfig.json', '--checkers', '1'] },
  { what: 'types of the client', command: [tool('tsc'), '--noEmit', '-p', 'packages/client'] },
  { what: 'types of page scripts', command: [tool('tsc'), '--noEmit', '-p', 'src/http/pages/scripts'] },
  { what: 'import directions', command: [process.execPath, 'scripts/check-imports.ts'] },
  { what: 'regular expressions', command: [process.execPath, 'scripts/check-regexps.ts'] },
  { what: 'dead code and unused packages', command: [tool('knip'), '--no-progress'] },
  { what: 'documents', command: [process.execPath, 'scripts/docs.ts', '--check'] },
]

const results = await Promise.all(checks.map(runCheck))
const failed = results.filter((result) => !result.passed)
for (const { what, passed, seconds } of results) print(`${passed ? '✔' : '✖'} ${what} (${seconds} s)\n`)
for (const { what, output } of failed) print(`\n── ${what}\n${output.trim()}\n`)
if (failed.length > 0) {
  print(
    `\n${failed.length} of ${checks.length} checks failed; \`npm run format\` and \`npm run docs\` mend what can be mended.\n`,
  )
  process.exitCode = 1
}

interface CheckResult {
  readonly what: string
  readonly passed: boolean
  readonly output: string
  readonly seconds: string
}

function runCheck({ what, command }: (typeof checks)[number]): Promise<CheckResult> {
  const [program = '', ...args] = command
  const since = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: 1_800_000 })
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => end(false, String(error)))
    child.on('close', (code) => end(code === 0, output || `ended with ${code}`))

    function collect(chunk: Buffer): void {
      output += chunk.toString()
    }
    function end(passed: boolean, text: string): void {
      resolve({ what, passed, output: text, seconds: ((performance.now() - since) / 1000).toFixed(1) })
    }
  })
}

function tool(name: string): string {
  return join(root, 'node_modules', '.bin', name)
}

function print(text: string): void {
  process.stdout.write(text)
}
