import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { skipReason } from '../../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../../test/support/recordings.ts'
import { parseHost } from '../../../../core/addresses/host-names.ts'
import { allCountryCodes, countryName } from '../../../../core/places/countries.ts'
import { toDocumentKind } from '../document-kind.ts'
import { serviceDomain, toPublicUrl } from './domain.ts'
import { toLocations } from './locations.ts'
import { matchVendor, nameKey, toVendorId } from './match.ts'
import { vendorTable } from './vendor-table.ts'

const recordings = recordingsDir('trust')
const owner = { name: 'Acme', domain: 'acme.example' }
const of = (name: string, website: string | null = null) => matchVendor({ name, website }, owner)

describe('matchVendor', () => {
  it('matches by domain, with separate services', () => {
    assert.equal(of('Mongo DB Inc.', 'https://cloud.mongodb.com/')?.vendor_id, 'mongodb')
    assert.equal(of('OpenAI, LLC', 'Openai.com')?.vendor_id, 'openai')
    assert.equal(of('Google', 'admin.google.com')?.vendor_id, 'google_workspace')
    assert.equal(of('Google Cloud', 'cloud.google.com')?.vendor_id, 'gcp')
    assert.equal(of('Twilio SendGrid', 'sendgrid.com')?.vendor_id, 'sendgrid')
    assert.equal(of('Twilio SendGrid', 'sendgrid.com')?.parent_vendor_id, 'twilio')
  })

  it('matches by alias without a domain, else creates a vendor', () => {
    assert.equal(of('Fivetran', '')?.vendor_id, 'fivetran')
    assert.deepEqual(
      [
        of('Courier ', 'https://www.courier.com/')?.vendor_id,
        of('Courier ', 'https://www.courier.com/')?.name,
      ],
      ['courier_com', 'Courier'],
    )
    assert.equal(of('Nobody Knows Ltd')?.vendor_id, 'name_nobody_knows')
  })

  it('does not match a known name at another domain', () => {
    assert.equal(of('OpenAI', 'https://openai.evil.example')?.vendor_id, 'evil_example')
  })

  it('uses the text in parentheses as the product', () => {
    assert.equal(
      of('Langchain (using Langsmith product)', 'langchain.com')?.product,
      'using Langsmith product',
    )
  })

  it('recognises a company’s own entities', () => {
    assert.equal(of('Acme UK Limited', 'https://other.example')?.is_affiliate, true)
    assert.equal(of('Somebody', 'www.acme.example')?.is_affiliate, true)
    assert.equal(of('Acmeworks', 'https://acmeworks.example')?.is_affiliate, false)
  })

  it('drops rows that are not vendors', () => {
    for (const name of ['', 'United States', 'Service Providers', '2026', 'Subprocessors', '---'])
      assert.equal(of(name), undefined, name)
  })

  it('gives any text an id that is valid in a path, or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.option(fc.webUrl(), { nil: null }), (name, website) => {
        const vendor = of(name, website)
        if (vendor) assert.match(vendor.vendor_id, /^[\p{L}\p{N}_]+$/u)
      }),
    )
  })

  it('finds a known organisation only by its domain', {
    skip: skipReason('recordings', recordings),
  }, () => {
    const { vendors } = JSON.parse(
      readFileSync(join(recordings ?? '', 'matching', 'known_vendors.json'), 'utf8'),
    )
    for (const domain of Object.keys(vendors))
      assert.equal(toVendorId(domain), of('Some name', `https://${domain}`)?.vendor_id, domain)
  })
})

