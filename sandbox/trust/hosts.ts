/** The hosts of trust center providers, each in the format of the provider. */

import { html, json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../host.ts'
import type { World } from '../world.ts'
import { blocked, challenge, checkpoint, missing, shell } from './block-pages.ts'
import { companies, companyBySlug, payloadHost } from './companies.ts'
import { compAiPage } from './pages/comp-ai.ts'
import { conveyorPage, conveyorReport } from './pages/conveyor.ts'
import { delvePage } from './pages/delve.ts'
import { listPage } from './pages/lists.ts'
import { proboReply } from './pages/probo.ts'
import { safebasePage } from './pages/safebase.ts'
import { trustcloudPayload } from './pages/trustcloud.ts'
import { vantaPart, vantaPayload, vantaShell } from './pages/vanta.ts'
import { TrustCenter } from './trust-center.ts'
import type { TrustCompany } from './trust-company.ts'

function withCenter(
  provider: string,
  slug: string,
  { world }: Pick<SandboxRequest, 'world'>,
  answer: (center: TrustCenter) => Reply,
): Reply {
  const company = companyBySlug(world, provider, slug)
  return company === undefined ? missing() : answer(new TrustCenter(world, company))
}

/** For the companies of the directory. */
export const providerHosts: readonly SandboxHost[] = [
  {
    host: '*.safebase.us',
    routes: [
      route('GET /', (request) =>
        withCenter('safebase', request.subdomain, request, (center) =>
          center.isBlocked(0.35) ? challenge() : html(safebasePage(center)),
        ),
      ),
    ],
  },
  {
    host: 'api.oneleet.com',
    routes: [
      route('GET /api/v1/tenants/{tenant}/trust', (request) =>
        withCenter('oneleet', request.params.tenant, request, (center) =>
          json({
            tenant: { name: center.company.name },
            subprocessors: center.vendors().map((vendor) => ({
              name: vendor.name,
              services: [vendor.purpose],
              processingLocations: vendor.locations,
              processesPii: vendor.isPersonal,
              ...(vendor.website === '' ? {} : { vendorUrl: vendor.website }),
            })),
            securityControls: [],
          }),
        ),
      ),
    ],
  },
  {
    host: 'api.conveyor.com',
    routes: [
      route('GET /public/public_vendor_reports/by_slug', (request) =>
        withCenter('conveyor', request.query.get('slug') ?? '', request, (center) =>
          json(conveyorReport(center)),
        ),
      ),
    ],
  },
  {
    host: 'conveyor.com',
    routes: [
      route('GET /{slug}', (request) =>
        withCenter('conveyor', request.params.slug, request, (center) => html(conveyorPage(center))),
      ),
    ],
  },
  {
    host: 'api.trycomp.ai',
    routes: [
      // Only this one checks whether the center is published.
      route('GET /v1/trust-access/{slug}/faqs', ({ params, world }) =>
        companyBySlug(world, 'comp_ai', params.slug) === undefined
          ? json({ statusCode: 404, message: 'Trust portal not found' }, { status: 404 })
          : json({ faqs: null }),
      ),
      // Null is sent as an empty body: for unknown names, and for the many centers whose overview is hidden.
      route('GET /v1/trust-access/{slug}/overview', ({ params, world }) => {
        const company = companyBySlug(world, 'comp_ai', params.slug)
        const isHidden = company === undefined || new TrustCenter(world, company).isBlocked(0.7)
        return isHidden
          ? { headers: { 'content-length': '0' }, body: '' }
          : json({ title: company.name, content: `# ${company.name}\n\nWe take care.` })
      }),
      route('GET /v1/trust-access/{slug}/vendors', ({ params, world }) =>
        json(compAiVendors(params.slug, world)),
      ),
      route('GET /v1/trust-access/{slug}/custom-frameworks', (request) =>
        withCenter('comp_ai', request.params.slug, request, () =>
          json([
            {
              id: 'cf_1',
              name: 'House rules',
              description: '',
              status: 'compliant',
              hasCertificate: false,
              badgeUrl: null,
            },
            {
              id: 'cf_2',
              name: 'ISO 42001',
              description: '',
              status: 'in_progress',
              hasCertificate: false,
              badgeUrl: null,
            },
          ]),
        ),
      ),
      route('GET /v1/trust-access/{slug}/custom-links', (request) =>
        withCenter('comp_ai', request.params.slug, request, ({ company }) =>
          json([{ id: 'cl_1', title: 'Privacy Policy', description: '', url: `${company.website}/privacy` }]),
        ),
      ),
    ],
  },
  {
    host: 'trust.inc',
    routes: [
      route('GET /{slug}', (request) =>
        withCenter('comp_ai', request.params.slug, request, (center) => html(compAiPage(center))),
      ),
    ],
  },
  {
    host: '*.secureframetrust.com',
    routes: [
      route('GET /', (request) =>
        withCenter('secureframe', request.subdomain, request, (center) =>
          html(listPage(center, 'Powered by Secureframe')),
        ),
      ),
    ],
  },
  {
    host: 'trust.delve.co',
    routes: [
      // That of the provider itself.
      route('GET /', (request) => withCenter('delve', '', request, delveReply)),
      route('GET /{slug}', (request) => withCenter('delve', request.params.slug, request, delveReply)),
    ],
  },
  { host: '*.trust.site', routes: [route('GET /', () => blocked())] },
  {
    host: 'public-profile.whistic.com',
    routes: [route('GET /{id}', () => shell('Security profile', '/static/profile.js'))],
  },
  {
    host: payloadHost,
    routes: [
      route('GET /vanta/{slug}.json', (request) =>
        withCenter('vanta', request.params.slug, request, (center) => json(vantaPayload(center))),
      ),
      route('GET /vanta/{slug}/{part}.json', (request) =>
        withCenter('vanta', request.params.slug, request, (center) =>
          json(vantaPart(vantaPayload(center), request.params.part)),
        ),
      ),
      route('GET /trustcloud/{slug}.json', (request) =>
        withCenter('trustcloud', request.params.slug, request, (center) => json(trustcloudPayload(center))),
      ),
    ],
  },
  {
    host: 'raw.githubusercontent.com',
    routes: [route('GET /trustlists/trustlists-data/main/data/trust-centers.json', () => json(directory()))],
  },
]

/** Drafts have vendors too, unknown names none. */
function compAiVendors(slug: string, world: World): object[] {
  const company = companyBySlug(world, 'comp_ai', slug.replace(/^draft-of-/, ''))
  if (company === undefined) return []
  return new TrustCenter(world, company).vendors().map((vendor, index) => ({
    id: `vnd_${index}`,
    name: vendor.name,
    description: vendor.purpose,
    website: vendor.website || null,
    logoUrl: null,
    complianceBadges: [{ type: 'soc2', label: 'SOC 2' }],
    trustPortalUrl: null,
  }))
}

/** Installations from before July 2026, and one with more rows than a page has. They are no members of the sandbox. */
export const unusualProboHosts = { older: 'trust.older.example', long: 'trust.long.example' } as const

function unusualProbo(): SandboxHost[] {
  const company = companies.find(({ provider }) => provider === 'probo') as TrustCompany
  const centerOf = ({ world }: SandboxRequest) => new TrustCenter(world, company)
  return [
    {
      host: unusualProboHosts.older,
      routes: [
        route('POST /api/trust/v1/graphql', (request) => proboReply(centerOf(request), request.body, true)),
      ],
    },
    {
      host: unusualProboHosts.long,
      routes: [
        route('POST /graphql', (request) => proboReply(new LongCenter(request.world, company), request.body)),
      ],
    },
  ]
}

class LongCenter extends TrustCenter {
  override vendors(): ReturnType<TrustCenter['vendors']> {
    const [vendor] = super.vendors()
    return Array.from({ length: 1200 }, (_, at) => ({ ...vendor, name: `Vendor ${at}` })) as ReturnType<
      TrustCenter['vendors']
    >
  }
}

/** The host of a company whose trust center is on its own domain. */
export function companyHost(company: TrustCompany): SandboxHost {
  const answer = companyAnswers[company.provider] ?? (() => shell('Trust Center', '/assets/app.js'))
  const { host, pathname } = new URL(company.url)
  const render = (request: SandboxRequest) => answer(new TrustCenter(request.world, company), request)
  return {
    host,
    routes: [
      { method: 'GET', path: pathname, answer: render },
      { method: 'POST', path: '/graphql', answer: render },
      // A Vanta host responds with the same page to any path.
      ...(company.provider === 'vanta' ? [{ method: 'GET', path: '/{any}', answer: render }] : []),
    ],
  }
}

function hasOwnDomain({ url }: TrustCompany): boolean {
  return new URL(url).hostname.endsWith('.example')
}

const companyAnswers: Readonly<Record<string, (center: TrustCenter, request: SandboxRequest) => Reply>> = {
  vanta: (center, { method }) =>
    method === 'POST'
      ? json({ errors: [{ message: 'Missing `signature` or `signedAt`' }] }, { status: 400 })
      : html(vantaShell(center.company)),
  trustcloud: () => shell('TrustShare', '/assets/app.js'),
  drata: () => challenge(),
  thoropass: () =>
    shell('Trust Center', 'https://laika-app-prod.example/static/trust-center/assets/index.js'),
  hypercomply: () => shell('HyperComply', 'https://assets.hypercomply.com/app.js'),
  self_hosted: (center) => html(listPage(center, '')),
  safebase: (center) => (center.isBlocked(0.35) ? challenge() : html(safebasePage(center))),
  conveyor: (center) => html(conveyorPage(center)),
  comp_ai: (center) => html(compAiPage(center)),
  secureframe: (center) => html(listPage(center, 'Powered by Secureframe')),
  delve: delveReply,
  wolfia: (center) => html(delvePage(center)),
  probo: (center, { method, body }) => (method === 'POST' ? proboReply(center, body) : text('Portal\n')),
}

function delveReply(center: TrustCenter): Reply {
  return center.isBlocked(0.75) ? checkpoint() : html(delvePage(center))
}

/** Lists every center, with Drata under SafeBase as in the real directory, and a few useless rows. */
function directory(): unknown[] {
  const platforms: Readonly<Record<string, string>> = {
    comp_ai: 'Comp AI',
    self_hosted: 'Self-hosted',
    safebase: 'SafeBase',
    drata: 'SafeBase',
  }
  const rows = companies.map(({ name, website, url, provider }) => ({
    name,
    website,
    trustCenter: url,
    platform: platforms[provider] ?? `${provider[0]?.toUpperCase()}${provider.slice(1)}`,
    ...(provider === 'safebase'
      ? { certifications: ['SOC 2 Type II', 'GDPR'], lastUpdated: '2026-04-27' }
      : {}),
  }))
  return [...rows, { name: 'Nowhere', website: '', trustCenter: 'not an address', platform: 'Vanta' }, null]
}

export const trustHosts: readonly SandboxHost[] = [
  ...providerHosts,
  ...companies.filter(hasOwnDomain).map(companyHost),
  ...unusualProbo(),
]
