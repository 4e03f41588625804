import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { testEngines } from '../../support/store/test-engines.ts'
import {
  openTrustFixture,
  readRecord,
  type TrustFixture,
  vendorFinding,
} from '../../support/trust/trust-fixture.ts'

async function fill(fixture: TrustFixture): Promise<void> {
  const openai = { name: 'OpenAI, LLC', website: 'openai.com' }
  await fixture.publish(
    '2026-11-01T03:00:00Z',
    readRecord('Acme', {
      provider: 'probo',
      subprocessors: [openai, vendorFinding('Alpha')],
      certifications: [{ label: 'SOC 2 Type II' }, { label: 'ISO 27001:2022' }, { label: 'HIPAA (planned)' }],
      documents: [{ title: 'Pentest', access: 'public', url: 'https://acme.example/pentest.pdf' }],
      controls: [{ name: 'Backups' }],
      security_updates: [
        { key: '1', title: 'Advisory without a date' },
        { key: '2', title: 'Advisory of May', published_at: '2026-05-02' },
        { key: '3', title: 'Bulletin of October', published_at: '2026-10-20T10:00:00+02:00' },
        { key: '4', title: 'Correction of July', updated_at: '2026-07-01' },
      ],
    }),
    readRecord('Birch', { subprocessors: [openai, vendorFinding('Beta')] }),
    readRecord('Cobalt', { subprocessors: [vendorFinding('Alpha')] }),
    readRecord('Dapple', { provider: 'drata', gate: 'bot_challenge' }),
  )
  await fixture.publish(
    '2026-11-05T03:00:00Z',
    readRecord('Cobalt', { subprocessors: [vendorFinding('Alpha'), vendorFinding('Gamma')] }),
  )
}

