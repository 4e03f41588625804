/** Reports what a common linter with its recommended rules has to say about an API document. */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { projectRoot } from './project-root.ts'

const lintTimeoutMs = 600_000

interface LintReport {
  readonly problems: readonly {
    readonly message: string
    readonly ruleId: string
    readonly location: unknown
  }[]
}

export async function lintOpenApi(name: string, text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  try {
    const file = join(folder, `${name}.json`)
    await writeFile(file, text)
    const args = ['lint', file, '--config', join(projectRoot, 'redocly.yaml'), '--format', 'json']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')), ...args],
      {
        cwd: projectRoot,
        timeout: lintTimeoutMs,
        maxBuffer: 32 * 1024 * 1024,
        env: {
          ...process.env,
          // The coverage of the linter is of no interest, and slows it down.
          NODE_V8_COVERAGE: '',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
    ).catch((failed: { stdout: string }) => failed)
    const { problems } = JSON.parse(stdout) as LintReport
    return problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${JSON.stringify(location)}`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
