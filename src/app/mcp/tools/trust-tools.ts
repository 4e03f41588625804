/** Tools about trust centers: what a company publishes, and who relies on a vendor. */

import { Type } from 'typebox'
import type { Json, Texts } from '../../route-caller.ts'
import { type Call, pick, type Tool, toOffset } from '../tool.ts'
import { cells } from '../tool-result.ts'
import { nothingFound, warningsOf } from './warnings.ts'

const rowsOfSection = '30'

export const getCompany: Tool = {
  name: 'trust_get_company',
  title: 'Get the trust record of a company',
  about:
    'What a company publishes in its security trust center: certifications with status, subprocessors with purpose, and its trust centers. Use it for "is Acme SOC 2 certified" and "which vendors does Acme use". Give a name, a domain or an id. A list says what the company states, not what is true. Example: {"company":"acme.com"}',
  service: 'trust',
  operations: [
    'listTrustCompanies',
    'getTrustCompany',
    'listCompanyCertifications',
    'listCompanySubprocessors',
  ],
  isWhole: true,
  input: () => ({
    company: Type.String({ minLength: 1, maxLength: 120, description: 'Name, domain, or id (cmp_…).' }),
  }),
  async run({ company = '' }, call) {
    const found = await findCompany(company, call)
    const query = { company_id: String(found.id), limit: rowsOfSection }
    const certifications = await call('listCompanyCertifications', query)
    const subprocessors = await call('listCompanySubprocessors', query)
    const { id: company_id, name, domain, trust_centers, counts, last_read_at } = found
    const certificates = certifications.rows.map(({ name: title, status, expires_on }) => ({
      title,
      status,
      expires_on,
    }))
    const vendors = subprocessors.rows.map(({ vendor_id, name: vendor, purpose }) => ({
      vendor_id,
      vendor,
      purpose,
    }))
    return {
      head: [
        cells(name, domain, company_id, `read ${last_read_at}`),
        `Certifications: ${cells(...certificates.map(({ title, status }) => `${title} (${status})`)) || 'none listed'}`,
        `Subprocessors: ${cells(...vendors.map(({ vendor }) => vendor)) || 'none listed'}`,
      ],
      facts: {
        company: { company_id, name, domain, trust_centers, counts, last_read_at },
        certifications: certificates,
        subprocessors: vendors,
      },
    }
  },
}

async function findCompany(text: string, call: Call): Promise<Json> {
  if (text.startsWith('cmp_')) return (await call('getTrustCompany', { company_id: text })).data
  const search = (query: Texts) => call('listTrustCompanies', { ...query, limit: '1' })
  const [byDomain] = text.includes('.') ? (await search({ domain: text })).rows : []
  if (byDomain !== undefined) return byDomain
  const answer = await search({ q: text })
  const [byName] = answer.rows
  if (byName !== undefined) return byName
  const message = 'No company with this name or domain has a trust center that is read.'
  const expected = 'the beginning of its name, or its domain'
  throw nothingFound(answer, message, { parameter: 'company', expected })
}

export const getVendorCompanies: Tool = {
  name: 'trust_vendor_companies',
  title: 'List who relies on a vendor',
  about:
    'The companies that list a vendor as their subprocessor: "who uses OpenAI", "who is affected if AWS fails". Give the id, domain or name of the vendor. For the vendors of one company use trust_get_company. Example: {"vendor_id":"openai"}',
  service: 'trust',
  operations: ['listVendorCompanies'],
  rows: 20,
  input: (routes) => pick(routes, 'listVendorCompanies', { vendor_id: 'Id, domain or name.' }),
  async run({ detail: _, cursor, ...query }, call) {
    const answer = await call('listVendorCompanies', { ...query, ...toOffset(cursor) })
    const { total } = (answer.meta.pagination ?? {}) as Json
    return {
      head: [`${total} companies list it.`],
      facts: { total },
      rows: answer.rows.map(({ id: company_id, name, domain, framework_ids }) => ({
        line: cells(name, domain, company_id),
        item: { company_id, name, domain, framework_ids },
      })),
      next: answer.next,
      warnings: warningsOf(answer),
    }
  },
}
