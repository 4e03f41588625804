import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../../test/support/recordings.ts'
import { isFailure } from '../../../../core/errors.ts'
import { toItems } from '../../normalise/items.ts'
import type { TrustMember } from '../../schema/records.ts'
import { adapterFor, adapters } from './index.ts'

const recordings = recordingsDir('trust')
const needsRecordings = { skip: skipReason('recordings', recordings) }

const member: TrustMember = {
  id: 'acme',
  provider: 'x',
  name: 'Acme',
  website: 'https://www.acme.example',
  url: 'https://trust.acme.example/',
}

function recording(path: string): string {
  return readFileSync(join(recordings ?? '', path), 'utf8')
}

function read(provider: string, answers: Readonly<Record<string, unknown>>, of = member) {
  const texts = Object.entries(answers).map(
    ([name, body]) => [name, typeof body === 'string' ? body : JSON.stringify(body)] as const,
  )
  return adapterFor(provider).parse(new Map(texts), of)
}

function itemsOf(provider: string, answers: Readonly<Record<string, unknown>>, of = member) {
  const findings = read(provider, answers, of)
  const dropped: string[] = []
  const items = toItems(findings, of, (reason) => dropped.push(reason))
  const labels = (surface: string) => items.filter((item) => item.surface === surface)
  return { findings, items, labels, dropped }
}

function assertChanged(work: () => unknown): void {
  assert.throws(work, (thrown) => isFailure(thrown, 'upstream_changed'))
}

describe('vanta', () => {
  const vantaItself = {
    ...member,
    name: 'Vanta',
    website: 'https://www.vanta.com',
    url: 'https://trust.vanta.com/',
  }

  it('finds exactly the 42 subprocessors and 12 frameworks of the recording', needsRecordings, () => {
    const payload = recording('vanta/fetchDataForTrustReport.trust.vanta.com.json')
    const { labels, dropped } = itemsOf('vanta', { payload }, vantaItself)
    assert.deepEqual(dropped, [])
    assert.equal(labels('subprocessors').length, 42)
    assert.deepEqual(
      labels('certifications').map(({ subject, facts }) =>
        facts.edition ? `${subject} ${facts.edition}` : subject,
      ),
      [
        'soc2_type2',
        'fedramp_20x',
        'iso_27001 2022',
        'iso_42001 2023',
        'iso_27701',
        'iso_27017',
        'iso_27018',
        'gdpr',
        'ccpa',
        'csa_trusted_cloud_provider',
        'aws_competency',
        'pci_dss 4.0.1',
      ],
    )
  })

  it('matches the vendors of the recording', needsRecordings, () => {
    const payload = recording('vanta/fetchDataForTrustReport.trust.vanta.com.json')
    const { labels } = itemsOf('vanta', { payload }, vantaItself)
    const of = (raw: string) => labels('subprocessors').find(({ facts }) => facts.raw_name === raw)
    assert.equal(of('Mongo DB Inc.')?.subject, 'mongodb')
    assert.equal(of('OpenAI, LLC')?.subject, 'openai')
    assert.equal(of('Courier')?.label, 'Courier')
    assert.equal(of('Fivetran')?.subject, 'fivetran')
    assert.equal(of('Google')?.subject, 'google_workspace')
    assert.equal(labels('subprocessors').filter(({ facts }) => facts.is_affiliate).length, 4)
    const locations = of('Amazon Web Services')?.facts.locations as { country_code: string; region: string }[]
    assert.deepEqual(
      locations.map(({ country_code, region }) => country_code ?? region),
      ['US', 'EU', 'AU'],
    )
  })

  it('reads the name from the page and reports the signed API', () => {
    const page =
      '<html><head data-slugid="q4bo6ztquqtt7gsgck6o"><title>Acme Trust Center</title></head></html>'
    assert.deepEqual(read('vanta', { page }), { gate: 'signed_api', states: {}, company: 'Acme' })
    assert.equal(read('vanta', { page: '<html><head></head></html>' }).gate, 'unread_shell')
  })

  it('distinguishes a disabled section from one that was not read', () => {
    const report = { frameworks: [], navigationKeys: [{ name: 'OVERVIEW' }, { name: 'CONTROLS' }] }
    const { states } = read('vanta', { payload: { data: { trust: { trustReportBySlugId: report } } } })
    assert.deepEqual(states, {
      certifications: 'read',
      controls: 'not_read',
      subprocessors: 'not_published',
      documents: 'not_published',
      security_updates: 'not_published',
    })
  })

  it('joins the payload files of a center, also those that are pages of one list', () => {
    const toPayload = (report: object) => ({ data: { trust: { trustReportBySlugId: report } } })
    const vendors = (names: readonly string[], hasNextPage: boolean) => ({
      pageInfo: { hasNextPage },
      edges: names.map((name) => ({ node: { name } })),
    })
    const report = {
      companyName: 'Acme',
      frameworks: [{ name: 'GDPR' }],
      navigationKeys: [{ name: 'CONTROLS' }, { name: 'SUBPROCESSORS' }],
      subprocessors: vendors(['Vault'], true),
    }
    const controls = [{ name: 'Access', controls: [{ name: 'MFA', isPassing: true }] }]
    const files = {
      payload: toPayload(report),
      'payload 2': toPayload({ controlCategories: controls }),
      'payload 3': toPayload({ subprocessors: vendors(['Vault', 'Relay'], false) }),
    }
    const { findings, labels } = itemsOf('vanta', files)
    assert.deepEqual(findings.states, {
      certifications: 'read',
      controls: 'read',
      subprocessors: 'read',
      documents: 'not_published',
      security_updates: 'not_published',
    })
    assert.deepEqual([findings.company, findings.incomplete], ['Acme', []])
    assert.deepEqual(
      ['certifications', 'controls', 'subprocessors'].map((surface) => labels(surface).length),
      [1, 1, 2],
    )
    const { 'payload 3': _, ...withoutLast } = files
    assert.deepEqual(read('vanta', withoutLast).incomplete, ['subprocessors'])
    assertChanged(() => read('vanta', { ...files, 'payload 2': { data: null } }))
  })

  it('rejects a payload without a report', () => {
    assertChanged(() => read('vanta', { payload: '{"data":' }))
    assertChanged(() => read('vanta', { payload: { data: null } }))
  })
})

