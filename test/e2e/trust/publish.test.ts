import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Evidence } from '../../../src/services/trust/schema/records.ts'
import type { TrustTables } from '../../../src/services/trust/schema/tables.ts'
import { testEngines } from '../../support/store/test-engines.ts'
import {
  openTrustFixture,
  publications,
  readRecord,
  type TrustFixture,
  vendorFinding,
} from '../../support/trust/trust-fixture.ts'

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T03:00:00Z`
const names = (...list: string[]) => list.map((name) => vendorFinding(name))

for (const engine of testEngines) {
  describe(`${engine.name}: publishing trust centers`, { skip: engine.skip }, () => {
    it('reports a first read only as a discovery', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(
        day(1),
        readRecord('Acme', { subprocessors: names('One', 'Two'), certifications: [{ label: 'SOC 2' }] }),
      )
      assert.deepEqual(await fixture.readChanges(), ['trust_center.discovered Acme'])
      const again = await fixture.publish(
        day(2),
        readRecord('Acme', { subprocessors: names('One', 'Two'), certifications: [{ label: 'SOC 2' }] }),
      )
      assert.equal(again.removed, 0)
      assert.equal((await fixture.readChanges()).length, 1)
    })

    it('reports an added vendor, and a removed one after a second read a day later', async () => {
      await using fixture = await openTrustFixture(engine)
      const list = names('Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta')
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: list }))
      await fixture.publish(
        day(2),
        readRecord('Acme', { subprocessors: [...list.slice(1), vendorFinding('Omega')] }),
      )
      assert.deepEqual((await fixture.readChanges()).slice(1), ['subprocessor.added Omega'])
      await fixture.publish(
        '2026-11-02T04:00:00Z',
        readRecord('Acme', { subprocessors: [...list.slice(1), vendorFinding('Omega')] }),
      )
      assert.equal((await fixture.readChanges()).length, 2)
      await fixture.publish(
        day(3),
        readRecord('Acme', { subprocessors: [...list.slice(1), vendorFinding('Omega')] }),
      )
      assert.deepEqual((await fixture.readChanges()).slice(2), ['subprocessor.removed Alpha'])
      const [removed] = (await fixture.readLog()).filter(({ type }) => type === 'subprocessor.removed')
      assert.equal(JSON.parse(removed?.doc ?? '').first_absent_at, '2026-11-02T03:00:00.000Z')
      assert.equal((await fixture.readRows('trust_item')).length, 6)
    })

    it('treats a vendor that returns as never removed', async () => {
      await using fixture = await openTrustFixture(engine)
      const list = names('Alpha', 'Beta', 'Gamma')
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: list }))
      await fixture.publish(day(2), readRecord('Acme', { subprocessors: list.slice(1) }))
      assert.equal((await fixture.get('/v1/coverage/providers/oneleet')).body.data.counts.subprocessors, 3)
      await fixture.publish(day(3), readRecord('Acme', { subprocessors: list }))
      assert.equal((await fixture.readChanges()).length, 1)
      assert.equal((await fixture.get('/v1/coverage/providers/oneleet')).body.data.counts.subprocessors, 3)
    })

    it('never removes items that a best-effort adapter misses', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = (list: object[]) =>
        readRecord('Acme', { provider: 'secureframe', bestEffort: true, subprocessors: list as never })
      await fixture.publish(day(1), read(names('Alpha', 'Beta', 'Gamma')))
      for (const number of [2, 3, 4, 5]) await fixture.publish(day(number), read(names('Beta', 'Gamma')))
      assert.deepEqual(await fixture.readChanges(), ['trust_center.discovered Acme'])
      assert.equal((await fixture.readRows('trust_item')).length, 3)
      assert.equal(
        (await fixture.get('/v1/coverage/providers/secureframe')).body.data.counts.subprocessors,
        2,
      )
    })

    it('does not count hidden documents in the access level', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = (...titles: string[]) =>
        readRecord('Acme', {
          provider: 'secureframe',
          bestEffort: true,
          documents: titles.map((title) => ({ title, access: title === 'Report' ? 'request' : 'public' })),
        })
      const levels = async () => (await fixture.readRows('trust_center')).map((row) => row.access_level)
      await fixture.publish(day(1), read('Policy', 'Report'))
      await fixture.publish(day(2), read('Policy'))
      assert.deepEqual(await levels(), ['mixed'])
      await fixture.publish(day(3), read('Policy'))
      assert.deepEqual(await levels(), ['public'])
    })

    it('holds a list that lost most of its rows until a second read a day later', async () => {
      await using fixture = await openTrustFixture(engine)
      const list = names('Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta')
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: list }))
      await fixture.publish(day(2), readRecord('Acme', { subprocessors: list.slice(0, 1) }))
      const count = async () =>
        (await fixture.get('/v1/coverage/providers/oneleet')).body.data.counts.subprocessors
      assert.equal(await count(), 6)
      await fixture.publish(day(3), readRecord('Acme', { subprocessors: list.slice(0, 1) }))
      assert.equal(await count(), 1)
      assert.equal(
        (await fixture.readChanges()).filter((change) => change.startsWith('subprocessor.removed')).length,
        5,
      )
    })

    it('treats an empty list after a full one as a bad read at first', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha', 'Beta') }))
      await fixture.publish(day(2), readRecord('Acme', { subprocessors: [] }))
      await fixture.publish(day(3), readRecord('Acme', { subprocessors: names('Alpha', 'Beta') }))
      assert.equal((await fixture.readRows('trust_item')).length, 2)
      assert.equal((await fixture.readChanges()).length, 1)
    })

    it('keeps the records when a gate appears, and reports it once', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha', 'Beta') }))
      for (const number of [2, 3])
        await fixture.publish(day(number), readRecord('Acme', { gate: 'bot_challenge' }))
      const { data } = (await fixture.get('/v1/trust-centers?host=trust.acme.example')).body
      assert.deepEqual(
        [
          data[0].gate,
          data[0].readable,
          data[0].access_level,
          data[0].counts.subprocessors,
          data[0].surfaces.subprocessors,
        ],
        ['bot_challenge', false, 'unknown', 2, 'read'],
      )
      assert.equal(data[0].last_read_at, '2026-11-01T03:00:00.000Z')
      await fixture.publish(day(4), readRecord('Acme', { subprocessors: names('Alpha', 'Beta') }))
      assert.deepEqual((await fixture.readChanges()).slice(1), [
        'trust_center.gated Acme',
        'trust_center.readable_again Acme',
      ])
    })

    it('believes a gate, robots.txt or a missing page only when a second read a day later meets it', async () => {
      for (const gate of ['bot_challenge', 'waf_block', 'login', 'robots', 'gone'] as const) {
        await using fixture = await openTrustFixture(engine)
        const readable = readRecord('Acme', { subprocessors: names('Alpha', 'Beta') })
        await fixture.publish(day(1), readable)
        const before = await publishedDocs(fixture)
        const first = await fixture.publish(day(2), readRecord('Acme', { gate }))
        assert.equal(first.problem, 'for a test', gate)
        assert.deepEqual(await publishedDocs(fixture), before, gate)
        await fixture.publish(day(3), readable)
        await fixture.publish(day(4), readRecord('Acme', { gate }))
        assert.deepEqual(await publishedDocs(fixture), before, gate)
        const { gated = 0, gone = 0 } = await fixture.publish(day(5), readRecord('Acme', { gate }))
        assert.equal(gated + gone, 1)
        const [center] = (await fixture.get('/v1/trust-centers?host=trust.acme.example')).body.data
        assert.deepEqual([center.gate, center.readable], [gate, false])
      }
    })

    it('never takes a page without recognised data for a gate of a center that was read', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha') }))
      const before = await publishedDocs(fixture)
      for (const number of [2, 3, 4, 5]) {
        const { problem } = await fixture.publish(day(number), readRecord('Acme', { gate: 'unread_shell' }))
        assert.equal(problem, 'for a test')
      }
      assert.deepEqual(await publishedDocs(fixture), before)
    })

    it('does not believe a page of another company, by its name or by its rows, until a second read agrees', async () => {
      const list = names('Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon')
      const own = { ...readRecord('Acme', { subprocessors: list }), stated_company: 'Acme' }
      const named = { ...readRecord('Acme', { subprocessors: list.slice(0, 2) }), stated_company: 'Bolt' }
      const unrelated = readRecord('Acme', { subprocessors: names('One', 'Two', 'Three') })
      for (const foreign of [named, unrelated]) {
        await using fixture = await openTrustFixture(engine)
        await fixture.publish(day(1), own)
        const before = await publishedDocs(fixture)
        assert.match(
          (await fixture.publish(day(2), foreign)).problem ?? '',
          /another company|little in common/,
        )
        assert.deepEqual(await publishedDocs(fixture), before)
        // The page is believed; the rows that it lacks wait for a second read of their own.
        assert.match((await fixture.publish(day(3), foreign)).problem ?? '', /^[35] of 5 rows are missing/)
        assert.equal((await fixture.publish(day(4), foreign)).problem, undefined)
      }
    })

    it('keeps the rows and the state of a surface that could not be read, and reports it', async () => {
      await using fixture = await openTrustFixture(engine)
      const whole = {
        subprocessors: names('Alpha'),
        documents: [{ title: 'Policy', access: 'public' as const }],
      }
      await fixture.publish(day(1), readRecord('Acme', whole))
      const before = await publishedDocs(fixture)
      const { problem } = await fixture.publish(day(2), readRecord('Acme', { subprocessors: names('Alpha') }))
      assert.equal(problem, 'could not read all of documents')
      assert.deepEqual(await publishedDocs(fixture), before)
    })

    it('adds what a first page has and removes nothing', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha', 'Beta', 'Gamma') }))
      const page = readRecord('Acme', {
        subprocessors: names('Alpha', 'Delta'),
        states: { subprocessors: 'not_read' },
      })
      for (const number of [2, 3, 4]) {
        const { problem } = await fixture.publish(day(number), { ...page, incomplete: ['subprocessors'] })
        assert.equal(problem, 'could not read all of subprocessors')
      }
      assert.equal((await fixture.readRows('trust_item')).length, 4)
    })

    it('keeps the counts of a center that a directory lists in the millisecond of its read', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = readRecord('Acme', { subprocessors: names('Alpha', 'Beta') })
      await fixture.publish(day(1), read)
      await fixture.publish(day(1), {
        type: 'listing',
        center: read.center,
        evidence: {
          ...read.evidence[0],
          kind: 'directory_entry',
          url: 'https://directory.example/',
        } as Evidence,
        claimed_framework_ids: [],
        listed_on: null,
      })
      const [center] = (await fixture.get('/v1/trust-centers?host=trust.acme.example')).body.data
      assert.deepEqual([center.counts.subprocessors, center.access_level], [2, 'public'])
    })

    it('stores at most 100 sources of a center, those that were checked last', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = readRecord('Acme', { subprocessors: names('Alpha') })
      const [evidence] = read.evidence
      assert.ok(evidence)
      const readFrom = (at: string, build: string, pages: number) => {
        const urls = Array.from(
          { length: pages },
          (_, page) => `https://api.oneleet.example/${build}/${page}`,
        )
        return fixture.publish(at, { ...read, evidence: urls.map((url) => ({ ...evidence, url })) })
      }
      for (const [at, build] of ['a', 'b', 'c'].entries()) await readFrom(day(at + 1), build, 40)
      const buildsOf = async () => {
        const urls = (await fixture.readRows('trust_source')).map(({ doc }) => JSON.parse(doc).url as string)
        return Map.groupBy(urls, (url) => url.split('/')[3])
      }
      const stored = await buildsOf()
      assert.deepEqual(
        ['a', 'b', 'c'].map((build) => stored.get(build)?.length),
        [20, 40, 40],
      )
      const [center] = (await fixture.get('/v1/trust-centers?host=trust.acme.example')).body.data
      assert.equal(center.counts.sources, 100)
      await readFrom(day(4), 'd', 130)
      assert.deepEqual([...(await buildsOf()).keys()], ['d'])
    })

    it('counts a certification exactly if its framework is among those of the company', async () => {
      await using fixture = await openTrustFixture(engine)
      const statuses = ['held', 'in_progress', 'planned', 'aligned', 'expired'] as const
      const labels = ['SOC 2', 'ISO 27001', 'HIPAA', 'GDPR', 'PCI DSS']
      const certifications = labels.map((label, at) => ({ label, status: statuses[at] ?? 'held' }))
      await fixture.publish(day(1), readRecord('Acme', { certifications }))
      const [company] = (await fixture.get('/v1/companies?domain=acme.example')).body.data
      assert.deepEqual(company.framework_ids, ['iso_27001', 'soc2'])
      assert.equal(company.counts.certifications, 2)
      assert.equal((await fixture.get('/v1/coverage/providers/oneleet')).body.data.counts.certifications, 2)
    })

    it('warns 60, 30 and 7 days before a certification expires, once each, and reports the expiry', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = (at: string, expires_on: string | null = '2026-12-31') =>
        fixture.publish(at, readRecord('Acme', { certifications: [{ label: 'SOC 2 Type II', expires_on }] }))
      const readExpiries = async () => {
        const { data } = (await fixture.get('/v1/changes?certification=soc2_type2')).body
        return data.map(({ type, after }: { type: string; after: { within_days: number } | null }) =>
          [type.split('.')[1], after?.within_days].join(' ').trim(),
        )
      }
      await read('2026-10-01T03:00:00Z')
      await read('2026-10-31T03:00:00Z')
      assert.deepEqual(await readExpiries(), [])
      await read('2026-11-01T03:00:00Z')
      await read('2026-11-02T03:00:00Z')
      assert.deepEqual(await readExpiries(), ['expiring 60'])
      // No read took place thirty days before.
      await read('2026-12-26T03:00:00Z')
      assert.deepEqual(await readExpiries(), ['expiring 7', 'expiring 60'])
      await read('2026-12-31T23:59:59Z')
      assert.equal((await readExpiries()).length, 2)
      await read('2027-01-01T00:00:00Z')
      await read('2027-01-02T00:00:00Z')
      assert.deepEqual(await readExpiries(), ['expired', 'expiring 7', 'expiring 60'])
    })

    it('does not report an expiry before the first read, or without a date', async () => {
      await using fixture = await openTrustFixture(engine)
      const certifications = [{ label: 'SOC 2 Type II', expires_on: '2026-10-01' }, { label: 'ISO 27001' }]
      for (const number of [1, 2, 3])
        await fixture.publish(day(number), readRecord('Acme', { certifications }))
      assert.deepEqual(await fixture.readChanges(), ['trust_center.discovered Acme'])
    })

    it('reports a center as gone after three misses', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha') }))
      for (const number of [2, 3]) await fixture.publish(day(number), readRecord('Acme', { gate: 'gone' }))
      assert.equal((await fixture.readChanges()).length, 1)
      assert.equal((await fixture.readRows('trust_source'))[0]?.status, 'gated')
      await fixture.publish(day(4), readRecord('Acme', { gate: 'gone' }))
      await fixture.publish(day(5), readRecord('Acme', { gate: 'gone' }))
      assert.deepEqual((await fixture.readChanges()).slice(1), ['trust_center.gone Acme'])
      assert.deepEqual(
        (await fixture.readRows('trust_source')).map(({ status }) => status),
        ['dead'],
      )
    })

    it('removes a company whose only center moves to another company', async () => {
      await using fixture = await openTrustFixture(engine)
      const first = readRecord('Acme', { subprocessors: names('Alpha') })
      await fixture.publish(day(1), first)
      const center = { ...first.center, company: 'Bolt', website: 'https://www.bolt.example' }
      await fixture.publish(day(2), { ...first, center })
      assert.deepEqual(
        (await fixture.readRows('trust_company')).map(({ doc }) => JSON.parse(doc).name),
        ['Bolt'],
      )
    })

    it('counts a company once, whatever its number of centers', async () => {
      await using fixture = await openTrustFixture(engine)
      const first = readRecord('Acme', { subprocessors: names('Alpha') })
      const second = { ...first, center: { ...first.center, url: 'https://security.acme.example/' } }
      await fixture.publish(day(1), first, second, readRecord('Bolt', { subprocessors: names('Alpha') }))
      const { counts } = (await fixture.get('/v1/coverage/providers/oneleet')).body.data
      assert.deepEqual([counts.trust_centers, counts.companies], [3, 2])
    })

    it('distinguishes unread, empty and gated surfaces', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(
        day(1),
        readRecord('Acme', {
          subprocessors: [],
          states: { subprocessors: 'read', documents: 'gated', controls: 'not_published' },
        }),
      )
      const { data } = (await fixture.get('/v1/companies?domain=acme.example')).body
      assert.deepEqual(data[0].counts, {
        certifications: null,
        controls: 0,
        subprocessors: 0,
        documents: null,
        security_updates: null,
      })
      assert.deepEqual(data[0].surfaces, {
        certifications: 'not_read',
        controls: 'not_published',
        subprocessors: 'read',
        documents: 'gated',
        security_updates: 'not_read',
      })
    })

    it('reports an upgrade instead of a removal and an addition', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = (...labels: string[]) =>
        readRecord('Acme', { provider: 'probo', certifications: labels.map((label) => ({ label })) })
      await fixture.publish(day(1), read('SOC 2 Type I', 'ISO 27001:2013', 'GDPR'))
      await fixture.publish(day(2), read('SOC 2 Type II', 'ISO 27001:2022', 'GDPR'))
      assert.deepEqual((await fixture.readChanges()).slice(1).sort(), [
        'certification.upgraded ISO/IEC 27001',
        'certification.upgraded SOC 2 Type II',
      ])
    })

    it('reports changes of access, status, locations and text', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = (later: boolean) =>
        readRecord('Acme', {
          provider: 'probo',
          documents: [{ title: 'Pentest', access: later ? 'public' : 'request' }],
          certifications: [{ label: later ? 'SOC 2' : 'SOC 2 (in progress)' }],
          controls: [{ name: 'Backups', status: later ? 'not_passing' : 'passing' }],
          subprocessors: [vendorFinding('Alpha', { locations: [later ? 'DE' : 'US'] })],
          security_updates: [
            { key: '1', title: 'Advisory', body: later ? 'More' : 'Some' },
            ...(later ? [{ key: '2', title: 'Second' }] : []),
          ],
        })
      await fixture.publish(day(1), read(false))
      await fixture.publish(day(2), read(true))
      assert.deepEqual((await fixture.readChanges()).slice(1), [
        'certification.status_changed SOC 2',
        'control.status_changed Backups',
        'document.access_changed Pentest',
        'security_update.edited Advisory',
        'security_update.published Second',
        'subprocessor.changed Alpha',
      ])
    })

    it('does not report another spelling of the same vendor', async () => {
      await using fixture = await openTrustFixture(engine)
      const read = (name: string) =>
        readRecord('Acme', { subprocessors: [{ name, website: 'https://openai.com' }, ...names('Alpha')] })
      await fixture.publish(day(1), read('OpenAI'))
      for (const number of [2, 3]) await fixture.publish(day(number), read('OpenAI, LLC'))
      assert.equal((await fixture.readChanges()).length, 1)
      assert.equal((await fixture.readRows('trust_item')).length, 2)
    })

    it('matches a row without a website to the vendor that others list with one', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(
        day(1),
        readRecord('Acme', {
          subprocessors: [{ name: 'Lanternware', website: 'https://lanternware.example' }],
        }),
      )
      await fixture.publish(day(1), readRecord('Birch', { subprocessors: [{ name: 'Lanternware Inc.' }] }))
      assert.equal((await fixture.get('/v1/subprocessors/lanternware.example')).body.data.companies, 2)
    })

    it('reports no changes after a new version of the adapter', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha', 'Beta') }))
      await fixture.publish(day(2), {
        ...readRecord('Acme', { subprocessors: names('Alpha', 'Gamma', 'Delta') }),
        parser: 'oneleet@2',
      })
      assert.equal((await fixture.readChanges()).length, 1)
    })

    it('ignores a record older than the stored one', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(5), readRecord('Acme', { subprocessors: names('Alpha', 'Beta') }))
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Old') }))
      assert.equal((await fixture.readRows('trust_item')).length, 2)
    })

    it('applies the same response again', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(5), readRecord('Acme', { subprocessors: names('Alpha') }))
      const better = readRecord('Acme', { subprocessors: names('Alpha', 'Beta') })
      await fixture.publish(day(5), { ...better, parser: 'oneleet@2' })
      assert.equal((await fixture.readRows('trust_item')).length, 2)
    })

    it('recounts the providers of each source separately', async () => {
      await using fixture = await openTrustFixture(engine)
      await fixture.publish(day(1), readRecord('Acme', { subprocessors: names('Alpha') }))
      const due = { source_id: 'another-source', provider: 'oneleet' }
      await fixture.store.readModel.transaction((tx) =>
        tx.withTables<TrustTables>().insertInto('trust_coverage_due').values(due).execute(),
      )
      await fixture.publish(day(2), readRecord('Acme', { subprocessors: names('Alpha') }))
      assert.deepEqual(await fixture.readRows('trust_coverage_due'), [due])
    })

    it('keeps the coverage record consistent over random days', async () => {
      await using fixture = await openTrustFixture(engine)
      const list = fc.subarray(['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta'])
      const read = fc.record({
        company: fc.constantFrom('Acme', 'Birch', 'Cobalt'),
        provider: fc.constantFrom('oneleet', 'probo'),
        gate: fc.constantFrom(
          'none' as const,
          'none' as const,
          'login' as const,
          'waf_block' as const,
          'gone' as const,
        ),
        subprocessors: fc.option(list, { nil: undefined }),
        certifications: fc.option(fc.subarray(['SOC 2', 'SOC 2 Type II', 'GDPR', 'ISO 27001 (planned)']), {
          nil: undefined,
        }),
        open: fc.boolean(),
      })
      let at = Date.parse('2026-01-01T00:00:00Z')
      await fc.assert(
        fc.asyncProperty(read, async ({ company, provider, gate, subprocessors, certifications, open }) => {
          at += 13 * 3_600_000
          const found = {
            provider,
            gate,
            ...(subprocessors ? { subprocessors: names(...subprocessors) } : {}),
            ...(certifications ? { certifications: certifications.map((label) => ({ label })) } : {}),
            documents: [{ title: 'Policy', access: open ? ('public' as const) : ('request' as const) }],
          }
          await fixture.publish(
            new Date(at).toISOString(),
            readRecord(company, gate === 'none' ? found : { provider, gate }),
          )
          const { data } = (await fixture.get('/v1/coverage/providers')).body
          for (const record of data) assertRelations(record)
          const total = data.reduce(
            (sum: number, record: { counts: { trust_centers: number } }) => sum + record.counts.trust_centers,
            0,
          )
          assert.equal(total, (await fixture.readRows('trust_center')).length)
        }),
        { numRuns: publications, endOnFailure: true },
      )
    })
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a record as it was served
function assertRelations({ counts, data_surface, trust_centers, provider }: any): void {
  const { companies: _, ...shared } = counts
  assert.deepEqual(data_surface.counts, shared)
  assert.equal(provider.stats.trustCenters, counts.trust_centers)
  const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
  assert.equal(sum(trust_centers.access_levels), counts.trust_centers)
  assert.equal(sum(trust_centers.access_profiles), counts.trust_centers)
  for (const centers of Object.values(trust_centers.data_access))
    assert.ok(Number(centers) <= counts.trust_centers)
}

/** What readers see, without the times of attempts. */
async function publishedDocs(fixture: TrustFixture): Promise<unknown> {
  const tables = ['trust_company', 'trust_center', 'trust_item', 'trust_source', 'trust_coverage'] as const
  const docs = await Promise.all([
    ...tables.map(async (table) => (await fixture.readRows(table)).map(({ doc }) => doc)),
    (await fixture.readLog()).map(({ doc }) => doc),
  ])
  const times = /"(?:last_attempt_at|last_read_at|last_checked_at|content_hash)":(?:"[^"]*"|null)/g
  return docs.map((list) => list.map((doc) => doc.replaceAll(times, '')).sort())
}
