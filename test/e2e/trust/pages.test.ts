/** The pages of trust over a listening server, the same on both engines. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SearchRequest } from '../../../src/http/service.ts'
import { trustSearches } from '../../../src/services/trust/routes/search-sections.ts'
import { companyPage } from '../../../src/services/trust/routes/trust-pages/company-page.ts'
import { testEngines } from '../../support/store/test-engines.ts'
import { openTrustFixture, readRecord, vendorFinding } from '../../support/trust/trust-fixture.ts'

const hostileName = '<img src=x onerror=alert(1)>'

for (const engine of testEngines) {
  it(`pages of trust on ${engine.name} show what the API lists`, {
    skip: engine.skip,
  }, async () => {
    await using fixture = await openTrustFixture(engine)
    const openai = { name: 'OpenAI, LLC', website: 'openai.com' }
    await fixture.publish(
      '2026-11-01T03:00:00Z',
      readRecord('Acme', {
        provider: 'probo',
        subprocessors: [openai, vendorFinding('Alpha')],
        certifications: [{ label: 'SOC 2 Type II' }],
        documents: [
          { title: 'Pentest', access: 'public', url: 'https://acme.test/pentest.pdf' },
          { title: 'Policy', access: 'public', url: 'https://acme.example/policy.pdf' },
        ],
        controls: Array.from({ length: 12 }, (_, at) => ({
          name: `Control ${at}`,
          status: 'passing' as const,
        })),
        security_updates: [
          { key: 'u1', title: 'Keys rotated', category: 'Incident', published_at: '2026-10-02T08:00:00Z' },
        ],
      }),
      readRecord('Birch', { certifications: [], subprocessors: [openai] }),
      readRecord('Dapple', { provider: 'drata', gate: 'bot_challenge' }),
    )
    await fixture.publish(
      '2026-11-05T03:00:00Z',
      readRecord('Birch', { certifications: [], subprocessors: [openai, vendorFinding('Gamma')] }),
    )
    const read = async (path: string, status = 200) => {
      const answer = await fixture.getRaw(path, { accept: 'text/html' })
      assert.equal(answer.status, status, answer.text)
      assert.doesNotMatch(
        answer.text,
        /<script(?! type="module" src="\/assets\/[0-9a-f]{16}\/every-page\.js" blocking="render"><\/script>)|<img|javascript:/,
      )
      return answer.text
    }
    const names = (page: string) =>
      [...page.matchAll(/<h3><a href="[^"]*companies\/cmp_\w+">([^<]+)</g)].map(([, name]) => name)

    assert.deepEqual(names(await read('/trust/companies?q=&certification=&subprocessor=')), [
      'Acme',
      'Birch',
      'Dapple',
    ])
    assert.deepEqual(names(await read('/trust/companies?certification=SOC%202%20Type%20II')), ['Acme'])
    assert.match(await read('/trust/companies?q=zzz'), /No company matches/)
    const relying = await read('/trust/companies?q=A&certification=&subprocessor=OpenAI')
    assert.deepEqual(names(relying), ['Acme'])
    assert.match(relying, /<h1>Who relies on OpenAI<\/h1>/)
    assert.match(relying, /<a href="companies\?q=A" aria-label="Remove Relies on: OpenAI">/)
    const all = await read('/trust/companies')
    assert.match(all, /<h1>Companies and their trust centers<\/h1>/)
    assert.match(
      all,
      /Acme<.*? · first seen <time[^>]*>1 Nov 2026<.*Birch<.*? · changed <time[^>]*>5 Nov 2026</s,
    )
    const { body } = await fixture.get('/v1/companies?q=acme')
    const card = await read(`/trust/companies/${body.data[0].id}`)
    assert.match(card, /<h1>Acme<\/h1>/)
    assert.match(card, /<h2>Certifications \(1\)<\/h2>/)
    assert.match(card, /<a href="\.\.\/vendors\/openai">OpenAI<\/a>/)
    assert.match(
      card,
      /<a href="https:\/\/acme\.test\/pentest\.pdf" rel="nofollow noopener noreferrer">Pentest<\/a>/,
    )
    // Names below `.example` are reserved: a link would lead nowhere.
    assert.match(card, /<h3>Policy <small class="soft madeup">\(made-up address\)<\/small><\/h3>/)
    assert.doesNotMatch(card, /href="https?:[^"]*\.example/)
    assert.match(card, /<h2>Controls \(12\)<\/h2>.*<li><h3>Control 0<\/h3><p class="meta">passing<\/p>/s)
    const [, allControls = ''] = /<a href="(cmp_\w+\/controls)">All of them<\/a>/.exec(card) ?? []
    assert.equal((await read(`/trust/companies/${allControls}`)).match(/<h3>Control \d+<\/h3>/g)?.length, 12)
    assert.match(
      card,
      /<h2>Security updates \(1\)<\/h2>.*<li><h3>Keys rotated<\/h3><p class="meta">Incident · /s,
    )
    for (const [, href = ''] of card.matchAll(/<a href="\.\.\/\.\.(\/v1\/[^"]+)"/g))
      assert.equal((await fixture.get(href)).status, 200, href)
    const certifications = trustSearches(fixture.store.readModel).find(({ id }) => id === 'certifications')
    const { hits = [] } =
      (await certifications?.find({ base: '', q: 'SOC2 type II', limit: 5 } as SearchRequest)) ?? {}
    assert.deepEqual(
      hits.map(({ title, note }) => `${title}: ${note}`),
      ['SOC 2 Type II: one company has it'],
    )
    assert.deepEqual(names(await read(String(hits[0]?.path))), ['Acme'])
    const gated = await fixture.get('/v1/companies?q=dapple')
    assert.match(
      await read(`/trust/companies/${gated.body.data[0].id}`),
      /hidden behind a gate|has not been read/,
    )

    assert.match(
      await read('/trust/vendors'),
      /<a href="vendors\/openai">OpenAI <span class="count">2<\/span>/,
    )
    for (const vendor of ['openai', 'openai.com', 'OpenAI'])
      assert.deepEqual(names(await read(`/trust/vendors/${vendor}`)), ['Acme', 'Birch'])
    const changes = await read('/trust/changes')
    assert.deepEqual(names(changes).slice(0, 1), ['Birch'])
    assert.match(changes, /<p>Subprocessor added: [^<]*Gamma/)
    assert.deepEqual(names(await read('/trust/changes?type=subprocessor.added&company=')), ['Birch'])
    assert.match(
      await read('/trust/providers'),
      /<a href="providers\/probo">Probo<\/a><\/th><td class="num">\d+<\/td>/,
    )
    const probo = await read('/trust/providers/probo')
    assert.match(probo, /<h1>Probo<\/h1>.*<a href="\.\.\/companies\?provider=probo">/s)
    const atProbo = await read('/trust/companies?provider=probo')
    assert.match(atProbo, /aria-label="Remove Provider: Probo"/)
    assert.deepEqual(names(atProbo), ['Acme'])
    await read('/trust/companies?provider=nobody', 400)
    const compared = await read(`/trust/compare?a=${body.data[0].id}&b=birch`)
    assert.match(compared, /<h1>Acme and Birch<\/h1>/)
    assert.match(
      compared,
      /SOC 2[^<]*<\/a><\/th><td>[^<]+<\/td><td><span class="soft">not listed<\/span><\/td>/,
    )
    const vendorsOf = (heading: string) => {
      const [, rest = ''] = compared.split(`<h3>${heading}`)
      const [list = ''] = rest.split('</section>')
      return [...list.matchAll(/vendors\/[^>]+>([^<]+)</g)].map(([, name]) => name)
    }
    assert.deepEqual(
      [vendorsOf('Both'), vendorsOf('Only Acme'), vendorsOf('Only Birch')],
      [['OpenAI'], ['Alpha'], ['Gamma']],
    )
    assert.match(await read('/trust/compare'), /<h1>Compare two companies<\/h1>/)
    assert.match(
      await read(`/trust/compare?a=acme.example&b=${encodeURIComponent(hostileName)}`),
      /No company is called &lt;img/,
    )
    assert.match(await read('/trust/compare?a=Dapple&b=Birch'), /hidden behind a gate|has not been read/)
    assert.match(
      await read('/trust/compare?a=Acme&b=Dapple'),
      /SOC 2[^<]*<\/a><\/th><td>[^<]+<\/td><td><span class="none">not known<\/span><\/td>/,
    )
    await read('/trust/companies/cmp_none', 404)
    await read('/trust/vendors/nobody-at-all', 404)
    await read('/trust/changes?type=none', 400)
  })
}

it('the card of a company shows hostile names as text and makes no link of a script', () => {
  const none = { rows: [], total: 0 }
  const url = 'javascript:alert(1)'
  const state = 'read'
  const company = {
    id: 'cmp_a',
    name: hostileName,
    domain: null,
    website: url,
    trust_centers: [{ id: 'tc_a', url, provider: hostileName }],
    surfaces: { certifications: state, subprocessors: state, documents: state },
    last_read_at: null,
    first_seen_at: '2026-11-01T03:00:00Z',
    last_changed_at: '2026-11-05T03:00:00Z',
  }
  const document = { title: hostileName, url, kind: 'policy', year: null, access: 'public' }
  const reply = companyPage({
    company,
    certifications: none,
    subprocessors: none,
    documents: { rows: [document], total: 1 },
    controls: none,
    securityUpdates: { rows: [{ title: hostileName, category: null, published_at: null }], total: 1 },
    changes: none,
  } as never)
  const page = String(reply.body?.content)
  assert.ok(page.includes('<h1>&lt;img src=x onerror=alert(1)&gt;</h1>'))
  assert.ok(page.includes('<h3>&lt;img src=x onerror=alert(1)&gt;</h3>'))
  assert.doesNotMatch(page, /<img|href="javascript:/)
})
