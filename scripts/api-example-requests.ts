/** The requests whose responses become the examples of the API documents, in the order in which they are sent. */

/** Responses by `service.operationId`. */
// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
export type Seen = ReadonlyMap<string, any>

export interface ExampleRequest {
  /** The base path without its slash; empty for what is only a step on the way. */
  readonly service: string
  readonly id: string
  readonly path: string | ((seen: Seen) => string)
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown | ((seen: Seen) => unknown)
  readonly credential?: (seen: Seen) => string
  readonly accept?: string
  /** The operation that streams the rows of the response. */
  readonly streamedBy?: string
  /** What has been logged is sent to webhooks before the next request. */
  readonly sendsChanges?: boolean
}

const email = 'name@example.org'
const key = (seen: Seen): string => seen.get('cinema.verifyCode').data.key.secret
const token = (seen: Seen): string => seen.get('cinema.verifyCode').data.token
const firstId = (seen: Seen, operation: string): string => seen.get(operation).data[0].id

/** Operations that another service has as well. */
export const sharedOperations: Readonly<Record<string, readonly string[]>> = {
  market: [
    'getUsage',
    'requestCode',
    'verifyCode',
    'listKeys',
    'createKey',
    'updateKey',
    'revokeKey',
    'listKeyRequests',
    'getUsageHistory',
  ],
}

/** The example says `https://hooks.example.org/broadsheet`. */
const receiverUrl = (seen: Seen): string => seen.get('.receiver')
const ofWebhook = (rest: string) => (seen: Seen) =>
  `/v1/webhooks/${seen.get('account.createWebhook').data.id}${rest}`

const screening = '/v1/showtimes/search?has_seatmap=true&days=2&include=movie,theater&limit=1'
const ofShowtime = (rest: string) => (seen: Seen) =>
  `/v1/showtimes/${firstId(seen, 'cinema.searchShowtimes')}${rest}`
const ofCompany = (rest: string) => (seen: Seen) =>
  `/v1/companies/${firstId(seen, 'data.listTrustCompanies')}${rest}`

