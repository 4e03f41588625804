/** Every operation of every API document, called once through the client against a listening server, and its result held against its schema. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  clientServices,
  fetchDocument,
  readIfExists,
  renderClientFiles,
} from '../../../scripts/generate-client.ts'
import {
  type ApiDocument,
  operationsOf,
  pagingOf,
  renderService,
  successSchema,
} from '../../../scripts/openapi-types.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
  waitForResponse,
} from '../../../test/support/server/server-process.ts'
import type { Account } from '../src/generated/account.ts'
import type { Cinema } from '../src/generated/cinema.ts'
import type { Data } from '../src/generated/data.ts'
import type { Market } from '../src/generated/market.ts'
import type { Notices } from '../src/generated/notices.ts'
import type { Operator } from '../src/generated/operator.ts'
import { Broadsheet, type data as trust } from '../src/index.ts'

const receiver = 'http://127.0.0.1:9/hook'

/** One call per operation: one that is missing or no longer there does not compile. */
type Calls<Service> = { readonly [name in keyof Service]: () => Promise<unknown> }

const email = 'client@example.org'
const symbol = 'NASDAQ:AAPL'
const source = '//@version=5\nindicator("My script")\nplot(close)'
const strategy = {
  symbol,
  legs: [{ type: 'call', side: 'buy', strike: 250, expiration: 20271217, quantity: 1 }],
}
const limitsWanted = {
  requests_per_second: 5000,
  requests_per_minute: 100_000,
  reason: 'We mirror the screeners for our classroom of 200 students.',
}

let served: ServerProcess
let anonymous: Broadsheet
/** With a key for reading and a token for keys; set by signing in. */
let member: Broadsheet
const documents = new Map<string, ApiDocument>()

before(
  async () => {
    served = await startSyncedServerProcess([], {
      OPERATOR_EMAILS: email,
      WEBHOOK_PRIVATE_HOSTS: new URL(receiver).host,
    })
    for (const service of clientServices) documents.set(service, await fetchDocument(served.origin, service))
    anonymous = new Broadsheet({ baseUrl: served.origin, timeoutMs: 60_000 })
  },
  { timeout: firstSyncTimeoutMs + 60_000 },
)
after(() => served?.[Symbol.dispose]())

describe('the generated files', () => {
  it('are not made of what the generator does not understand', () => {
    const render = (schema: object) =>
      renderService('x', { components: { schemas: { Thing: { ...schema } } }, paths: {} }, 'x')
    assert.match(render({ description: 'Anything.' }), /type Thing = unknown/)
    for (const part of [{ allOf: [{}] }, { oneOf: [{}] }, { not: {} }, { type: 'tuple' }])
      assert.throws(() => render(part), /no type for/)
  })

  it('are what the generator makes of the server today', async () => {
    const stale = Object.entries(await renderClientFiles(served.origin))
      .filter(([path, text]) => readIfExists(path) !== text)
      .map(([path]) => path)
    assert.deepEqual(stale, [], 'run `npm run generate -w packages/client`')
  })
})