describe('oneleet', () => {
  it('finds the 8 subprocessors of the recording', needsRecordings, () => {
    const { labels } = itemsOf('oneleet', {
      trust: recording('oneleet/trust.twenty.subprocessors-slice.json'),
    })
    const facts = labels('subprocessors').map((item) => item.facts)
    assert.equal(facts.length, 8)
    assert.equal(facts.filter(({ locations }) => (locations as unknown[]).length === 0).length, 2)
    assert.equal(facts.filter(({ website }) => website === null).length, 1)
    assert.equal(facts.filter(({ processes_personal_data }) => processes_personal_data === false).length, 3)
  })

  it('distinguishes an empty list from a missing one', () => {
    assert.deepEqual(read('oneleet', { trust: { subprocessors: [] } }).states, { subprocessors: 'read' })
    assertChanged(() => read('oneleet', { trust: { error: 'no' } }))
  })
})

describe('conveyor', () => {
  const report = {
    _embedded: {
      subprocessors: [
        { id: 's1', canonical_asset_id: 'ca1', description: 'Hosting', data_locations: ['US'] },
        { id: 's2', canonical_asset_id: 'lost', description: 'Unknown', data_locations: [] },
      ],
      canonical_assets: [{ id: 'ca1', name: 'Example Cloud', website: 'https://example.com' }],
    },
  }
  const page = `<title>Acme Trust Center | Powered by Conveyor</title><img alt="Acme" src="/logo.png">
    <img class="framework-badge" alt="soc2-type-2"><img src="/badges/x.svg" alt="TX-RAMP">
    <a href="/d/soc-2-report/1">SOC 2 Report<svg aria-label="Locked"></svg></a>
    <a href="/d/privacy/2">Privacy Policy</a>
    <script>window.FRAMEWORKS = [{"id":1,"key":"hipaa","label":"HIPAA"},{"id":2,"key":"pci-dss","label":"PCI DSS"}];
    window.VENDOR_REPORT = ${JSON.stringify(report)};</script>`

  it('joins names to rows and drops a row without one', () => {
    const { labels, dropped } = itemsOf('conveyor', { report })
    assert.deepEqual(
      labels('subprocessors').map(({ label }) => label),
      ['Example Cloud'],
    )
    assert.deepEqual(dropped, ['subprocessor without a name'])
  })

  it('reads badges, not the list of all frameworks', () => {
    const { labels } = itemsOf('conveyor', { report, page })
    assert.deepEqual(
      labels('certifications').map(({ subject }) => subject),
      ['soc2_type2', 'tx_ramp'],
    )
  })

  it('distinguishes locked documents from public ones', () => {
    const { labels } = itemsOf('conveyor', { report, page })
    assert.deepEqual(
      labels('documents').map(({ facts }) => [facts.kind, facts.access, facts.url !== null]),
      [
        ['audit_report', 'request', false],
        ['privacy_notice', 'public', true],
      ],
    )
  })

  it('reads the report from the page without a slug', () => {
    assert.equal(itemsOf('conveyor', { page }).labels('subprocessors').length, 1)
    assertChanged(() => read('conveyor', { page: '<script>window.VENDOR_REPORT = {"a": {</script>' }))
    assertChanged(() =>
      read('conveyor', { page: '<script>window.VENDOR_REPORT = {a: function () {}}</script>' }),
    )
  })
})

