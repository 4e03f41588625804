import assert from 'node:assert/strict'
import type { LookupFunction } from 'node:net'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { type AddressRule, compileAddressRules } from '../core/addresses/address-rule.ts'
import { systemClock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import { createOutbound } from '../core/outbound/create-outbound.ts'
import type { Outbound, OutboundRequest } from '../core/outbound/outbound.ts'
import { RobotsReader } from '../core/robots/robots-reader.ts'
import { type DiscoverOptions, discover } from './discover.ts'
import type { Recogniser } from './recogniser.ts'

const boardRules: readonly AddressRule[] = [
  { platform: 'board', address: 'jobs.board.example/{key}' },
  { platform: 'board', address: 'jobs.board.example/embed?for={key}' },
]
const seatRules: readonly AddressRule[] = [
  { platform: 'seats', address: '*/seat-api/v1/{site}', member: { base: '{base}', site: '{site}' } },
  { platform: 'seats', address: '*/seat-api', member: { base: '{base}' } },
]

function recogniser(
  service: string,
  rules: readonly AddressRule[],
  rest: Partial<Recogniser> & Pick<Recogniser, 'words' | 'requiredFields'>,
): Recogniser {
  return {
    service,
    addresses: compileAddressRules(rules),
    marks: [],
    memberOfPage: (_, { origin, pathname }) => ({ url: `${origin}${pathname}` }),
    describe: (name) => ({ name, source: `${name}-source`, terms: 'Public.', isSupported: true }),
    ...rest,
  }
}

const recognisers = [
  recogniser('jobs', boardRules, {
    words: new Set(['careers']),
    requiredFields: ['key'],
    structuredData: { type: 'JobPosting', platform: 'postings', inMicrodata: true },
    marks: [{ platform: 'fernware', text: '/fernware/' }],
  }),
  recogniser('cinema', seatRules, {
    words: new Set(['showtimes']),
    requiredFields: ['base', 'site'],
    structuredData: { type: 'ScreeningEvent', platform: 'markup' },
  }),
  recogniser('trust', [], {
    words: new Set(['trust']),
    requiredFields: ['url'],
    hostNames: ['trust'],
    marks: [{ platform: 'vault', text: 'Powered by Vault' }],
    byCname: (host, target) =>
      target.endsWith('.vault.example')
        ? { platform: 'vault', member: { url: `https://${host}/` } }
        : undefined,
  }),
]

type Answer = string | { status?: number; headers?: Record<string, string>; body?: string } | Failure

/** Serves pages by their address; anything else is 404. */
function site(pages: Readonly<Record<string, Answer>>) {
  const requests: string[] = []
  const http: Outbound = {
    async request(url: string, { acceptStatuses = [], bytesMax = 0 }: OutboundRequest) {
      requests.push(url)
      const answer = pages[url] ?? { status: 404 }
      if (answer instanceof Failure) throw answer
      const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer
      assert.ok(status === 200 || acceptStatuses.includes(status), `${status} is not accepted`)
      if (body.length > bytesMax)
        throw new Failure('upstream_changed', 'The response is larger than allowed.')
      return { url, status, body, headers: { 'content-type': 'text/html', ...headers }, receivedAt: 0 }
    },
  }
  return { http, requests, pagesRead: () => requests.filter((url) => !url.endsWith('/robots.txt')) }
}

function run(target: string, http: Outbound, rest: Partial<DiscoverOptions> = {}) {
  return discover(target, {
    http,
    robots: new RobotsReader(),
    lookUpCname: async () => undefined,
    clock: systemClock,
    recognisers,
    basisOf: (source) => (source === 'board-source' ? 'open' : undefined),
    deadlineMs: 45_000,
    signal: new AbortController().signal,
    ...rest,
  })
}

const redirectTo = (location: string): Answer => ({ status: 302, headers: { location } })
const careers = '<a href="/careers">Careers</a>'

describe('discover', () => {
  it('recognises the address of a platform without a request', async () => {
    const { http, requests } = site({})
    const { findings, pages, undecided } = await run('https://jobs.board.example/fern/12?token=x', http)
    assert.deepEqual(requests, [])
    assert.deepEqual(pages, [])
    assert.deepEqual(undecided, [])
    assert.deepEqual(findings, [
      {
        service: 'jobs',
        source: 'board-source',
        platform: 'board',
        platform_name: 'board',
        member: { key: 'fern' },
        missing: [],
        address: 'https://jobs.board.example/fern',
        supported: true,
        unsupported_reason: null,
        basis: 'open',
        terms: 'Public.',
        evidence: [{ kind: 'address', page: null, detail: 'https://jobs.board.example/fern/12' }],
      },
    ])
  })

  it('follows a link of the home page to the careers page, and names the link, frame or script', async () => {
    for (const [body, kind] of [
      ['<a href="https://jobs.board.example/fern">Openings</a>', 'link'],
      ['<iframe src="//jobs.board.example/embed?for=fern&amp;b=1"></iframe>', 'embed'],
      ['<script>load("https:\\/\\/jobs.board.example\\/fern\\/all")</script>', 'text'],
      ['<div data-board="jobs.board.example/fern"></div>', 'text'],
    ] as const) {
      const { http, pagesRead } = site({
        'https://fern.example/': careers,
        'https://fern.example/careers': body,
      })
      const { findings, pages } = await run('fern.example', http)
      assert.deepEqual(pagesRead(), ['https://fern.example/', 'https://fern.example/careers'])
      assert.deepEqual(
        pages.map(({ outcome }) => outcome),
        ['read', 'read'],
      )
      assert.deepEqual(findings[0]?.member, { key: 'fern' })
      assert.equal(findings[0]?.evidence[0]?.kind, kind)
      assert.equal(findings[0]?.evidence[0]?.page, 'https://fern.example/careers')
    }
  })

  it('takes a redirect to a platform as evidence and does not request the platform', async () => {
    const { http, pagesRead } = site({
      'https://fern.example/careers': redirectTo('https://jobs.board.example/fern'),
    })
    const { findings, pages } = await run('https://fern.example/careers', http)
    assert.deepEqual(pagesRead(), ['https://fern.example/careers'])
    assert.equal(pages[0]?.outcome, 'redirect')
    assert.equal(findings[0]?.evidence[0]?.kind, 'redirect')
  })

  it('follows redirects within the site only', async () => {
    const { http, pagesRead } = site({
      'https://fern.example/': redirectTo('https://www.fern.example/'),
      'https://www.fern.example/': redirectTo('https://holding.example/fern'),
      'https://holding.example/fern': careers,
    })
    const { pages, undecided } = await run('fern.example', http)
    assert.deepEqual(pagesRead(), ['https://fern.example/', 'https://www.fern.example/'])
    assert.equal(pages[0]?.outcome, 'refused')
    assert.match(undecided.join(' '), /leads to https:\/\/holding\.example\/fern: discover that address/)
  })

  it('ends a redirect loop', async () => {
    const { http, requests } = site({
      'https://fern.example/': redirectTo('/again'),
      'https://fern.example/again': redirectTo('/'),
    })
    const { pages } = await run('fern.example', http)
    assert.deepEqual(pages, [
      { url: 'https://fern.example/again', outcome: 'failed', reason: 'It redirects too many times.' },
    ])
    assert.ok(requests.length <= 6)
  })

  it('does not follow redirects to private addresses, other ports, other schemes or plain HTTP', async () => {
    for (const location of [
      'http://169.254.169.254/latest',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://www.fern.example:8443/',
      'https://user:secret@www.fern.example/',
      'file:///etc/passwd',
      'http://www.fern.example/',
    ]) {
      const { http, pagesRead } = site({ 'https://fern.example/': redirectTo(location) })
      const { pages } = await run('fern.example', http)
      assert.equal(pages[0]?.outcome, 'refused', location)
      assert.deepEqual(pagesRead(), ['https://fern.example/'], location)
    }
  })

  it('refuses a name that resolves to a private address', async () => {
    const lookup: LookupFunction = (_, options, done) =>
      options.all ? done(null, [{ address: '10.1.2.3', family: 4 }]) : done(null, '10.1.2.3', 4)
    await using http = createOutbound({
      userAgent: 'Broadsheet/1',
      hosts: () => true,
      attemptsMax: 1,
      lookup,
    })
    const { pages } = await run('fern.example', http)
    assert.deepEqual(pages, [
      {
        url: 'https://fern.example/',
        outcome: 'refused',
        reason: 'The source resolves to a private address.',
      },
    ])
  })

  it('rejects targets that are not the name of a public host', async () => {
    const { http, requests } = site({})
    for (const target of [
      '',
      'localhost',
      '127.0.0.1',
      'http://0x7f.1/',
      'https://[::1]/',
      'ftp://fern.example/',
      'https://fern.example:9200/',
      'https://a:b@fern.example/',
      'javascript:alert(1)',
      `https://fern.example/${'x'.repeat(3000)}`,
    ])
      await assert.rejects(run(target, http), { code: 'invalid_request' }, target)
    assert.deepEqual(requests, [])
  })

  it('obeys robots.txt and reports it as a gate', async () => {
    const { http, pagesRead } = site({
      'https://fern.example/robots.txt': 'User-agent: *\nDisallow: /careers',
      'https://fern.example/': careers,
      'https://fern.example/careers': '<a href="https://jobs.board.example/fern">Openings</a>',
    })
    const { findings, pages } = await run('fern.example', http)
    assert.deepEqual(pagesRead(), ['https://fern.example/'])
    assert.deepEqual(pages[1], {
      url: 'https://fern.example/careers',
      outcome: 'gate',
      reason: 'robots.txt disallows it.',
    })
    assert.deepEqual(findings, [])
  })

  it('reads no page while robots.txt cannot be fetched', async () => {
    const { http, pagesRead } = site({
      'https://www.fern.example/robots.txt': new Failure('upstream_unavailable', 'Status 503.'),
      'https://www.fern.example/': careers,
    })
    const { pages } = await run('www.fern.example', http)
    assert.deepEqual(pagesRead(), [])
    assert.equal(pages[0]?.outcome, 'failed')
  })

  it('reports challenges and logins as gates', async () => {
    const { http } = site({
      'https://fern.example/': `${careers}<a href="/careers/all">All</a>`,
      'https://fern.example/careers': new Failure(
        'upstream_refused',
        'The source returned a challenge page.',
      ),
      'https://fern.example/careers/all': redirectTo('/login'),
      'https://fern.example/login': '<form></form>',
    })
    const { pages } = await run('fern.example', http)
    assert.deepEqual(
      pages.map(({ outcome, reason }) => [outcome, reason]),
      [
        ['read', null],
        ['gate', 'The source returned a challenge page.'],
        ['gate', 'It asks for a login.'],
      ],
    )
  })

  it('reads a handful of pages of a site with a thousand links', async () => {
    const links = Array.from({ length: 1000 }, (_, at) => `<a href="/careers/${at}">Careers</a>`).join('')
    const { pagesRead, ...fern } = site({ 'https://fern.example/': links })
    const { undecided } = await run('fern.example', fern.http)
    assert.equal(pagesRead().length, 6)
    assert.match(undecided.join(' '), /15 further pages were not read/)
  })

  it('looks at a limited number of links and members', async () => {
    const boards = Array.from(
      { length: 3000 },
      (_, at) => `<a href="https://jobs.board.example/company${at}">Company</a>`,
    ).join('')
    const { http } = site({ 'https://fern.example/': boards })
    const { findings, undecided } = await run('fern.example', http)
    assert.equal(findings.length, 10)
    assert.match(undecided.join(' '), /more links than were looked at/)
    assert.match(undecided.join(' '), /2000 members of board were found/)
  })

  it('reports pages that are too large, too deep or no pages', async () => {
    for (const [answer, reason] of [
      [{ body: 'x'.repeat(3 * 1024 * 1024) }, /larger/],
      [{ body: '<div>'.repeat(1000) }, /nested/],
      [{ body: '{}', headers: { 'content-type': 'application/json' } }, /not a web page/],
    ] as const) {
      const { http } = site({ 'https://fern.example/': answer })
      const { pages, undecided } = await run('fern.example', http)
      assert.equal(pages[0]?.outcome, 'failed')
      assert.match(pages[0]?.reason ?? '', reason)
      assert.deepEqual(undecided, ['No known platform was recognised.'])
    }
  })

  it('recognises a trust center by a CNAME record or by a mark in its page', async () => {
    const { http } = site({ 'https://fern.example/': '<p>Cloth</p>' })
    const lookUpCname = async (host: string) =>
      host === 'trust.fern.example' ? 'Fern.Vault.example.' : undefined
    const byName = await run('www.fern.example', http, { lookUpCname })
    assert.deepEqual(byName.findings[0]?.member, { url: 'https://trust.fern.example/' })
    assert.deepEqual(byName.findings[0]?.evidence, [
      { kind: 'cname', page: null, detail: 'trust.fern.example → fern.vault.example' },
    ])
    const { http: page } = site({ 'https://fern.example/trust': '<footer>Powered by Vault</footer>' })
    const byMark = await run('https://fern.example/trust', page)
    assert.deepEqual(byMark.findings[0]?.evidence, [
      { kind: 'mark', page: 'https://fern.example/trust', detail: 'Powered by Vault' },
    ])
  })

  it('recognises microdata only for platforms that read it', async () => {
    const item = (type: string) => `<div itemscope itemtype="https://schema.org/${type}"></div>`
    const { http } = site({
      'https://fern.example/careers': `${item('JobPosting')}${item('ScreeningEvent')}`,
    })
    const { findings } = await run('https://fern.example/careers', http)
    assert.deepEqual(
      findings.map(({ platform, evidence }) => [platform, evidence[0]?.kind]),
      [['postings', 'structured_data']],
    )
  })

  it('names the system behind a site rather than its structured data', async () => {
    const html =
      '<div itemscope itemtype="https://schema.org/JobPosting"></div><script src="/fernware/x.js"></script>'
    const { http } = site({ 'https://fern.example/careers': html })
    const { findings } = await run('https://fern.example/careers', http)
    assert.deepEqual(
      findings.map(({ platform }) => platform),
      ['fernware'],
    )
  })

  it('says which part of a member it did not find, and forgets it once it has', async () => {
    const showtimes = '<a href="/showtimes">Showtimes</a><script>api="/seat-api"</script>'
    const half = site({ 'https://lantern.example/': showtimes })
    const { findings, undecided } = await run('lantern.example', half.http)
    assert.deepEqual(findings[0]?.missing, ['site'])
    assert.match(undecided.join(' '), /cinema: seats was recognised, but not the site of the member/)
    const whole = site({
      'https://lantern.example/': showtimes,
      'https://lantern.example/showtimes': '<script>fetch("/seat-api/v1/LAN1/days")</script>',
    })
    const complete = await run('lantern.example', whole.http)
    assert.deepEqual(
      complete.findings.map(({ member }) => member),
      [{ base: 'https://lantern.example', site: 'LAN1' }],
    )
    assert.deepEqual(complete.undecided, [])
  })

  it('tries www where the domain alone does not answer', async () => {
    const { http, pagesRead } = site({
      'https://fern.example/': new Failure('upstream_unavailable', 'The host is unknown.'),
      'https://www.fern.example/': '<a href="https://jobs.board.example/fern">Openings</a>',
    })
    const { findings } = await run('fern.example', http)
    assert.deepEqual(pagesRead(), ['https://fern.example/', 'https://www.fern.example/'])
    assert.deepEqual(findings[0]?.member, { key: 'fern' })
  })

  it('ignores CNAME records that are not names of hosts', async () => {
    const { http } = site({})
    const lookUpCname = async () => 'x\u001b[2J.vault.example'
    const { findings } = await run('fern.example', http, { lookUpCname })
    assert.deepEqual(findings, [])
  })

  it('recognises structured data', async () => {
    const markup = '<script type="application/ld+json">{"@type":"ScreeningEvent"}</script>'
    const { http } = site({ 'https://lantern.example/': markup })
    const { findings } = await run('lantern.example', http)
    assert.deepEqual([findings[0]?.platform, findings[0]?.evidence[0]?.kind], ['markup', 'structured_data'])
  })

  it('returns what it has when the time is up', async () => {
    const clock = new FakeClock()
    const http: Outbound = {
      async request(url, { signal }) {
        if (url.endsWith('/robots.txt')) return { url, status: 404, headers: {}, body: '', receivedAt: 0 }
        clock.advance(60_000)
        throw signal.reason
      },
    }
    const { undecided } = await run('fern.example', http, { clock })
    assert.match(undecided.join(' '), /The time was up/)
  })

  it('stops when the caller does', async () => {
    const controller = new AbortController()
    const http: Outbound = {
      async request() {
        controller.abort(new Error('stopped'))
        throw new Failure('upstream_unavailable', 'Reset.')
      },
    }
    await assert.rejects(run('fern.example', http, { signal: controller.signal }))
  })
})
