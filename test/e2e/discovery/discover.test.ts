import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { companies as employers } from '../../../sandbox/jobs/companies.ts'
import { companies as trustCompanies } from '../../../sandbox/trust/companies.ts'
import { type AppContext, createAppContext } from '../../../src/app/app-context.ts'
import { createDiscoverer, type Discoverer, type Discovery } from '../../../src/app/discovery.ts'
import type { LocalUpstreams } from '../../../src/app/profile/profile.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { jobAdapters } from '../../../src/services/jobs/sources/index.ts'

/** The simulated hosts answer for all names. */
describe('discovery in the sandbox', () => {
  let upstreams: LocalUpstreams | undefined
  let discoverer: Discoverer
  let context: AppContext
  const discover = (target: string): Promise<Discovery> =>
    discoverer.discover(target, AbortSignal.timeout(600_000))

  before(async () => {
    context = await createAppContext(loadConfig({ env: {} }), { clock: systemClock })
    upstreams = await context.profile.startUpstreams()
    discoverer = createDiscoverer(context)
  })
  after(async () => {
    await discoverer[Symbol.asyncDispose]()
    await upstreams?.[Symbol.asyncDispose]()
  })

  it('finds the board of an employer on each job platform from its domain', async () => {
    const firsts = Map.groupBy(employers, ({ platform }) => platform)
    assert.equal(firsts.size, jobAdapters.length)
    for (const [platform, [employer]] of firsts) {
      const domain = `${employer?.name.toLowerCase().replaceAll(' ', '-')}.example`
      const { findings, undecided } = await discover(domain)
      const boards = findings.filter(({ service }) => service === 'jobs')
      assert.deepEqual(
        boards.map((finding) => [finding.platform, finding.member, finding.basis, finding.supported]),
        [[platform, { key: employer?.key }, 'open', true]],
        domain,
      )
      assert.match(boards[0]?.evidence[0]?.page ?? '', /\/careers$/)
      assert.deepEqual(undecided, [], domain)
    }
  })

  it('finds the installation and the site of a theater from its page', async () => {
    const { members } = await context.profile.cinemaDirectory()
    const theater = (platform: string) => members.get(platform)?.[1]
    for (const platform of ['vista-ocapi', 'quickbook', 'webedia']) {
      const { website = '', base, site, options } = theater(platform) ?? {}
      const { findings, undecided } = await discover(website)
      assert.equal(findings.length, 1, platform)
      assert.deepEqual([findings[0]?.platform, findings[0]?.member.base], [platform, base])
      if (platform === 'webedia') {
        assert.match(undecided.join(' '), /not the site of the member/)
        continue
      }
      assert.equal(findings[0]?.member.site, site)
      assert.equal(findings[0]?.member.tenant, options?.tenant)
      assert.equal(findings[0]?.basis, platform === 'quickbook' ? 'open' : 'key')
    }
    const house = theater('json-ld')
    const { findings } = await discover(`${house?.base}${house?.options.pages}`)
    assert.deepEqual(
      findings.map(({ platform, member, evidence }) => [platform, member.base, evidence[0]?.kind]),
      [['json-ld', house?.base, 'structured_data']],
    )
  })

  it('finds the provider of a trust center by CNAME, and reports the gates of pages', async () => {
    const center = (provider: string) => trustCompanies.find((company) => company.provider === provider)
    const drata = await discover(center('drata')?.url ?? '')
    assert.deepEqual(
      drata.findings.map(({ platform, basis, evidence }) => [platform, basis, evidence[0]?.kind]),
      [['drata', 'open', 'cname']],
    )
    assert.match(drata.findings[0]?.terms ?? '', /blocks automated requests/)
    assert.equal(drata.pages[0]?.outcome, 'gate')
    for (const provider of ['safebase', 'oneleet', 'secureframe', 'delve', 'comp_ai', 'conveyor']) {
      const { findings, pages } = await discover(center(provider)?.url ?? '')
      assert.deepEqual([findings[0]?.platform, findings[0]?.member.url], [provider, center(provider)?.url])
      assert.deepEqual(pages, [], 'the address of a provider needs no request')
    }
  })

  it('obeys a robots.txt that forbids everything', async () => {
    const { findings, pages } = await discover('www.closed-works.example')
    assert.deepEqual(findings, [])
    assert.deepEqual(
      pages.map(({ outcome, reason }) => [outcome, reason]),
      [['gate', 'robots.txt disallows it.']],
    )
  })

  it('runs one discovery at a time', async () => {
    const first = discover('www.closed-works.example')
    await assert.rejects(discover('www.closed-works.example'), { code: 'overloaded' })
    await first
  })
})
