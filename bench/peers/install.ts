/** Installs peers into the temporary folder, outside the dependencies of the project. */

import { execFile } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = join(tmpdir(), 'broadsheet-bench-peers')
const timeout = 5 * 60_000

/** The module of a package from npm. */
export async function installPackage<Module>(name: string, version: string): Promise<Module> {
  mkdirSync(folder, { recursive: true })
  const load = createRequire(join(folder, 'index.js'))
  try {
    return load(name) as Module
  } catch {
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`], {
      timeout,
    })
    return load(name) as Module
  }
}

/** Unpacks a Debian package unless the program is there, and puts it on the path. */
export async function installProgram(program: string, debianPackage: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const bin = join(folder, 'usr/sbin')
  process.env.PATH = `${process.env.PATH}:${bin}`
  try {
    await run('which', [program], { timeout })
  } catch {
    await run('apt-get', ['download', debianPackage], { cwd: folder, timeout })
    for (const file of globSync(`${debianPackage}_*.deb`, { cwd: folder }))
      await run('dpkg', ['-x', file, '.'], { cwd: folder, timeout })
    await run('which', [program], { timeout })
  }
}