export const exampleRequests: readonly ExampleRequest[] = [
  ...support('cinema'),
  ...support('market'),
  ...support('data'),
  ...support('notices'),

  { service: 'notices', id: 'listNotices', path: '/v1/notices?limit=1' },
  {
    service: 'notices',
    id: 'getNotice',
    path: (seen) => `/v1/notices/${firstId(seen, 'notices.listNotices')}`,
  },
  ...changes('notices', 'Notice', '/v1/changes'),
  ...changes('cinema', 'Cinema', '/v1/changes'),
  ...changes('data', 'Posting', '/job-postings/v1/changes'),
  ...changes('data', 'TrustCenter', '/trust/v1/changes'),

  { service: 'cinema', id: 'requestCode', path: '/v1/auth/otp', method: 'POST', body: { email } },
  { service: '', id: 'mailbox', path: '/sandbox/mailbox' },
  {
    service: 'cinema',
    id: 'verifyCode',
    path: '/v1/auth/verify',
    method: 'POST',
    body: (seen: Seen) => ({ email, code: seen.get('.mailbox').data[0].code, label: 'laptop' }),
  },
  {
    service: 'cinema',
    id: 'createKey',
    path: '/v1/auth/keys',
    method: 'POST',
    body: { label: 'nightly import' },
    credential: token,
  },
  { service: 'cinema', id: 'listKeys', path: '/v1/auth/keys', credential: token },
  {
    service: 'cinema',
    id: 'updateKey',
    path: (seen) => `/v1/auth/keys/${seen.get('cinema.createKey').data.id}`,
    method: 'PATCH',
    body: { label: 'weekly import' },
    credential: token,
  },
  {
    service: 'cinema',
    id: 'revokeKey',
    path: (seen) => `/v1/auth/keys/${seen.get('cinema.createKey').data.id}`,
    method: 'DELETE',
    credential: token,
  },
  {
    service: 'account',
    id: 'createWebhook',
    path: '/v1/webhooks',
    method: 'POST',
    body: (seen: Seen) => ({
      service: 'notices',
      url: receiverUrl(seen),
      filters: { category: 'planning' },
      label: 'planning bot',
      after: seen.get('notices.followNoticeChanges').meta.changes_after,
    }),
    credential: token,
    sendsChanges: true,
  },
  {
    service: 'account',
    id: 'createSubscription',
    path: '/v1/subscriptions',
    method: 'POST',
    body: { form: 'email', service: 'notices', filters: { town: 'Harrowgate' }, every: 'day' },
    credential: token,
  },
  { service: 'account', id: 'listSubscriptions', path: '/v1/subscriptions', credential: token },
  {
    service: 'account',
    id: 'deleteSubscription',
    path: (seen) => `/v1/subscriptions/${seen.get('account.createSubscription').data.id}`,
    method: 'DELETE',
    credential: token,
  },
  { service: 'account', id: 'listWebhooks', path: '/v1/webhooks', credential: token },
  { service: 'account', id: 'getWebhook', path: ofWebhook(''), credential: token },
  {
    service: 'account',
    id: 'listWebhookDeliveries',
    path: ofWebhook('/deliveries?limit=1'),
    credential: token,
  },
  {
    service: 'account',
    id: 'replayWebhookDelivery',
    path: (seen) => ofWebhook(`/deliveries/${firstId(seen, 'account.listWebhookDeliveries')}/replay`)(seen),
    method: 'POST',
    credential: token,
  },
  {
    service: 'account',
    id: 'replayWebhook',
    path: ofWebhook('/replay'),
    method: 'POST',
    body: { since: '2026-01-01T00:00:00Z' },
    credential: token,
  },
  ...['pause', 'resume', 'ping'].map(
    (action): ExampleRequest => ({
      service: 'account',
      id: `${action}Webhook`,
      path: ofWebhook(`/${action}`),
      method: 'POST',
      credential: token,
    }),
  ),
  {
    service: 'account',
    id: 'rotateWebhookSecret',
    path: ofWebhook('/rotate'),
    method: 'POST',
    credential: token,
  },
  { service: 'account', id: 'deleteWebhook', path: ofWebhook(''), method: 'DELETE', credential: token },
  { service: 'cinema', id: 'getUsage', path: '/v1/usage', credential: key },
  { service: 'cinema', id: 'getUsageHistory', path: '/v1/usage/history?days=8', credential: key },
  {
    service: 'cinema',
    id: 'listKeyRequests',
    path: (seen) => `/v1/auth/keys/${seen.get('cinema.verifyCode').data.key.id}/requests?limit=1`,
    credential: token,
  },
  {
    service: 'market',
    id: 'requestLimits',
    path: '/v1/auth/limits/requests',
    method: 'POST',
    body: {
      requests_per_second: 5000,
      requests_per_minute: 100_000,
      reason: 'We mirror the screeners for our classroom of 200 students.',
    },
    credential: key,
  },
  { service: 'market', id: 'listLimitRequests', path: '/v1/auth/limits/requests', credential: key },

  { service: 'cinema', id: 'getStats', path: '/v1/stats' },
  { service: 'cinema', id: 'listSources', path: '/v1/sources' },
  { service: 'cinema', id: 'listCoverage', path: '/v1/coverage' },
  { service: 'cinema', id: 'listChains', path: '/v1/chains' },
  { service: 'cinema', id: 'getChain', path: (seen) => `/v1/chains/${firstId(seen, 'cinema.listChains')}` },
  { service: 'cinema', id: 'suggestPlaces', path: '/v1/places/suggest?q=lo&limit=3' },
  { service: 'cinema', id: 'searchTheaters', path: '/v1/theaters/search?limit=1' },
  {
    service: 'cinema',
    id: 'getTheater',
    path: (seen) => `/v1/theaters/${firstId(seen, 'cinema.searchTheaters')}`,
  },
  { service: 'cinema', id: 'searchMovies', path: '/v1/movies/search?playing_now=true&limit=1' },
  { service: 'cinema', id: 'getMovie', path: (seen) => `/v1/movies/${firstId(seen, 'cinema.searchMovies')}` },
  { service: 'cinema', id: 'searchShowtimes', path: screening },
  { service: 'cinema', id: 'getShowtime', path: ofShowtime('') },
  {
    service: 'cinema',
    id: 'listTheaterShowtimes',
    path: (seen) =>
      `/v1/theaters/${seen.get('cinema.searchShowtimes').data[0].theater_id}/showtimes?days=2&limit=1`,
  },
  {
    service: 'cinema',
    id: 'listMovieShowtimes',
    path: (seen) =>
      `/v1/movies/${seen.get('cinema.searchShowtimes').data[0].movie_id}/showtimes?days=2&limit=1`,
  },
  { service: 'cinema', id: 'getSeatMap', path: ofShowtime('/seatmap?seat_detail=grid&source_mode=auto') },
  { service: 'cinema', id: 'listPrices', path: ofShowtime('/prices?source_mode=auto') },
  { service: 'cinema', id: 'getShowtimeHistory', path: ofShowtime('/history') },
  {
    service: 'cinema',
    id: 'getSoldSeats',
    path: (seen: Seen) =>
      `/v1/sold-seats?theater_id=${seen.get('cinema.searchShowtimes').data[0].theater_id}`,
  },
  {
    service: 'cinema',
    id: 'takeAvailabilitySnapshot',
    path: '/v1/availability/snapshot',
    method: 'POST',
    body: (seen: Seen) => ({ theater_ids: [seen.get('cinema.searchShowtimes').data[0].theater_id], days: 1 }),
    credential: key,
  },
  { service: 'cinema', id: 'listArtifacts', path: '/v1/artifacts', credential: key },
  { service: 'cinema', id: 'getAnalytics', path: '/v1/analytics?top_limit=1', credential: key },
  { service: 'cinema', id: 'getSyncPlan', path: '/v1/sync-jobs', credential: key },
  { service: 'cinema', id: 'listSyncRuns', path: '/v1/sync-runs', credential: key },
  { service: 'cinema', id: 'listSyncStatus', path: '/v1/sync-status', credential: key },
  { service: 'cinema', id: 'listSyncMembers', path: '/v1/sync-members?state=on&limit=1', credential: key },

  { service: 'market', id: 'getRootIndex', path: '' },
  { service: 'market', id: 'getCatalog', path: '/v1/catalog' },
  { service: 'market', id: 'getQuotes', path: '/v1/quotes?symbols=NASDAQ:AAPL' },
  { service: 'market', id: 'getBars', path: '/v1/bars/NASDAQ:AAPL?resolution=1D&count=2' },
  { service: 'market', id: 'getRaw', path: '/v1/raw/symbol.search?text=apple&limit=1' },
  {
    service: 'market',
    id: 'postRaw',
    path: '/v1/raw/scanner.scan?market=america',
    method: 'POST',
    body: { columns: ['name', 'close'], range: [0, 1] },
  },

  { service: 'data', id: 'searchJobs', path: '/job-postings/v1/jobs/search?limit=1' },
  {
    service: 'data',
    id: 'getJob',
    path: (seen) => `/job-postings/v1/jobs/${firstId(seen, 'data.searchJobs')}`,
  },
  {
    service: 'data',
    id: 'listJobDescriptions',
    path: (seen) => `/job-postings/v1/descriptions/${firstId(seen, 'data.searchJobs')}`,
  },
  { service: 'data', id: 'suggestJobs', path: '/job-postings/v1/jobs/suggest?q=en&limit=3' },
  { service: 'data', id: 'listJobChanges', path: '/job-postings/v1/jobs/changes?limit=1' },
  { service: 'data', id: 'jobFacets', path: '/job-postings/v1/jobs/facets?field=city' },
  { service: 'data', id: 'jobFacetsBy', path: '/job-postings/v1/jobs/facets/department' },
  { service: 'data', id: 'listOpenDays', path: '/job-postings/v1/jobs/history?department=Engineering' },
  { service: 'data', id: 'listCollections', path: '/job-postings/collections' },
  {
    service: 'data',
    id: 'getCollection',
    path: (seen) =>
      `/job-postings/collections/${encodeURIComponent(seen.get('data.listCollections').data.departments[0].department)}`,
  },
  { service: 'data', id: 'listProviderCoverage', path: '/v1/coverage/providers?limit=1' },
  { service: 'data', id: 'getProviderCoverage', path: '/v1/coverage/providers/conveyor' },
  { service: 'data', id: 'listCoverageDays', path: '/v1/coverage/history?provider_id=conveyor' },
  { service: 'data', id: 'listTrustCompanies', path: '/v1/companies?has=subprocessors&limit=1' },
  { service: 'data', id: 'getTrustCompany', path: ofCompany('') },
  { service: 'data', id: 'listCompanyCertifications', path: ofCompany('/certifications?limit=1') },
  { service: 'data', id: 'listCompanyControls', path: ofCompany('/controls?limit=1') },
  { service: 'data', id: 'listCompanySubprocessors', path: ofCompany('/subprocessors?limit=1') },
  { service: 'data', id: 'listCompanyDocuments', path: ofCompany('/documents?limit=1') },
  { service: 'data', id: 'listCompanySecurityUpdates', path: ofCompany('/security-updates?limit=1') },
  { service: 'data', id: 'listCompanyChanges', path: ofCompany('/changes?limit=1') },
  { service: 'data', id: 'listTrustCenters', path: '/v1/trust-centers?limit=1' },
  {
    service: 'data',
    id: 'getTrustCenter',
    path: (seen) => `/v1/trust-centers/${firstId(seen, 'data.listTrustCenters')}`,
  },
  { service: 'data', id: 'listFrameworks', path: '/v1/frameworks?limit=1' },
  {
    service: 'data',
    id: 'getFramework',
    path: (seen) => `/v1/frameworks/${firstId(seen, 'data.listFrameworks')}`,
  },
  { service: 'data', id: 'listVendors', path: '/v1/subprocessors?limit=1' },
  {
    service: 'data',
    id: 'getVendor',
    path: (seen) => `/v1/subprocessors/${firstId(seen, 'data.listVendors')}`,
  },
  {
    service: 'data',
    id: 'listVendorCompanies',
    path: (seen) => `/v1/subprocessors/${firstId(seen, 'data.listVendors')}/companies?limit=1`,
  },
  { service: 'data', id: 'listTrustProviders', path: '/v1/providers?limit=1' },
  { service: 'data', id: 'getTrustProvider', path: '/v1/providers/conveyor' },
  { service: 'data', id: 'listTrustChanges', path: '/v1/changes?limit=1' },
  { service: 'data', id: 'listTrustSources', path: '/v1/sources?limit=1' },
]

/** What every service has. */
function support(service: string): ExampleRequest[] {
  return [
    { service, id: 'getHealth', path: '/health' },
    { service, id: 'getReadiness', path: '/healthz' },
    { service, id: 'getIndex', path: '/v1' },
    ...(service === 'market' ? [] : [{ service, id: 'listExports', path: '/v1/exports' }]),
  ]
}

function changes(service: string, name: string, path: string): ExampleRequest[] {
  return [
    { service, id: `follow${name}Changes`, path: `${path}?limit=1`, streamedBy: `stream${name}Changes` },
  ]
}
