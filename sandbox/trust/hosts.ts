/** The hosts of trust-center providers, each answering in the provider's own form. */

import { html, json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../host.ts'
import { companyBySlug, type PretendCompany, payloadHost, pretendCompanies } from './companies.ts'
import { PretendCenter } from './content.ts'
import { blocked, challenge, checkpoint, missing, shell } from './gates.ts'
import { compAiPage } from './pages/comp-ai.ts'
import { conveyorPage, conveyorReport } from './pages/conveyor.ts'
import { delvePage } from './pages/delve.ts'
import { listPage } from './pages/lists.ts'
import { proboPortal } from './pages/probo.ts'
import { safebasePage } from './pages/safebase.ts'
import { trustcloudPayload } from './pages/trustcloud.ts'
import { vantaPayload, vantaShell } from './pages/vanta.ts'

type Show = (center: PretendCenter) => Reply

function show(provider: string, slug: string, { world }: Pick<SandboxRequest, 'world'>, answer: Show): Reply {
  const company = companyBySlug(provider, slug)
  return company === undefined ? missing() : answer(new PretendCenter(world, company))
}

const shared: readonly SandboxHost[] = [
  {
    host: '*.safebase.us',
    routes: [
      route('GET /', (request) =>
        show('safebase', request.subdomain, request, (center) =>
          center.isGated(0.35) ? challenge() : html(safebasePage(center)),
        ),
      ),
    ],
  },
  {
    host: 'api.oneleet.com',
    routes: [
      route('GET /api/v1/tenants/{tenant}/trust', (request) =>
        show('oneleet', request.params.tenant, request, (center) =>
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
        show('conveyor', request.query.get('slug') ?? '', request, (center) => json(conveyorReport(center))),
      ),
    ],
  },
  {
    host: 'conveyor.com',
    routes: [
      route('GET /{slug}', (request) =>
        show('conveyor', request.params.slug, request, (center) => html(conveyorPage(center))),
      ),
    ],
  },
  {
    host: 'api.trycomp.ai',
    routes: [
      route('GET /v1/trust-access/{slug}/overview', (request) =>
        show('comp_ai', request.params.slug, request, ({ company }) =>
          json({ title: company.name, content: `# ${company.name}\n\nWe take care.` }),
        ),
      ),
      route('GET /v1/trust-access/{slug}/vendors', (request) =>
        show('comp_ai', request.params.slug, request, (center) =>
          json(
            center.vendors().map((vendor, index) => ({
              id: `vnd_${index}`,
              name: vendor.name,
              description: vendor.purpose,
              website: vendor.website || null,
              logoUrl: null,
              complianceBadges: [{ type: 'soc2', label: 'SOC 2' }],
              trustPortalUrl: null,
            })),
          ),
        ),
      ),
      route('GET /v1/trust-access/{slug}/custom-frameworks', (request) =>
        show('comp_ai', request.params.slug, request, () =>
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
        show('comp_ai', request.params.slug, request, ({ company }) =>
          json([{ id: 'cl_1', title: 'Privacy Policy', description: '', url: `${company.website}/privacy` }]),
        ),
      ),
    ],
  },
  {
    host: 'trust.inc',
    routes: [
      route('GET /{slug}', (request) =>
        show('comp_ai', request.params.slug, request, (center) => html(compAiPage(center))),
      ),
    ],
  },
  {
    host: '*.secureframetrust.com',
    routes: [
      route('GET /', (request) =>
        show('secureframe', request.subdomain, request, (center) =>
          html(listPage(center, 'Powered by Secureframe')),
        ),
      ),
    ],
  },
  {
    host: 'trust.delve.co',
    routes: [
      route('GET /{slug}', (request) =>
        show('delve', request.params.slug, request, (center) =>
          center.isGated(0.75) ? checkpoint() : html(delvePage(center)),
        ),
      ),
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
        show('vanta', request.params.slug, request, (center) => json(vantaPayload(center))),
      ),
      route('GET /trustcloud/{slug}.json', (request) =>
        show('trustcloud', request.params.slug, request, (center) => json(trustcloudPayload(center))),
      ),
    ],
  },
  {
    host: 'raw.githubusercontent.com',
    routes: [route('GET /trustlists/trustlists-data/main/data/trust-centers.json', () => json(directory()))],
  },
]

/** The hosts of the companies themselves, behind which a provider answers. */
function ownHost(company: PretendCompany): SandboxHost[] {
  const answer = ownAnswers[company.provider]
  if (answer === undefined) return []
  const { host, pathname } = new URL(company.url)
  const see = (request: SandboxRequest) => answer(new PretendCenter(request.world, company), request)
  return [
    {
      host,
      routes: [
        { method: 'GET', path: pathname, answer: see },
        { method: 'POST', path: '/graphql', answer: see },
      ],
    },
  ]
}

const ownAnswers: Readonly<Record<string, (center: PretendCenter, request: SandboxRequest) => Reply>> = {
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
  probo: (center, { method }) => (method === 'POST' ? json(proboPortal(center)) : text('Portal\n')),
}

/** Names every center, files Drata under SafeBase as directories do, and has a few rows of no use. */
function directory(): unknown[] {
  const platforms: Readonly<Record<string, string>> = {
    comp_ai: 'Comp AI',
    self_hosted: 'Self-hosted',
    safebase: 'SafeBase',
    drata: 'SafeBase',
  }
  const rows = pretendCompanies.map(({ name, website, url, provider }) => ({
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
  ...shared,
  ...pretendCompanies.flatMap((company) => ownHost(company)),
]