describe('names of vendors', () => {
  const idOf = (name: string) => of(name)?.vendor_id

  it('lead to one id whatever forms, addresses, owners and products follow them', () => {
    for (const name of [
      'Databricks',
      'DataBricks, Inc.',
      'Databricks Inc. (USA)',
      'Databricks (AWS)',
      'Databricks, Inc., 160 Spear Street, San Francisco, CA 94105',
      'Databricks, 160 Spear Street, 13th Floor, San Francisco, CA 94105, USA',
      'Databricks Lakehouse Platform',
      'Databricks UK Limited',
      'Databricks Netherlands B.V.',
      'Databricks Inc. and its affiliates',
      'Databricks - data warehouse',
      'Databricks* [1]',
      'Databricks SQL',
    ])
      assert.equal(idOf(name), 'databricks', name)
    assert.equal(of('Databricks', 'https://aws.amazon.com/marketplace/pp/1')?.vendor_id, 'databricks')
  })

  it('are the trade name of a legal entity', () => {
    const expected = {
      'Functional Software, Inc. (Sentry)': 'sentry',
      'Functional Software Inc. d/b/a Sentry': 'sentry',
      'Sentry (Functional Software, Inc. — DBA Sentry)': 'sentry',
      'The Rocket Science Group LLC d/b/a Mailchimp': 'mailchimp',
      'Peaberry Software Inc. (dba Customer.io)': 'customer_io',
      'Navan, Inc. (formerly TripActions)': 'navan_com',
      'Slack Technologies, LLC, a Salesforce company': 'slack',
      'Stripe Payments Europe, Ltd. / Stripe, Inc.': 'stripe',
      'AWS EMEA Sàrl': 'aws',
      'Snowflake Computing U.K. Limited': 'snowflake',
      'Google Cloud EMEA Limited': 'gcp',
      'OVH SAS': 'ovhcloud_com',
      'Amazon Web Services — S3 (optional)': 'aws',
      'Google Ads': 'google',
      'Google Cloud Platform': 'gcp',
      'Microsoft Yammer': 'microsoft',
      'Microsoft Azure (West Europe)': 'azure',
    }
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, idOf(name)])), expected)
  })

  it('are not merged because one begins like another, is hosted by another or is an ordinary word', () => {
    const expected = {
      'Cohere Health': 'name_cohere_health',
      'Linear Technology': 'name_linear_technology',
      'Notion Capital': 'name_notion_capital',
      'Envoy Global, Inc.': 'name_envoy_global',
      Open: 'name_open',
      Assembly: 'name_assembly',
      'Acme Consulting GmbH (AWS)': 'name_acme_consulting',
      'Azure Databricks': 'name_azure_databricks',
      'Stripe / Adyen': 'name_stripe_adyen',
    }
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, idOf(name)])), expected)
  })

  it('that are not known are one vendor with and without an address', () => {
    for (const name of [
      'Foo Bar',
      'Foo Bar Inc.',
      'Foo Bar, Inc., 12 Main St, Springfield',
      'Foo Bar, 1 Main St, USA',
    ])
      assert.equal(idOf(name), 'name_foo_bar', name)
  })

  it('resolve ids that were made when names were read differently', () => {
    assert.equal(toVendorId('name_databricks_inc_160_spear_street'), 'databricks')
    assert.equal(toVendorId('name_functional_software_inc_dba_sentry'), 'sentry')
    assert.equal(toVendorId('name_foo_bar_inc'), 'name_foo_bar')
    assert.equal(toVendorId('akamaihd_net'), 'akamai_com')
    assert.equal(toVendorId('notion_so'), 'notion_so')
  })

  it('of known vendors are unique', () => {
    const names = vendorTable.flatMap(({ aliases }) => aliases.map((alias) => alias.toLowerCase()))
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
    const domains = vendorTable.flatMap((vendor) => vendor.domains)
    assert.deepEqual(
      domains.filter((domain, at) => domains.indexOf(domain) !== at),
      [],
    )
    const ids = new Set(vendorTable.map(({ id }) => id))
    const groups = new Set(['amazon', 'cisco', 'intuit', 'sinch'])
    for (const { parent } of vendorTable)
      assert.ok(parent === null || ids.has(parent) || groups.has(parent), String(parent))
  })
})

describe('names and addresses', () => {
  it('are compared without legal forms', () => {
    for (const name of [
      'Snowflake Inc.',
      'Snowflake, Inc',
      'The Snowflake',
      'SNOWFLAKE GmbH',
      'Snowflake.io',
    ])
      assert.equal(nameKey(name), 'snowflake', name)
    assert.equal(nameKey('e2b.io'), 'e2b io')
  })

  it('are URLs or undefined', () => {
    for (const bad of [
      '',
      'javascript:alert(1)',
      'ftp://x.example',
      'localhost',
      'http://127.0.0.1/',
      'not a host',
    ])
      assert.equal(parseHost(bad), undefined, bad)
    assert.equal(serviceDomain('HTTPS://WWW.Example.co.uk/path'), 'example.co.uk')
    assert.equal(toPublicUrl('https://x.example/a?token=secret#b'), 'https://x.example/a')
  })
})

describe('toLocations', () => {
  it('keeps the text and adds a country only if it is unambiguous', () => {
    const codes = (text: string) =>
      toLocations([text]).map(({ country_code, region, raw }) => country_code ?? region ?? `?${raw}`)
    assert.deepEqual(codes('US, EU or AUS'), ['US', 'EU', 'AU'])
    assert.deepEqual(codes('USA / Global'), ['US', 'GLOBAL'])
    assert.deepEqual(codes('EU (Frankfurt)'), ['DE'])
    assert.deepEqual(codes(''), [])
  })
})