const cinema: Calls<Cinema> = {
  getHealth: () => anonymous.cinema.getHealth(),
  getReadiness: () => anonymous.cinema.getReadiness(),
  getStats: () => anonymous.cinema.getStats(),
  getUsage: () => anonymous.cinema.getUsage(),
  requestCode: () => anonymous.cinema.requestCode({ body: { email } }),
  verifyCode: async () => {
    const answer = await anonymous.cinema.verifyCode({ body: { email, code: await codeInMailbox() } })
    const { token, key } = answer.data
    member = anonymous.as({ token, ...(key ? { key: key.secret } : {}) })
    return answer
  },
  listKeys: () => member.cinema.listKeys({ include_revoked: true }),
  createKey: () => member.cinema.createKey({ body: { label: 'made by a test' } }),
  getUsageHistory: () => member.cinema.getUsageHistory(),
  listKeyRequests: async () => member.cinema.listKeyRequests({ key_id: await newKey() }),
  updateKey: async () => member.cinema.updateKey({ key_id: await newKey(), body: { label: 'renamed' } }),
  revokeKey: async () => member.cinema.revokeKey({ key_id: await newKey() }),
  listSources: () => anonymous.cinema.listSources({ limit: 5 }),
  listCoverage: () => anonymous.cinema.listCoverage(),
  listChains: () => anonymous.cinema.listChains({ limit: 5 }),
  getChain: async () =>
    anonymous.cinema.getChain({ chain_id: (await first(anonymous.cinema.listChains.all())).id }),
  suggestPlaces: () => anonymous.cinema.suggestPlaces({ q: 'lo' }),
  searchTheaters: () => anonymous.cinema.searchTheaters({ near: '10001', radius_miles: 200, limit: 5 }),
  getTheater: async () => anonymous.cinema.getTheater({ theater_id: (await aShowtime()).theater_id }),
  searchMovies: () => anonymous.cinema.searchMovies({ playing_now: true, limit: 5 }),
  getMovie: async () => anonymous.cinema.getMovie({ movie_id: (await aShowtime()).movie_id }),
  listTheaterShowtimes: async () =>
    anonymous.cinema.listTheaterShowtimes({ theater_id: (await aShowtime()).theater_id, days: 2, limit: 5 }),
  listMovieShowtimes: async () =>
    anonymous.cinema.listMovieShowtimes({
      movie_id: (await aShowtime()).movie_id,
      include: 'theater',
      limit: 5,
    }),
  followCinemaChanges: () => anonymous.cinema.followCinemaChanges({ limit: 1 }),
  searchShowtimes: () => anonymous.cinema.searchShowtimes({ include: 'movie,theater', limit: 5 }),
  getShowtime: async () => anonymous.cinema.getShowtime({ showtime_id: (await aShowtime()).id }),
  getSeatMap: async () =>
    anonymous.cinema.getSeatMap({ showtime_id: (await aShowtime()).id, seat_detail: 'grid' }),
  listPrices: async () => anonymous.cinema.listPrices({ showtime_id: (await aShowtimeWithPrices()).id }),
  getShowtimeHistory: async () =>
    anonymous.cinema.getShowtimeHistory({ showtime_id: (await aShowtime()).id }),
  getSoldSeats: async () => anonymous.cinema.getSoldSeats({ theater_id: (await aShowtime()).theater_id }),
  takeAvailabilitySnapshot: async () =>
    anonymous.cinema.takeAvailabilitySnapshot({ body: { theater_ids: [(await aShowtime()).theater_id] } }),
  listArtifacts: () => member.cinema.listArtifacts({ limit: 5 }),
  getAnalytics: () => member.cinema.getAnalytics({ days: 1 }),
  getSyncPlan: () => member.cinema.getSyncPlan({ include_all: true }),
  listSyncRuns: () => member.cinema.listSyncRuns({ limit: 5 }),
  listSyncStatus: () => member.cinema.listSyncStatus(),
  listSyncMembers: () => member.cinema.listSyncMembers({ limit: 5 }),
  listExports: () => anonymous.cinema.listExports(),
  getIndex: () => anonymous.cinema.getIndex(),
  getOpenApi: () => anonymous.cinema.getOpenApi(),
}

