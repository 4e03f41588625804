/**
 * A data folder after the first sync of the whole sandbox, for tests that only read. The sync costs most of a minute, so
 * the files of a test run share it: the first that needs it makes it, and every server works on a copy.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../../src/core/clock.ts'
import { CliRunner, noCoverage } from '../cli-runner.ts'
import { sharedFolder } from '../shared-folder.ts'

/** How long a first sync may take on a machine that runs other tests at the same time. */
export const firstSyncTimeoutMs = 600_000

/** Copies the data of a synced server into a folder. */
export async function copySyncedData(folder: string): Promise<void> {
  const shared = sharedFolder()
  const data = join(shared, 'data')
  const failure = join(shared, 'failure')
  if (await isFirst(shared)) await makeSyncedData(data, failure)
  else await untilMade(data, failure)
  await cp(data, folder, { recursive: true })
}

/** Creating a folder succeeds for one process only. */
async function isFirst(shared: string): Promise<boolean> {
  try {
    await mkdir(join(shared, 'claimed'))
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
    return false
  }
}

async function makeSyncedData(data: string, failure: string): Promise<void> {
  using runner = new CliRunner()
  try {
    const { stdout, stderr } = await runner.run(['sync', '--json'], noCoverage)
    const reports = JSON.parse(stdout || '[]') as { readonly status: string }[]
    // Partial: the sandbox has boards with faulty rows.
    const isSynced = ({ status }: { readonly status: string }) => ['succeeded', 'partial'].includes(status)
    if (reports.length === 0 || !reports.every(isSynced)) throw new Error(`the first sync failed:\n${stderr}`)
    await cp(join(runner.folder, 'data'), `${data}.part`, { recursive: true })
    await rename(`${data}.part`, data)
  } catch (thrown) {
    writeFileSync(failure, String(thrown))
    throw thrown
  }
}

async function untilMade(data: string, failure: string): Promise<void> {
  const deadline = systemClock.now() + firstSyncTimeoutMs
  while (!existsSync(data)) {
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'))
    if (systemClock.now() > deadline) throw new Error('the first sync takes too long')
    await systemClock.sleep(200)
  }
}