describe('toDocumentKind', () => {
  const kinds: Readonly<Record<string, string>> = {
    'SOC 2 Type II Report 2026': 'audit_report',
    'SOC 2 Bridge Letter': 'bridge_letter',
    'ISO 27001 Certificate': 'certificate',
    'PCI DSS Attestation of Compliance': 'attestation_letter',
    'Penetration Test Summary': 'pentest_report',
    'CAIQ v4': 'questionnaire',
    'Data Processing Addendum': 'dpa',
    'Certificate of Insurance': 'insurance',
    'Access Control Policy': 'policy',
    'Incident Response Plan': 'procedure_or_plan',
    'Privacy Policy': 'privacy_notice',
    'Network Diagram': 'architecture',
    Miscellaneous: 'other',
  }
  for (const [title, kind] of Object.entries(kinds)) {
    it(`classifies "${title}" as ${kind}`, () => assert.equal(toDocumentKind(title), kind))
  }
})

describe('the name of a vendor after that of its parent', () => {
  it('is the vendor', () => {
    const owner = { name: 'Acme', domain: null }
    const idOf = (name: string) => matchVendor({ name, website: null }, owner)?.vendor_id
    assert.deepEqual(
      ['Amazon AWS', 'Amazon AWS, Inc.', 'Google GCP', 'Salesforce Heroku', 'Microsoft GitHub'].map(idOf),
      ['aws', 'aws', 'gcp', 'heroku', 'github'],
    )
    assert.equal(toVendorId('Amazon AWS'), 'aws')
    assert.equal(idOf('Acme AWS'), 'name_acme_aws')
  })

  it('is the vendor also before the name of a product', () => {
    const idOf = (name: string) =>
      matchVendor({ name, website: null }, { name: 'Acme', domain: null })?.vendor_id
    assert.deepEqual(
      ['Microsoft Azure CDN', 'Microsoft Dynamics Sales', 'Microsoft Defender', 'Microsoft Azur'].map(idOf),
      ['azure', 'dynamics', 'microsoft', 'microsoft'],
    )
  })
})

describe('toLocations', () => {
  const countriesOf = (...texts: string[]) =>
    toLocations(texts).map(({ raw, country_code }) => `${raw}: ${country_code}`)

  it('reads a city with its state as one place', () => {
    assert.deepEqual(countriesOf('San Francisco, CA, USA'), ['San Francisco, CA, USA: US'])
    assert.deepEqual(countriesOf('Dallas, TX'), ['Dallas, TX: US'])
    assert.deepEqual(countriesOf('Toronto, ON, Canada; Ashburn, VA, United States'), [
      'Toronto, ON, Canada: CA',
      'Ashburn, VA, United States: US',
    ])
  })

  it('reads a code of both a state and a country by the city before it', () => {
    assert.deepEqual(countriesOf('San Francisco, CA', 'Berlin, DE', 'Ashburn, VA'), [
      'San Francisco, CA: US',
      'Berlin, DE: DE',
      'Ashburn, VA: US',
    ])
  })

  it('reads the regions of cloud providers', () => {
    assert.deepEqual(countriesOf('USA - us-east-1', 'AWS eu-west-1', 'europe-west4', 'Azure (northeurope)'), [
      'USA - us-east-1: US',
      'AWS eu-west-1: IE',
      'europe-west4: NL',
      'Azure (northeurope): IE',
    ])
  })

  it('knows the names of all countries, also beside a part of the world', () => {
    for (const code of allCountryCodes()) {
      const name = countryName(code) ?? ''
      if (/\band\b/.test(name)) continue
      assert.deepEqual(countriesOf(name), [`${name}: ${code}`])
    }
    assert.deepEqual(countriesOf('Europe (Ireland)', 'Kosovo', 'Türkiye'), [
      'Europe (Ireland): IE',
      'Kosovo: XK',
      'Türkiye: TR',
    ])
  })

  it('reads lists of countries as before, without codes that no country has', () => {
    assert.deepEqual(countriesOf('US, CA, DE'), ['US: US', 'CA: CA', 'DE: DE'])
    assert.deepEqual(countriesOf('Germany, Ireland and France'), ['Germany: DE', 'Ireland: IE', 'France: FR'])
    assert.deepEqual(countriesOf('TX', 'QQ'), ['TX: US', 'QQ: null'])
  })
})
