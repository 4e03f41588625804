/** `npm run generate -w packages/client`: generates the types, tables and error classes of the client from the server's OpenAPI documents and error list. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startServerProcess } from '../test/support/server/server-process.ts'
import { renderClientErrors } from './client-errors.ts'
import { type ApiDocument, renderService } from './openapi-types.ts'

const root = join(import.meta.dirname, '..')
const folder = 'packages/client/src/generated'
const command = 'npm run generate -w packages/client'

/** Each with an API document of its own below its base address. */
export const clientServices = ['cinema', 'market', 'data', 'notices', 'account', 'operator'] as const

if (import.meta.main) {
  // Without operators there are no routes for them.
  using served = await startServerProcess([], { OPERATOR_EMAILS: 'operator@example.org' })
  const files = await renderClientFiles(served.origin)
  for (const [path, text] of Object.entries(files)) {
    if (readIfExists(path) === text) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

/** Path and text of every generated file, as the server at `base` would have it. */
export async function renderClientFiles(base: string): Promise<Record<string, string>> {
  const files: Record<string, string> = { [`${folder}/errors.ts`]: formatCode(renderClientErrors(command)) }
  for (const service of clientServices) {
    const document = await fetchDocument(base, service)
    files[`${folder}/${service}.ts`] = formatCode(renderService(service, document, command))
  }
  return files
}

export async function fetchDocument(base: string, service: string): Promise<ApiDocument> {
  const answer = await fetch(`${base}/${service}/v1/openapi.json`, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`${service} has no API document: ${answer.status}`)
  return (await answer.json()) as ApiDocument
}

export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function formatCode(text: string): string {
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const { status, stdout, stderr } = spawnSync(biome, ['format', '--stdin-file-path=packages/client/x.ts'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status !== 0) throw new Error(`the formatter cannot read it: ${stderr}`)
  return stdout
}