const market: Calls<Market> = {
  getHealth: () => anonymous.market.getHealth(),
  getReadiness: () => anonymous.market.getReadiness(),
  getRootIndex: () => anonymous.market.getRootIndex(),
  getIndex: () => anonymous.market.getIndex(),
  getCatalog: () => anonymous.market.getCatalog(),
  getQuotes: () => anonymous.market.getQuotes({ symbols: `${symbol},BINANCE:BTCUSDT` }),
  getBars: () => anonymous.market.getBars({ symbol, resolution: '60', count: 20 }),
  searchSymbols: () => anonymous.market.searchSymbols({ q: 'apple', limit: 5 }),
  getHeadlines: () => anonymous.market.getHeadlines({ category: 'stock', limit: 5 }),
  getLatestHeadlines: () => anonymous.market.getLatestHeadlines({ limit: 5 }),
  getNewsFlow: () => anonymous.market.getNewsFlow({ limit: 5 }),
  getNewsStory: async () => {
    const { data } = await anonymous.market.getHeadlines({ limit: 1 })
    return anonymous.market.getNewsStory({ id: data[0]?.id ?? '' })
  },
  getSymbolNews: () => anonymous.market.getSymbolNews({ symbol, limit: 5 }),
  getEconomicCalendar: () => anonymous.market.getEconomicCalendar({ countries: 'US', limit: 5 }),
  getNewsAgencyCalendar: () => anonymous.market.getNewsAgencyCalendar({ countries: 'US', limit: 5 }),
  getEarnings: () => anonymous.market.getEarnings({ limit: 5 }),
  getEarningsByPost: () => anonymous.market.getEarningsByPost({ body: { range: [0, 5] } }),
  getDividends: () => anonymous.market.getDividends({ limit: 5 }),
  getDividendsByPost: () => anonymous.market.getDividendsByPost({ body: { range: [0, 5] } }),
  getScreenerMetadata: () => anonymous.market.getScreenerMetadata({ market: 'america', limit: 5 }),
  searchScreener: () =>
    anonymous.market.searchScreener({ market: 'america', columns: 'name,close', limit: 5 }),
  searchScreenerByPost: () =>
    anonymous.market.searchScreenerByPost({
      market: 'america',
      body: { columns: ['name', 'close'], range: [0, 5] },
    }),
  searchGlobalScreener: () =>
    anonymous.market.searchGlobalScreener({ markets: 'uk', columns: 'name,close', limit: 5 }),
  searchGlobalScreenerByPost: () =>
    anonymous.market.searchGlobalScreenerByPost({
      body: { columns: ['name', 'close'], markets: ['uk'], range: [0, 5] },
    }),
  getOptionChain: () => anonymous.market.getOptionChain({ symbol, limit: 5 }),
  getOptionChainByPost: () =>
    anonymous.market.getOptionChainByPost({ symbol, body: { columns: ['strike', 'expiration'] } }),
  getImpliedVolatility: () => anonymous.market.getImpliedVolatility({ symbol }),
  getUnderlyingAggregates: () => anonymous.market.getUnderlyingAggregates({ symbol }),
  getStrategyChart: () => anonymous.market.getStrategyChart({ payload: btoa(JSON.stringify(strategy)) }),
  getStrategyChartByPost: () => anonymous.market.getStrategyChartByPost({ body: strategy }),
  listIdeas: () => anonymous.market.listIdeas({ per_page: 5 }),
  listScripts: () => anonymous.market.listScripts({ per_page: 5 }),
  listPineBuiltins: () => anonymous.market.listPineBuiltins({ limit: 5 }),
  parsePineTitle: () => anonymous.market.parsePineTitle({ source }),
  parsePineTitleByPost: () => anonymous.market.parsePineTitleByPost({ body: { source } }),
  translatePine: () => anonymous.market.translatePine({ source, version: 'v5' }),
  translatePineByPost: () => anonymous.market.translatePineByPost({ body: { source } }),
  getAlertsStatus: () => anonymous.market.getAlertsStatus(),
  getRaw: () => anonymous.market.getRaw({ endpointId: 'symbol.search' }, { query: { text: 'apple' } }),
  postRaw: () =>
    anonymous.market.postRaw(
      { endpointId: 'scanner.scan', body: { columns: ['name'], range: [0, 2] } },
      { query: { market: 'america' } },
    ),
  requestCode: () => anonymous.market.requestCode({ body: { email: 'other@example.org' } }),
  verifyCode: async () =>
    anonymous.market.verifyCode({
      body: { email: 'other@example.org', code: await codeInMailbox('other@example.org') },
    }),
  listKeys: () => member.market.listKeys(),
  createKey: () => member.market.createKey({ body: {}, idempotency_key: 'once-and-no-more' }),
  listKeyRequests: async () => member.market.listKeyRequests({ key_id: await newKey() }),
  updateKey: async () => member.market.updateKey({ key_id: await newKey(), body: { label: 'renamed' } }),
  revokeKey: async () => member.market.revokeKey({ key_id: await newKey() }),
  getUsage: () => member.market.getUsage(),
  getUsageHistory: () => member.market.getUsageHistory({ days: 2 }),
  requestLimits: () => member.market.requestLimits({ body: limitsWanted }),
  listLimitRequests: () => member.market.listLimitRequests(),
  getOpenApi: () => anonymous.market.getOpenApi(),
}

