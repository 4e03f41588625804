/** The sites of some employers, which lead to their job boards: one per platform, each in another way. */

import { html, type Reply, route, type SandboxHost, text } from '../host.ts'
import { redirect } from './boards/board.ts'
import { companies } from './companies.ts'
import type { Company, Platform } from './company.ts'

/** How the careers page shows the board of the platform. */
const careers: Readonly<Record<Platform, (key: string) => Reply>> = {
  greenhouse: (key) =>
    page(`<script src="https://boards.greenhouse.io/embed/job_board/js?for=${key}"></script>`),
  lever: (key) => page(link(`https://jobs.lever.co/${key}/0c5d`)),
  ashby: (key) => page(`<script>const board = "https:\\/\\/jobs.ashbyhq.com\\/${key}"</script>`),
  workable: (key) => redirect(302, `https://apply.workable.com/${key}/`),
  smartrecruiters: (key) => page(link(`https://careers.smartrecruiters.com/${key}`)),
  recruitee: (key) => page(link(`https://${key}.recruitee.com/`)),
  personio: (key) => page(`<iframe src="https://${key}.jobs.personio.de/?language=en"></iframe>`),
  teamtailor: (key) => redirect(301, `https://${key}.teamtailor.com/`),
  workday: (key) => {
    const [host, site] = key.split('/')
    return page(link(`https://${host}.myworkdayjobs.com/en-US/${site}`))
  },
  rippling: (key) => page(link(`https://ats.rippling.com/${key}/jobs`)),
  breezy: (key) => page(link(`https://${key}.breezy.hr/`)),
  bamboohr: (key) => page(`<iframe src="https://${key}.bamboohr.com/jobs/embed2.php"></iframe>`),
  pinpoint: (key) => redirect(302, `https://${key}.pinpointhq.com/`),
  jazzhr: (key) => page(link(`https://${key}.applytojob.com/apply`)),
  jibe: (key) => redirect(302, `https://${key}/jobs`),
  icims: (key) => page(`<iframe src="https://${key}/jobs/search?in_iframe=1"></iframe>`),
  successfactors: (key) => page(link(`https://${key}/search/`)),
  oracle: (key) => {
    const [host, site] = key.split('/')
    return redirect(302, `https://${host}/hcmUI/CandidateExperience/en/sites/${site}`)
  },
  gem: (key) => page(link(`https://jobs.gem.com/${key}`)),
  jobposting: (key) => page(link(`https://${key}/`)),
}

function page(content: string): Reply {
  return html(`<!doctype html><title>Careers</title><main>${content}</main>`)
}

function link(address: string): string {
  return `<a href="${address}">Open positions</a>`
}

const employers = (Object.keys(careers) as Platform[]).flatMap(
  (platform) => companies.find((company) => company.platform === platform) ?? [],
)

function siteOf({ platform, key, name }: Company): SandboxHost[] {
  const host = `www.${name.toLowerCase().replaceAll(' ', '-')}.example`
  const home = `<h1>${name}</h1><a href="/about">About us</a> <a href="/careers">Careers</a>`
  return [
    { host: host.slice('www.'.length), routes: [route('GET /', () => redirect(301, `https://${host}/`))] },
    {
      host,
      routes: [
        route('GET /robots.txt', () => text('User-agent: *\nDisallow: /intranet/\n')),
        route('GET /', () => html(`<!doctype html><title>${name}</title>${home}`)),
        route('GET /about', () => html(`<!doctype html><title>About ${name}</title>`)),
        route('GET /careers', () => careers[platform](key)),
      ],
    },
  ]
}

/** Its robots.txt forbids everything. */
const closedSite: SandboxHost = {
  host: 'www.closed-works.example',
  routes: [
    route('GET /robots.txt', () => text('User-agent: *\nDisallow: /\n')),
    route('GET /', () => page(link('https://jobs.lever.co/ClosedWorks'))),
  ],
}

export const employerSites: readonly SandboxHost[] = [...employers.flatMap(siteOf), closedSite]
