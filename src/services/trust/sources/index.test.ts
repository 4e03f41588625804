import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decisions } from '../../../registry/decisions.ts'
import { RegistryFiles } from '../../../registry/registry-files.ts'
import { providers } from '../normalise/providers/registry.ts'
import { adapters } from './adapters/index.ts'
import { trustSources } from './index.ts'
import { readTrustCenters } from './members/trust-centers.ts'

const noCname = async () => undefined
const centers = readTrustCenters(new RegistryFiles(), new Decisions([]))

describe('trust sources', () => {
  it('have one adapter per provider, with the id of the source', () => {
    assert.deepEqual(adapters.map(({ provider }) => provider).sort(), providers.map(({ id }) => id).sort())
    for (const { source, provider } of adapters) {
      assert.equal(source, `trust-${provider.replaceAll('_', '-')}`)
    }
  })

  it('have the members of the registry, in the order of the providers', () => {
    const sources = trustSources(centers, noCname)
    assert.equal(sources[0]?.id, 'trust-directory')
    assert.equal(sources.slice(1).flatMap((source) => source.members).length, centers.length)
    const order = providers.map(({ id }) => `trust-${id.replaceAll('_', '-')}`)
    const ids = sources.slice(1).map(({ id }) => id)
    assert.deepEqual(
      ids,
      order.filter((id) => ids.includes(id)),
    )
  })

  it('know the host that each center is asked at, which several may share', () => {
    const sources = trustSources(centers, noCname)
    for (const { source: id, provider, steps } of adapters) {
      const source = sources.find((one) => one.id === id)
      for (const member of source?.members ?? []) {
        const center = centers.find((one) => one.id === member.id && one.provider === provider)
        assert.ok(source?.hostOf && center)
        assert.equal(source.hostOf(member), new URL(steps(center)[0]?.url ?? '').host, member.id)
      }
    }
    const oneleet = sources.find(({ id }) => id === 'trust-oneleet')
    assert.deepEqual(
      [...new Set(oneleet?.members.map((member) => oneleet.hostOf?.(member)))],
      ['api.oneleet.com'],
    )
  })

  it('know the host of a center whose address is no text', () => {
    const center = centers.find(({ provider, handle }) => provider === 'oneleet' && handle === undefined)
    assert.ok(center)
    const [, source] = trustSources([{ ...center, url: 'https://trust.example.com/%zz' }], noCname)
    assert.deepEqual(
      source?.members.map((member) => source.hostOf?.(member)),
      ['api.oneleet.com'],
    )
  })

  it('reject a member with an unknown provider', () => {
    const [center] = centers
    assert.ok(center)
    assert.throws(
      () => trustSources([{ ...center, id: 'acme', provider: 'nobody' }], noCname),
      /unknown trust center provider nobody/,
    )
  })
})
