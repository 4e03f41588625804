/** The command `serve` with all that a first sync of the sandbox publishes, and a key. */

import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { main, spawnServe } from './spawn-serve.ts'

/** A sync takes a minute, so its data is reused for a day: that of the sandbox is about today. */
const day = new Date().toISOString().slice(0, 10)
const synced = join(tmpdir(), `broadsheet-bench-sandbox-${day}`)
if (!existsSync(synced)) {
  const unfinished = mkdtempSync(`${synced}-`)
  // It fails for a few faulty boards of the sandbox; the rest is there.
  await broadsheet('sync', '--data-dir', unfinished).catch(() => {})
  renameSync(unfinished, synced)
}
const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
cpSync(synced, dataDir, { recursive: true })
const key = (await broadsheet('keys', 'create', 'flood@example.org', '--data-dir', dataDir)).trim()

await spawnServe({
  dataDir,
  ready: { key },
  close: () => rmSync(dataDir, { recursive: true, force: true }),
})

async function broadsheet(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { cwd: tmpdir() })
  return stdout
}