describe('safebase', () => {
  const item = (title: string, more: object = {}) => ({ text: { title }, enabled: true, ...more })
  function page(items: object, more: object = {}): string {
    const products = {
      default: { show: true, raw: { spData: { items } } },
      hidden: { show: false, raw: { spData: { items: { z: item('FedRAMP High') } } } },
    }
    const data = { props: { pageProps: { orgInfo: { name: 'Acme', ...more, sp: { products } } } } }
    return `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`
  }

  it('reads only enabled items', () => {
    const { labels } = itemsOf('safebase', {
      page: page({
        a: item('SOC 2 Type II'),
        b: { text: { title: 'ISO 27001' }, enabled: false },
        c: item('Data Backups', { card: 'Infrastructure' }),
        d: item('Pentest Report', { files: [{ name: 'Pentest Report 2026', isShared: false }] }),
      }),
    })
    assert.deepEqual(
      labels('certifications').map(({ subject }) => subject),
      ['soc2_type2'],
    )
    assert.deepEqual(
      labels('controls').map(({ label }) => label),
      ['Data Backups'],
    )
    assert.deepEqual(
      labels('documents').map(({ facts }) => [facts.kind, facts.access, facts.year]),
      [['pentest_report', 'request', 2026]],
    )
  })

  it('reads lists of companies as subprocessors, but not logo walls', () => {
    const entries = [
      { company: { name: 'Example Cloud', domain: 'example.com' }, purpose: 'Hosting', location: 'US' },
    ]
    const { labels, findings } = itemsOf('safebase', {
      page: page({
        s: item('Subprocessors', { listEntries: entries }),
        c: item('Customers', { listEntries: [{ logo: 'a' }] }),
      }),
    })
    assert.equal(labels('subprocessors').length, 1)
    assert.equal(findings.states.security_updates, 'not_published')
    assert.equal(
      read('safebase', { page: page({ s: item('Subprocessors', { listEntries: [] }) }) }).states
        .subprocessors,
      'read',
    )
    assert.equal(read('safebase', { page: page({ a: item('GDPR') }) }).states.subprocessors, 'not_published')
  })

  it('falls back to the cards of the page', () => {
    const { labels } = itemsOf('safebase', {
      page: '<a href="/?itemUid=1" aria-label="Open to SOC 3">x</a><a href="/?itemUid=2" aria-label="Open to How to Use CMMC Resources">y</a>',
    })
    assert.deepEqual(
      labels('certifications').map(({ subject }) => subject),
      ['soc3'],
    )
    assert.equal(read('safebase', { page: '<div id="root"></div>' }).gate, 'unread_shell')
  })

  it('rejects half a page', () => {
    assertChanged(() => read('safebase', { page: page({ a: item('GDPR') }).slice(0, 120) }))
  })
})