const company = async (): Promise<trust.TrustCompany> => await first(anonymous.data.listTrustCompanies.all())
const vendor = async (): Promise<trust.Vendor> => await first(anonymous.data.listVendors.all())

const data: Calls<Data> = {
  getHealth: () => anonymous.data.getHealth(),
  getReadiness: () => anonymous.data.getReadiness(),
  searchJobs: () => anonymous.data.searchJobs({ department: 'Engineering', limit: 5 }),
  jobFacets: () => anonymous.data.jobFacets({ field: 'city', limit: 5 }),
  listOpenDays: () => anonymous.data.listOpenDays({ department: 'Engineering', days: 7 }),
  jobFacetsBy: () => anonymous.data.jobFacetsBy({ by: 'city', limit: 5 }),
  getJob: async () => anonymous.data.getJob({ job_id: (await first(anonymous.data.searchJobs.all())).id }),
  suggestJobs: () => anonymous.data.suggestJobs({ q: 'en' }),
  listJobDescriptions: async () =>
    anonymous.data.listJobDescriptions({ job_id: (await first(anonymous.data.searchJobs.all())).id }),
  followPostingChanges: () => anonymous.data.followPostingChanges({ limit: 1 }),
  listJobChanges: () => anonymous.data.listJobChanges({ limit: 5 }),
  listCollections: () => anonymous.data.listCollections(),
  getCollection: () => anonymous.data.getCollection({ department: 'engineering' }),
  listProviderCoverage: () => anonymous.data.listProviderCoverage({ limit: 5 }),
  listCoverageDays: () => anonymous.data.listCoverageDays({ days: 7 }),
  getProviderCoverage: async () => {
    const { provider } = await first(anonymous.data.listProviderCoverage.all())
    return anonymous.data.getProviderCoverage({ provider_id: provider.id })
  },
  listTrustProviders: () => anonymous.data.listTrustProviders({ limit: 5 }),
  getTrustProvider: async () =>
    anonymous.data.getTrustProvider({
      provider_id: (await first(anonymous.data.listTrustProviders.all())).id,
    }),
  listTrustCompanies: () => anonymous.data.listTrustCompanies({ limit: 5 }),
  getTrustCompany: async () => anonymous.data.getTrustCompany({ company_id: (await company()).id }),
  listCompanyCertifications: async () =>
    anonymous.data.listCompanyCertifications({ company_id: (await company()).id }),
  listCompanyControls: async () => anonymous.data.listCompanyControls({ company_id: (await company()).id }),
  listCompanySubprocessors: async () =>
    anonymous.data.listCompanySubprocessors({ company_id: (await company()).id }),
  listCompanyDocuments: async () => anonymous.data.listCompanyDocuments({ company_id: (await company()).id }),
  listCompanySecurityUpdates: async () =>
    anonymous.data.listCompanySecurityUpdates({ company_id: (await company()).id }),
  listCompanyChanges: async () => anonymous.data.listCompanyChanges({ company_id: (await company()).id }),
  listTrustCenters: () => anonymous.data.listTrustCenters({ limit: 5 }),
  getTrustCenter: async () =>
    anonymous.data.getTrustCenter({
      trust_center_id: (await first(anonymous.data.listTrustCenters.all())).id,
    }),
  listTrustSources: () => anonymous.data.listTrustSources({ limit: 5 }),
  listVendors: () => anonymous.data.listVendors({ limit: 5 }),
  getVendor: async () => anonymous.data.getVendor({ vendor_id: (await vendor()).id }),
  listVendorCompanies: async () => anonymous.data.listVendorCompanies({ vendor_id: (await vendor()).id }),
  listFrameworks: () => anonymous.data.listFrameworks({ limit: 5 }),
  getFramework: async () =>
    anonymous.data.getFramework({ framework_id: (await first(anonymous.data.listFrameworks.all())).id }),
  followTrustCenterChanges: () => anonymous.data.followTrustCenterChanges({ limit: 1 }),
  listTrustChanges: () => anonymous.data.listTrustChanges({ limit: 5 }),
  listExports: () => anonymous.data.listExports(),
  getIndex: () => anonymous.data.getIndex(),
  getOpenApi: () => anonymous.data.getOpenApi(),
}

