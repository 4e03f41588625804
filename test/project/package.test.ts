/** What makes `npm ci` give everybody the same tree, with npm 11 and with npm 12. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { projectRoot } from '../support/project-root.ts'

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
const locked: [
  path: string,
  entry: {
    hasInstallScript?: boolean
    resolved?: string
    integrity?: string
    link?: boolean
    engines?: { node?: string }
  },
][] = Object.entries(lock.packages)

describe('package.json', () => {
  it('names exact versions', () => {
    const versions = Object.entries({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    })
    const loose = versions.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(String(version)))
    assert.deepEqual(loose, [])
  })

  it('installs no package that runs a script, which could fetch what no checksum covers', () => {
    assert.deepEqual(
      locked.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path),
      [],
    )
  })

  it('installs one version of Node for each platform, under a checksum', () => {
    const names = Object.keys(manifest.optionalDependencies)
    assert.ok(names.includes(`node-${process.platform}-${process.arch}`) || process.platform !== 'linux')
    assert.equal(new Set(Object.values(manifest.optionalDependencies)).size, 1)
    for (const name of names) {
      const { integrity, os, cpu } = lock.packages[`node_modules/${name}`]
      assert.match(integrity, /^sha512-/, name)
      assert.ok(os && cpu, name)
    }
  })
})

describe('package-lock.json', () => {
  it('has no package that asks for a newer Node than package.json does, so npm prints no warning about engines', () => {
    const advertised = toVersion(manifest.engines.node.replace('>=', ''))
    const tooNew = locked.filter(([, { engines }]) => {
      const lowest = (engines?.node ?? '*').split('||').map((range) => toVersion(range))
      return lowest.every((version) => version > advertised)
    })
    assert.deepEqual(
      tooNew.map(([path, { engines }]) => `${path} ${engines?.node}`),
      [],
    )
  })

  it('names no registry, and has a checksum for every package', () => {
    const packages = locked.filter(([path, { link }]) => path.includes('node_modules/') && !link)
    assert.ok(packages.length > 100)
    assert.deepEqual(
      packages.filter(([, entry]) => entry.resolved !== undefined || !entry.integrity).map(([path]) => path),
      [],
    )
  })
})

/** The first version in a range, as a number that compares. */
function toVersion(range: string): number {
  const [, major = '0', minor = '0', patch = '0'] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(range) ?? []
  return Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch)
}