describe('comp_ai', () => {
  const vendors = [
    {
      id: 'v',
      name: 'Example Cloud',
      description: 'Hosting',
      website: 'https://example.com',
      complianceBadges: [{ type: 'soc2' }],
    },
  ]

  it('joins its responses without the vendors’ badges', () => {
    const { labels } = itemsOf('comp_ai', {
      overview: { title: 'Acme', content: '' },
      vendors,
      'custom-frameworks': [
        { name: 'ISO 42001', status: 'in_progress' },
        { name: 'House rules', status: 'started' },
      ],
    })
    assert.deepEqual(
      labels('certifications').map(({ subject, facts }) => [subject, facts.status]),
      [
        ['iso_42001', 'in_progress'],
        ['custom:house-rules', 'planned'],
      ],
    )
    assert.equal(labels('subprocessors').length, 1)
  })

  it('does not treat an unknown name as an empty center', () => {
    assert.deepEqual(read('comp_ai', { overview: 'null', vendors: [] }), { gate: 'unread_shell', states: {} })
  })

  it('reads a published center whose overview is hidden, which is an empty body', () => {
    const { labels, findings } = itemsOf('comp_ai', { faqs: { faqs: null }, overview: '', vendors })
    assert.equal(findings.gate, 'none')
    assert.equal(labels('subprocessors').length, 1)
    assert.equal(
      itemsOf('comp_ai', { faqs: { faqs: null }, overview: '', vendors: [] }).findings.gate,
      'none',
    )
  })
})

describe('probo', () => {
  it('reads connections, and reports an inactive portal as private', () => {
    const portal = {
      active: true,
      entityName: 'Acme',
      complianceFrameworks: { edges: [{ node: { framework: { name: 'ISO 27001:2022' } } }] },
      subprocessors: {
        totalCount: 1,
        edges: [
          { node: { id: '1', name: 'Example', websiteUrl: 'example.com', countries: ['DE', 'GLOBAL'] } },
        ],
      },
      publicDocuments: { edges: [{ node: { title: 'Privacy Policy' } }] },
      restrictedDocuments: { edges: [{ node: { title: 'Access Policy' } }] },
    }
    const answer = (value: object) => ({ portal: { data: { currentCompliancePortal: value } } })
    const { labels, findings } = itemsOf('probo', answer(portal))
    assert.equal(findings.states.security_updates, 'not_read')
    assert.deepEqual(
      labels('documents').map(({ facts }) => facts.access),
      ['public', 'request'],
    )
    assert.deepEqual(labels('subprocessors')[0]?.facts.locations, [
      { raw: 'DE', country_code: 'DE', region: null },
      { raw: 'GLOBAL', country_code: null, region: 'GLOBAL' },
    ])
    assert.equal(read('probo', answer({ ...portal, active: false })).gate, 'login')
    assertChanged(() => read('probo', { portal: { errors: [{ message: 'no' }] } }))
  })
})

describe('trustcloud', () => {
  it('deduplicates controls and reads only frameworks with sections', () => {
    const section = {
      title: 'Access',
      subsections: [{ programControlMapping: [{ id: 'c1', name: 'Reviews' }] }],
    }
    const { labels } = itemsOf('trustcloud', {
      payload: {
        frameworks: [
          { name: 'SOC 2', sections: [section, section] },
          { name: 'HIPAA', sections: [] },
        ],
        policies: [{ id: 'p', title: 'Access Control Policy', securityGroup: 'IT' }],
      },
    })
    assert.deepEqual(
      labels('certifications').map(({ subject }) => subject),
      ['soc2'],
    )
    assert.equal(labels('controls').length, 1)
    assert.deepEqual(
      labels('documents').map(({ facts }) => facts.kind),
      ['policy'],
    )
  })

  it('keeps controls apart that have no id, or one that is not a text', () => {
    const rows = [
      { name: 'Reviews' },
      { id: null, name: 'Backups' },
      { id: {}, name: 'Alarms' },
      { id: [7], name: 'Locks' },
      { id: 7, name: 'Badges' },
    ]
    const section = { title: 'Access', subsections: [{ programControlMapping: rows }] }
    const payload = { frameworks: [{ name: 'SOC 2', sections: [section] }] }
    const controls = itemsOf('trustcloud', { payload }).labels('controls')
    assert.deepEqual(
      controls.map(({ label }) => label),
      ['Reviews', 'Backups', 'Alarms', 'Locks', 'Badges'],
    )
  })
})