const notices: Calls<Notices> = {
  getHealth: () => anonymous.notices.getHealth(),
  getReadiness: () => anonymous.notices.getReadiness(),
  followNoticeChanges: () => anonymous.notices.followNoticeChanges({ limit: 1 }),
  listNotices: () => anonymous.notices.listNotices({ limit: 5 }),
  getNotice: async () =>
    anonymous.notices.getNotice({ notice_id: (await first(anonymous.notices.listNotices.all())).id }),
  listExports: () => anonymous.notices.listExports(),
  getIndex: () => anonymous.notices.getIndex(),
  getOpenApi: () => anonymous.notices.getOpenApi(),
}

const gazetteTown = { source_id: 'gazette', member_id: 'alderbrook' }

const aProposal = { proposal_id: 'p-0123456789abcdef', body: {} }
const decidedProposal = {
  id: aProposal.proposal_id,
  roster: 'filmbot brattle',
  source_id: 'filmbot',
  member_id: 'brattle.9',
  kind: 'add',
  detail: 'Brattle Nine',
  cells: {},
  found_at: '2026-11-16T00:00:00.000Z',
  status: 'approved',
  decided_at: null,
  decided_by: null,
}

const aLimitRequest = { request_id: 'lr_0123456789abcdef0123', body: { note: 'until June' } }

/** Decided for good, so another test decides about a real one. */
async function unknownRequest(call: Promise<unknown>): Promise<unknown> {
  await assert.rejects(call, { code: 'not_found' })
  return {
    data: {
      id: aLimitRequest.request_id,
      status: 'approved',
      requests_per_second: 5,
      requests_per_minute: 50,
      reason: limitsWanted.reason,
      created_at: '2026-11-16T00:00:00.000Z',
      decided_at: null,
      decision_note: null,
    },
    meta: {},
  }
}

const account: Calls<Account> = {
  getHealth: () => anonymous.account.getHealth(),
  getReadiness: () => anonymous.account.getReadiness(),
  getIndex: () => anonymous.account.getIndex(),
  getOpenApi: () => anonymous.account.getOpenApi(),
  listSubscriptions: () => member.account.listSubscriptions(),
  createSubscription: () =>
    member.account.createSubscription({ body: { form: 'email', service: 'notices' } }),
  deleteSubscription: async () => {
    const { data } = await member.account.createSubscription({ body: { form: 'email', service: 'notices' } })
    return member.account.deleteSubscription({ subscription_id: data.id })
  },
  listWebhooks: () => member.account.listWebhooks(),
  createWebhook: () => member.account.createWebhook({ body: { service: 'notices', url: receiver } }),
  getWebhook: async () => member.account.getWebhook({ webhook_id: await aWebhook() }),
  deleteWebhook: async () => member.account.deleteWebhook({ webhook_id: await newWebhook() }),
  pauseWebhook: async () => member.account.pauseWebhook({ webhook_id: await newWebhook() }),
  resumeWebhook: async () => member.account.resumeWebhook({ webhook_id: await aWebhook() }),
  rotateWebhookSecret: async () => member.account.rotateWebhookSecret({ webhook_id: await newWebhook() }),
  pingWebhook: async () => member.account.pingWebhook({ webhook_id: await aWebhook() }),
  listWebhookDeliveries: async () => {
    const webhook_id = await aWebhook()
    await aDelivery(webhook_id)
    return await member.account.listWebhookDeliveries({ webhook_id, limit: 5 })
  },
  replayWebhookDelivery: async () => {
    const webhook_id = await aWebhook()
    return await member.account.replayWebhookDelivery({
      webhook_id,
      delivery_id: await aDelivery(webhook_id),
    })
  },
  replayWebhook: async () =>
    member.account.replayWebhook({
      webhook_id: await newWebhook(),
      body: { since: '2026-01-01T00:00:00Z' },
    }),
}

