/** The doctor's checks of this machine: the runtime, the data folder and its disk. */

import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closestExistingFolder, isDiskFull, readFreeBytes } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const mebibyte = 1024 * 1024
const freeBytes = { fail: 64 * mebibyte, warn: 1024 * mebibyte }
const nodeMajorMin = 24
const diskSpaceRemedy = 'Free disk space for the data folder, or move the folder with --data-dir or DATA_DIR.'

export async function examineMachine(dataDir: string): Promise<Finding[]> {
  return [examineRuntime(process.versions.node), await examineFolder(dataDir), await examineDisk(dataDir)]
}

/** A full disk can still be read. In a folder we cannot write, opening the database would only report the same problem again. */
export function canHoldDatabase(machine: readonly Finding[]): boolean {
  return machine.every(
    ({ check, status, remedy }) => check !== 'data folder' || status !== 'fail' || remedy === diskSpaceRemedy,
  )
}

export function examineRuntime(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major >= nodeMajorMin) return ok('runtime', `Node ${version}`)
  return fail(
    'runtime',
    `Node ${version}`,
    `Use Node ${nodeMajorMin}: start with "npm start" or "npx broadsheet", which include it.`,
  )
}

/** A missing folder is not created: the folder above it must be writable. */
async function examineFolder(dataDir: string): Promise<Finding> {
  try {
    const existing = await closestExistingFolder(dataDir)
    await writeProbe(existing)
    return existing === dataDir
      ? ok('data folder', `${dataDir} is writable`)
      : ok('data folder', `${dataDir} can be created`)
  } catch (thrown) {
    return toFolderFinding(dataDir, thrown)
  }
}

export function toFolderFinding(dataDir: string, thrown: unknown): Finding {
  const cause = thrown instanceof ConfigurationError ? thrown.cause : thrown
  if (isDiskFull(cause))
    return fail('data folder', `${dataDir} is on a full disk (${codeOf(cause)})`, diskSpaceRemedy)
  return fail(
    'data folder',
    `${dataDir} cannot be written (${codeOf(cause)})`,
    'Make the folder writable for the user who runs this, or choose another with --data-dir or DATA_DIR.',
  )
}

async function examineDisk(dataDir: string): Promise<Finding> {
  try {
    const free = await readFreeBytes(dataDir)
    const found = `${Math.floor(free / mebibyte)} MiB free`
    if (free < freeBytes.fail) return fail('disk', found, diskSpaceRemedy)
    return free < freeBytes.warn ? warn('disk', found, diskSpaceRemedy) : ok('disk', found)
  } catch (thrown) {
    return warn(
      'disk',
      `free space is unknown (${codeOf(thrown)})`,
      'Check the disk of the data folder by hand.',
    )
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