describe('secureframe', () => {
  it('reads lists under headings, with planned status, without sentences', () => {
    const page = `<title>Acme Inc. | Trust Center</title><p>We help you achieve SOC 3.</p>
      <h2>Compliance</h2><ul><li>SOC 2 Type II</li><li>ISO 27001: Planned 2026</li><li>Read our blog about GDPR</li></ul>
      <h2>Subprocessors</h2><table><thead><tr><th>Name</th></tr></thead><tbody><tr><td><a href="https://example.com">Example</a></td><td>Hosting</td><td>US</td></tr></tbody></table>
      <h2>Resources</h2><ul><li><span>Pentest</span> <em>Request access</em></li></ul><footer>Powered by Secureframe</footer>`
    const { labels, findings } = itemsOf('secureframe', { page })
    assert.equal(findings.company, 'Acme Inc.')
    assert.deepEqual(
      labels('certifications').map(({ subject, facts }) => [subject, facts.status]),
      [
        ['soc2_type2', 'held'],
        ['iso_27001', 'planned'],
      ],
    )
    assert.deepEqual(
      labels('subprocessors').map(({ facts }) => [facts.domain, facts.purpose]),
      [['example.com', 'Hosting']],
    )
    assert.deepEqual(
      labels('documents').map(({ facts }) => facts.access),
      ['request'],
    )
    assert.equal(
      read('secureframe', { page: '<h2>Compliance</h2><ul><li>SOC 2</li></ul>' }).gate,
      'unread_shell',
    )
  })
})

describe('page-builder modules', () => {
  it('reads only modules of recognised types', () => {
    const modules = [
      { type: 'certification_grid', items: [{ title: 'SOC 2 Type II' }, { title: 'GDPR' }] },
      { type: 'hero', items: [{ title: 'SOC 3' }] },
      { type: 'subprocessor_table', items: [{ name: 'Example', website: 'https://example.com' }] },
    ]
    const page = `<script type="application/json">${JSON.stringify({ page: { modules } })}</script>`
    const { labels } = itemsOf('trustarc', { page })
    assert.deepEqual(
      labels('certifications').map(({ subject }) => subject),
      ['soc2_type2', 'gdpr'],
    )
    assert.equal(labels('subprocessors').length, 1)
  })
})

describe('every adapter', () => {
  const odd = [
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '"x"',
    '[[[',
    '<html>',
    '\u0000',
    '{"data":{"trust":[]}}',
    '{"subprocessors":[null,1,{}]}',
    '<script>self.__next_f.push([1,"0:"])</script>',
  ]

  it('reads lists of any size in little time, or refuses the page', () => {
    const count = 9000
    const lists = ['<ul></ul>', '<div><ul></ul></div>'].map((list) => list.repeat(count))
    const rows = [
      `<ul>${'<li>a'.repeat(count)}</ul>`.repeat(3),
      `${'<ul><li>'.repeat(120)}${`<p>${'<b></b>'.repeat(count)}</p>`.repeat(10)}`,
    ]
    const parse = (markup: string) =>
      read('self_hosted', { page: `<html><h2>Subprocessors</h2>${markup}</html>` })
    for (const markup of lists) assert.equal(parse(markup).subprocessors?.length, 0)
    for (const markup of rows) assertChanged(() => parse(markup))
  })

  it('parses arbitrary bodies to a gate, nothing, or upstream_changed', () => {
    for (const { provider, steps } of adapters) {
      const names = ['page', 'payload', ...steps(member).map(({ name }) => name)]
      for (const body of odd) {
        for (const name of names) {
          try {
            toItems(read(provider, { [name]: body }), member, () => {})
          } catch (thrown) {
            assert.ok(isFailure(thrown, 'upstream_changed'), `${provider} ${name} ${body}: ${thrown}`)
          }
        }
      }
    }
  })
})