const operator: Calls<Operator> = {
  getHealth: () => anonymous.operator.getHealth(),
  getReadiness: () => anonymous.operator.getReadiness(),
  listMembers: () => member.operator.listMembers({ source_id: 'gazette', limit: 5 }),
  testMember: () => member.operator.testMember(gazetteTown),
  addMembers: () =>
    refused(
      member.operator.addMembers({ body: { source: 'lever', entries: [{ key: 'acme', name: 'Acme' }] } }),
      { added: 1, replaced: 0 },
    ),
  importMembers: () =>
    refused(member.operator.importMembers({ body: { source: 'lever', csv: 'key,name\nacme,Acme\n' } }), {
      added: 1,
      replaced: 0,
    }),
  removeMember: () =>
    refused(member.operator.removeMember({ ...gazetteTown, body: {} }), {
      ...gazetteTown,
      status: 'removed',
    }),
  pauseMember: () =>
    refused(member.operator.pauseMember({ ...gazetteTown, body: {} }), { ...gazetteTown, status: 'paused' }),
  resumeMember: () =>
    refused(member.operator.resumeMember({ ...gazetteTown, body: {} }), { ...gazetteTown, status: 'on' }),
  listProposals: () => member.operator.listProposals({ limit: 5 }),
  approveProposal: () => refused(member.operator.approveProposal(aProposal), decidedProposal),
  rejectProposal: () => refused(member.operator.rejectProposal(aProposal), decidedProposal),
  listSources: () => member.operator.listSources(),
  getPlan: () => member.operator.getPlan(),
  getOverview: () => member.operator.getOverview(),
  listAlarms: () => member.operator.listAlarms(),
  muteAlarm: () => member.operator.muteAlarm({ body: { target: 'all', hours: 1 } }),
  unmuteAlarm: () => member.operator.unmuteAlarm({ body: { target: 'all' } }),
  listArtifacts: () => member.operator.listArtifacts({ source_id: 'gazette', limit: 5 }),
  listRuns: () => member.operator.listRuns({ limit: 5 }),
  getRun: async () =>
    member.operator.getRun({ run_id: (await member.operator.listRuns({ limit: 1 })).data[0]?.id ?? '' }),
  startRun: () => member.operator.startRun({ body: { source_id: 'gazette', members: ['alderbrook'] } }),
  retryRun: async () => {
    const { data } = await member.operator.listRuns({ source_id: 'gazette', limit: 200 })
    const [run] = data.filter(({ status, failed }) => status === 'succeeded' && failed === 0)
    const retried = member.operator.retryRun({ run_id: run?.id ?? '' })
    await assert.rejects(retried, { code: 'invalid_request', message: /No member of this run failed/ })
    return { data: run, meta: {} }
  },
  cancelRun: async () => {
    const { data } = await member.operator.listRuns({ source_id: 'gazette', status: 'succeeded', limit: 1 })
    const cancelled = member.operator.cancelRun({ run_id: data[0]?.id ?? '' })
    await assert.rejects(cancelled, { code: 'run_ended', message: /has ended: succeeded/ })
    return { data: data[0], meta: {} }
  },
  listLimitRequests: () => member.operator.listLimitRequests({ status: 'pending', limit: 5 }),
  approveLimitRequest: () => unknownRequest(member.operator.approveLimitRequest(aLimitRequest)),
  rejectLimitRequest: () => unknownRequest(member.operator.rejectLimitRequest(aLimitRequest)),
  discover: () => member.operator.discover({ body: { target: 'https://jobs.lever.co/acme' } }),
  getIndex: () => anonymous.operator.getIndex(),
  getOpenApi: () => anonymous.operator.getOpenApi(),
}

/** The members of the sandbox cannot be changed: the request arrives and is refused. */
async function refused(call: Promise<unknown>, data: object): Promise<unknown> {
  await assert.rejects(call, { code: 'invalid_request', message: /made up/ })
  return { data, meta: {} }
}

