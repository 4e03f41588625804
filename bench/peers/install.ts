/** Installs peers into a cache folder, outside the dependencies of the project. */

import { execFile } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../node_modules/.cache/broadsheet-peers')
const timeout = 5 * 60_000

/** The module of a package from npm. */
export async function installPackage<Module>(name: string, version: string): Promise<Module> {
  const prefix = join(folder, `${name.replace('/', '-')}-${version}`)
  mkdirSync(prefix, { recursive: true })
  const load = createRequire(join(prefix, 'index.js'))
  try {
    return load(name) as Module
  } catch {
    const options = ['--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', ['install', ...options, `${name}@${version}`], { timeout })
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