for (const engine of testEngines) {
  describe(`${engine.name}: trust routes`, { skip: engine.skip }, () => {
    it('find a misspelled name whose letters are beyond the basic plane', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fixture.publish('2026-11-01T03:00:00Z', {
        ...readRecord('Acme'),
        center: { ...readRecord('Acme').center, company: '𠮷𠮷 Tools' },
      })
      for (const q of ['𠮷𠮷 Toolz', '𠮷𠮷 Tols', '𠮷𠮷Tools']) {
        const { body } = await fixture.get(`/v1/companies?q=${encodeURIComponent(q)}`)
        assert.equal(body.data[0]?.name, '𠮷𠮷 Tools', q)
      }
    })

    it('find companies by what they publish', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const find = async (query: string) => {
        const { status, body } = await fixture.get(`/v1/companies?${query}`)
        assert.equal(status, 200, query)
        assert.equal(body.pagination.total, body.data.length, query)
        return body.data.map(({ name }: { name: string }) => name).join(' ')
      }
      const cases: Readonly<Record<string, string>> = {
        '': 'Acme Birch Cobalt Dapple',
        'provider=oneleet': 'Birch Cobalt',
        'provider=oneleet,drata': 'Birch Cobalt Dapple',
        'subprocessor=openai': 'Acme Birch',
        'subprocessor=OpenAI': 'Acme Birch',
        'subprocessor=https://openai.com/': 'Acme Birch',
        'subprocessor=openai,alpha.example': 'Acme',
        'subprocessor=openai&provider=oneleet': 'Birch',
        'subprocessor=nobody': '',
        'without_subprocessor=openai': 'Cobalt',
        'certification=soc2_type2': 'Acme',
        'certification=SOC%202': 'Acme',
        'certification=soc2_type1': '',
        'certification=SOC%202%20Type%20II,ISO27001': 'Acme',
        'certification=hipaa': '',
        'certification=hipaa%7Csoc2': 'Acme',
        'certification=hipaa%7Csoc2,hipaa': '',
        'access_level=public%7Cunknown': 'Acme Birch Cobalt Dapple',
        'certification=hipaa&certification_status=planned': 'Acme',
        'access_level=unknown': 'Dapple',
        'access_level=public,unknown': 'Acme Birch Cobalt Dapple',
        'has=security_updates': 'Acme',
        'missing=documents': '',
        'document_kind=pentest_report': 'Acme',
        'updated_after=2026-11-02': 'Cobalt',
        'updated_after=2026-11-05T03:00:00Z': '',
        'q=co': 'Cobalt',
        'q=c%C3%B3balt': 'Cobalt',
        'q=cobolt': 'Cobalt',
        'q=kobalt': 'Cobalt',
        'q=cobat': 'Cobalt',
        'q=cobra': '',
        'q=ac&provider=drata': '',
        'domain=birch.example': 'Birch',
        'sort=-last_changed_at&subprocessor=alpha.example': 'Cobalt Acme',
      }
      for (const [query, names] of Object.entries(cases)) assert.equal(await find(query), names, query)
      const warningsOf = async (certification: string) =>
        JSON.stringify(
          (await fixture.get(`/v1/companies?certification=${certification}`)).body.meta?.warnings,
        )
      assert.match(await warningsOf('soc3_type2'), /"unknown_value".*soc3_type2/)
      assert.equal(await warningsOf('hipaa'), undefined)
      for (const [path, expected] of [
        [
          '/v1/companies?provider=vantaa',
          'The value "vantaa" of "provider" is not known. Did you mean "vanta"?',
        ],
        [
          '/v1/trust-centers?provider=vantaa',
          'The value "vantaa" of "provider" is not known. Did you mean "vanta"?',
        ],
        [
          '/v1/companies?subprocessor=alhpa',
          'The value "alhpa" of "subprocessor" is not known. Did you mean "Alpha"?',
        ],
        [
          '/v1/changes?subprocessor=alhpa',
          'The value "alhpa" of "subprocessor" is not known. Did you mean "Alpha"?',
        ],
        ['/v1/changes?company=nobody', 'The value "nobody" of "company" is not known.'],
        ['/v1/companies?provider=drata&q=zzz', undefined],
      ] as const) {
        const { warnings } = (await fixture.get(path)).body.meta as { warnings?: { message: string }[] }
        assert.equal(warnings?.[0]?.message, expected, path)
      }
    })

    it('serve changes as a valid Atom feed, whatever a name contains', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const strange = 'A & B <script>alert("x")</script> \u0007\ud800 ]]>'
      await fixture.publish(
        '2026-11-06T03:00:00Z',
        readRecord('Cobalt', {
          subprocessors: [
            vendorFinding('Alpha'),
            vendorFinding('Gamma'),
            { name: strange, website: 'strange.example' },
          ],
        }),
      )
      const path = '/v1/changes?type=subprocessor.added&limit=5'
      const { status, headers, text } = await fixture.getRaw(path, { accept: 'application/atom+xml' })
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8')
      assert.equal(XMLValidator.validate(text), true)
      const { feed } = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' }).parse(
        text,
      )
      const { data } = (await fixture.get(path)).body
      assert.deepEqual(
        feed.entry.map(({ id }: { id: string }) => id),
        data.map(({ id }: { id: string }) => `urn:broadsheet:trust:change:${id}`),
      )
      assert.equal(feed.updated, data[0].detected_at)
      assert.equal(feed.link['@_href'], 'changes?type=subprocessor.added&limit=5')
      assert.match(feed.entry[1].title, /^subprocessor added: Gamma$/)
      assert.ok(!text.includes('<script>'))
      const json = await fixture.getRaw(path)
      assert.notEqual(json.headers.get('etag'), headers.get('etag'))
      const again = { accept: 'application/atom+xml', 'if-none-match': headers.get('etag') ?? '' }
      assert.equal((await fixture.getRaw(path, again)).status, 304)
      assert.equal((await fixture.getRaw('/v1/companies', { accept: 'application/atom+xml' })).status, 406)
      const none = await fixture.getRaw('/v1/changes?provider=vanta', { accept: 'application/atom+xml' })
      assert.equal(XMLValidator.validate(none.text), true)
      const [newest] = (await fixture.get('/v1/changes?limit=1')).body.data
      assert.ok(none.text.includes(`<updated>${newest.detected_at}</updated>`), none.text)
    })

    it('answer every link in their responses', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const seen = new Set<string>()
      const open = [
        '/v1/coverage/providers/probo',
        '/v1/companies',
        '/v1/trust-centers',
        '/v1/subprocessors',
        '/v1/frameworks?limit=3',
        '/v1/changes',
        '/v1/sources',
      ]
      for (let path = open.pop(); path !== undefined; path = open.pop()) {
        if (seen.has(path)) continue
        seen.add(path)
        const { status, body } = await fixture.get(path)
        assert.equal(status, 200, path)
        const rows = Array.isArray(body.data) ? body.data : [body.data]
        for (const { links = {} } of rows.slice(0, 5)) open.push(...(Object.values(links) as string[]))
      }
      assert.ok(seen.size > 25, `${seen.size} paths`)
    })

    it('return a trust center with its records', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const { body } = await fixture.get('/v1/trust-centers?host=trust.acme.example')
      const { data } = (await fixture.get(`/v1/trust-centers/${body.data[0].id}`)).body
      assert.deepEqual(
        Object.entries(data.records).map(([surface, rows]) => [surface, (rows as unknown[]).length]),
        [
          ['certifications', 3],
          ['controls', 1],
          ['subprocessors', 2],
          ['documents', 1],
          ['security_updates', 4],
        ],
      )
      assert.equal(data.counts.certifications, 2)
      const rows = (await fixture.get(`/v1/companies/${data.company_id}/subprocessors`)).body
      assert.deepEqual(
        rows.data.map(({ vendor_id }: { vendor_id: string }) => vendor_id),
        ['alpha_example', 'openai'],
      )
    })

    it('list security updates newest first', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)
      const newestFirst = [
        'Bulletin of October',
        'Correction of July',
        'Advisory of May',
        'Advisory without a date',
      ]
      const [acme] = (await fixture.get('/v1/trust-centers?host=trust.acme.example')).body.data
      const updates = (await fixture.get(`/v1/companies/${acme.company_id}/security-updates`)).body
      assert.deepEqual(titles(updates.data), newestFirst)
      assert.equal(updates.pagination.total, 4)
      const { data } = (await fixture.get(`/v1/trust-centers/${acme.id}`)).body
      assert.deepEqual(titles(data.records.security_updates), newestFirst)
    })

    it('page by offset and end with null', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const names: string[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const { body } = await fixture.get(`/v1/companies?limit=3&offset=${offset}`)
        names.push(...body.data.map(({ name }: { name: string }) => name))
        assert.equal(body.pagination.nextOffset, body.pagination.next_offset)
        offset = body.pagination.next_offset
      }
      assert.deepEqual(names, ['Acme', 'Birch', 'Cobalt', 'Dapple'])
      assert.deepEqual((await fixture.get('/v1/companies?offset=99')).body.data, [])
    })

    it('list vendors and their companies, most used first', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const { data } = (await fixture.get('/v1/subprocessors')).body
      assert.deepEqual(
        data.map(({ id, companies }: { id: string; companies: number }) => `${id} ${companies}`),
        ['alpha_example 2', 'openai 2', 'beta_example 1', 'gamma_example 1'],
      )
      assert.equal((await fixture.get('/v1/subprocessors/openai/companies')).body.pagination.total, 2)
      assert.equal((await fixture.get('/v1/subprocessors?min_companies=2')).body.pagination.total, 2)
      for (const q of ['openai', 'OPEN', 'opnai', 'openia'])
        assert.equal((await fixture.get(`/v1/subprocessors?q=${q}`)).body.data[0]?.id, 'openai', q)
      for (const path of ['/v1/subprocessors/opnai', '/v1/subprocessors/open/companies'])
        assert.equal((await fixture.get(path)).body.error.details.did_you_mean, 'openai', path)
      assert.deepEqual((await fixture.get('/v1/subprocessors/nobody')).body.error.details, {
        parameter: 'vendor_id',
      })
    })

    it('list changes by filters', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const of = async (query: string) => (await fixture.get(`/v1/changes?${query}`)).body.pagination.total
      assert.equal(await of('type=subprocessor.added'), 1)
      assert.equal(await of('type=subprocessor.added,trust_center.discovered'), 5)
      assert.equal(await of('since=2026-11-04'), 1)
      assert.equal(await of('severity=high&subprocessor=gamma.example'), 1)
      assert.equal(await of('provider=probo'), 1)
    })

    it('reject invalid requests', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      const bad = [
        '/v1/coverage/providers?limit=0',
        '/v1/coverage/providers?limit=201',
        '/v1/coverage/providers?offset=-1',
        '/v1/coverage/providers?offset=x',
        '/v1/coverage/providers?capability=magic',
        '/v1/coverage/providers?min_score=51&max_score=50',
        '/v1/companies?access_level=secret',
        '/v1/companies?certification_status=planned',
        '/v1/companies?document_kind=novel',
        '/v1/companies?has=controls,magic',
        '/v1/companies?missing=',
        '/v1/companies?provider=,,,',
        '/v1/companies?updated_after=yesterday',
        '/v1/companies?subprocesor=openai',
        '/v1/changes?type=subprocessor.eaten',
        '/v1/changes?subprocessor=a&certification=b',
      ]
      for (const path of bad) {
        const { status, body } = await fixture.get(path)
        assert.deepEqual([status, body.error.code], [400, 'invalid_request'], path)
      }
      const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`).join(',')
      for (const list of ['companies?provider', 'companies?certification', 'changes?provider']) {
        assert.equal((await fixture.get(`/v1/${list}=${names(20)},p0`)).status, 200, list)
        const { status, body } = await fixture.get(`/v1/${list}=${names(21)}`)
        assert.deepEqual([status, body.error.details.parameter], [400, list.split('?')[1]])
        assert.match(body.error.message, /takes at most 20 values, not 21\./)
      }
      const { error } = (await fixture.get('/v1/trust-centers?access_level=public,secret')).body
      assert.equal(
        error.message,
        'The parameter "access_level" must be one or more of public, request, mixed, transparent, private, unknown, comma-separated.',
      )
      assert.deepEqual(error.details.allowed, [
        'public',
        'request',
        'mixed',
        'transparent',
        'private',
        'unknown',
      ])
      for (const path of [
        '/v1/coverage/providers/nobody',
        '/v1/providers/nobody',
        '/v1/companies/cmp_x',
        '/v1/companies/cmp_x/changes',
        '/v1/trust-centers/tc_x',
        '/v1/subprocessors/nobody',
        '/v1/frameworks/nothing',
      ]) {
        assert.equal((await fixture.get(path)).status, 404, path)
      }
      const odd = [
        "/v1/companies?q='%20or%201=1",
        '/v1/companies?subprocessor=%F0%9F%8E%89',
        '/v1/companies?certification=%25',
      ]
      for (const path of odd) assert.equal((await fixture.get(path)).status, 200, path)
    })

    it('filter coverage by what was observed', async () => {
      await using fixture = await openTrustFixture(engine, 'server')
      await fill(fixture)
      const of = async (query: string) =>
        (await fixture.get(`/v1/coverage/providers?${query}`)).body.data.map(
          ({ provider }: { provider: { id: string } }) => provider.id,
        )
      assert.deepEqual(await of('capability=documents'), ['probo'])
      assert.deepEqual(await of('min_score=1&sort=-score'), ['probo', 'oneleet', 'drata'])
      assert.deepEqual(await of('missing=subprocessors&min_score=1'), ['drata'])
      assert.equal((await of('min_score=0&max_score=0')).includes('conveyor'), true)
      assert.deepEqual(await of('q=conv'), ['conveyor'])
    })
  })
}