const services: Record<string, Record<string, () => Promise<unknown>>> = {
  cinema,
  market,
  data,
  notices,
  account,
  operator,
}

for (const [service, calls] of Object.entries(services)) {
  describe(`the client of ${service}`, () => {
    it('calls each operation of the API document, and no other', () => {
      const operations = operationsOf(documentOf(service)).map(({ operationId }) => operationId)
      assert.deepEqual(Object.keys(calls).toSorted(), operations.toSorted())
    })

    for (const [name, call] of Object.entries(calls)) {
      it(`${name} gives what its type says`, async () => {
        const isValid = validatorOf(service, name)
        const body: unknown = await call()
        assert.ok(isValid(body), JSON.stringify(isValid.errors, undefined, 2)?.slice(0, 2000))
      })
    }

    it('walks its lists to the end, each row once', async () => {
      const client = anonymous[service as 'cinema'] as unknown as Record<string, Walkable>
      for (const operation of operationsOf(documentOf(service))) {
        const walk = walks[operation.operationId]
        if (pagingOf(operation) === undefined || walk === undefined) continue
        const rows: unknown[] = []
        for await (const page of client[operation.operationId]?.pages(walk) ?? []) rows.push(...page.data)
        assert.ok(rows.length > walk.limit, operation.operationId)
        assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length, operation.operationId)
      }
    })
  })
}

interface Walkable {
  pages(params: object): AsyncIterable<{ readonly data: readonly unknown[] }>
}

/** Lists of each way of paging, with pages small enough that there are several. */
const walks: Record<string, { limit: number; q?: string }> = {
  listChains: { limit: 3 },
  listNotices: { limit: 20 },
  listFrameworks: { limit: 25 },
  listProviderCoverage: { limit: 10 },
  listPineBuiltins: { limit: 4 },
}

function documentOf(service: string): ApiDocument {
  const document = documents.get(service)
  if (!document) throw new Error(`no document of ${service}`)
  return document
}

function validatorOf(service: string, operationId: string): ValidateFunction {
  const document = documentOf(service)
  const operation = operationsOf(document).find((one) => one.operationId === operationId)
  if (!operation) throw new Error(`no operation ${operationId}`)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  return ajv.compile(refersTo('document', successSchema(operation)))
}

/** References inside a document, seen from outside it. */
function refersTo(id: string, schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${id}#/`))
}

async function first<Row>(rows: AsyncIterable<Row>): Promise<Row> {
  for await (const row of rows) return row
  throw new Error('the list is empty')
}

async function aShowtime() {
  return await first(anonymous.cinema.searchShowtimes.all({ has_seatmap: true, limit: 1 }))
}

async function aShowtimeWithPrices() {
  for await (const showtime of anonymous.cinema.searchShowtimes.all({ limit: 100 })) {
    if (showtime.capabilities?.prices) return showtime
  }
  throw new Error('no showtime has prices')
}

async function newKey(): Promise<string> {
  const { data: key } = await member.cinema.createKey({ body: { label: 'for a moment' } })
  assert.ok(key)
  return key.id
}

async function newWebhook(): Promise<string> {
  const { meta } = await anonymous.notices.followNoticeChanges({ limit: 1 })
  const body = { service: 'notices', url: receiver, after: meta.changes_after as string }
  return (await member.account.createWebhook({ body })).data.id
}

let webhook: Promise<string> | undefined
async function aWebhook(): Promise<string> {
  webhook ??= newWebhook()
  return await webhook
}

/** Nobody listens there, so each waits for another attempt. */
async function aDelivery(webhook_id: string): Promise<string> {
  for (;;) {
    const { data } = await member.account.listWebhookDeliveries({ webhook_id })
    const found = data.find(({ number }) => number !== null)
    if (found !== undefined) return found.id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function codeInMailbox(to = email): Promise<string> {
  const mail = await waitForResponse(`${served.origin}/sandbox/mailbox`, (_, body) => body.includes(to))
  const { data: letters } = JSON.parse(mail) as { data: { to: string; code: string }[] }
  const letter = letters.find((one) => one.to === to)
  assert.ok(letter, 'there is no code in the mailbox')
  return letter.code
}
