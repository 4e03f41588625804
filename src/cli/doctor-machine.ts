/** What the doctor looks at on this machine: the runtime, the data folder and the room on its disk. */

import { access, open, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDataFolder } from '../core/data-folder.ts'
import { Misconfigured } from '../core/errors.ts'
import { type Finding, fail, ok, warn } from './doctor-finding.ts'

const mebibyte = 1024 * 1024
const freeBytes = { fail: 64 * mebibyte, warn: 1024 * mebibyte }
const nodeMajorMin = 24

export async function examineMachine(dataDir: string): Promise<Finding[]> {
  return [examineRuntime(process.versions.node), await examineFolder(dataDir), await examineDisk(dataDir)]
}

export function examineRuntime(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major >= nodeMajorMin) return ok('runtime', `Node ${version}`)
  return fail(
    'runtime',
    `Node ${version}`,
    `Use Node ${nodeMajorMin}: start with "npm start" or "npx broadsheet", which bring their own.`,
  )
}

async function examineFolder(dataDir: string): Promise<Finding> {
  try {
    makeDataFolder(dataDir)
    await writeProbe(dataDir)
    return ok('data folder', `${dataDir} is writable`)
  } catch (thrown) {
    const remedy = 'Give the folder to the user who runs this, or choose another with --data-dir or DATA_DIR.'
    const found =
      thrown instanceof Misconfigured ? thrown.message : `${dataDir} cannot be written (${codeOf(thrown)})`
    return fail('data folder', found, remedy)
  }
}

async function examineDisk(dataDir: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(await nearestExisting(dataDir))
    const free = bavail * bsize
    const found = `${Math.floor(free / mebibyte)} MiB free`
    const remedy = 'Make room on the disk of the data folder, or move the folder with --data-dir.'
    if (free < freeBytes.fail) return fail('disk', found, remedy)
    return free < freeBytes.warn ? warn('disk', found, remedy) : ok('disk', found)
  } catch (thrown) {
    return warn(
      'disk',
      `free room is unknown (${codeOf(thrown)})`,
      'Look at the disk of the data folder by hand.',
    )
  }
}

/** The folder itself, or the closest one above it that exists. */
async function nearestExisting(folder: string): Promise<string> {
  try {
    await access(folder)
    return folder
  } catch (thrown) {
    const parent = dirname(folder)
    if (codeOf(thrown) !== 'ENOENT' || parent === folder) throw thrown
    return nearestExisting(parent)
  }
}

async function writeProbe(folder: string): Promise<void> {
  const probe = join(folder, `.doctor-${process.pid}`)
  const file = await open(probe, 'wx')
  try {
    await file.write('x')
    await file.sync()
  } finally {
    await file.close()
    await rm(probe, { force: true })
  }
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? String(thrown)
}
