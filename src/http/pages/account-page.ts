/** The account page. Its script signs in and calls the API; without script, it says how to do the same by command. */

import type { Scope } from '../../core/scopes.ts'
import { type AnyRoute, hiddenRoute } from '../route.ts'
import { accountPath } from './account-path.ts'
import type { MountedService } from './home/service-section.ts'
import { html } from './html.ts'
import { htmlReply, renderPage } from './page.ts'
import { sectionHead } from './parts.ts'

interface AccountPageOptions {
  readonly mounted: readonly MountedService[]
  readonly origin: (host: string | undefined) => string
  /** The page for operators, if there are any. */
  readonly operationsPath: string | undefined
  /** The services whose changes can be subscribed to. */
  readonly webhookServices: readonly string[]
  /** Where codes arrive if the server sends no e-mail. */
  readonly mailboxPath: string | undefined
}

/** None if no service has account routes. */
export function accountPageRoutes(options: AccountPageOptions): AnyRoute[] {
  const { mounted, origin, operationsPath, mailboxPath, webhookServices } = options
  const baseWith = (path: string) => {
    const found = mounted.find(({ service }) => service.routes.some((route) => route.path === path))
    return found && `${found.base}/v1`
  }
  const api = baseWith('/v1/auth/otp')
  if (api === undefined) return []
  const limits = baseWith('/v1/auth/limits/requests')
  return [
    hiddenRoute({
      path: accountPath,
      type: 'text/html',
      // The page is the same for everybody; what belongs to an account comes from the API.
      compress: true,
      handle: ({ host }) =>
        htmlReply(
          accountPage({
            api,
            limits,
            webhooks: webhookServices,
            origin: origin(host),
            operationsPath,
            mailboxPath,
          }),
        ),
    }),
  ]
}

const scopeTexts: Readonly<Record<Scope, string>> = {
  read: 'read lists, resources and prices',
  snapshot: 'spend credits on snapshots and exports',
  changes: 'follow changes',
  operate: 'read analytics and runs, and request higher limits',
}

interface AccountPage {
  readonly api: string
  readonly limits: string | undefined
  /** The services whose changes can be subscribed to. */
  readonly webhooks: readonly string[]
  readonly origin: string
  readonly operationsPath: string | undefined
  readonly mailboxPath: string | undefined
}

function accountPage({ api, limits, webhooks, origin, operationsPath, mailboxPath }: AccountPage): string {
  return renderPage({
    title: 'Your account',
    section: 'account',
    description: 'Sign in by e-mail, create and revoke API keys and webhooks, and see usage and credits.',
    head: html`<meta name="robots" content="noindex">`,
    script: 'account',
    crumb: html`For programs that use <a href="/docs">the API</a>, and for readers who follow changes.`,
    lead: 'API keys, webhooks, e-mails, usage and credits.',
    main: html` data-account data-api="${api}" data-origin="${origin}"${limits === undefined ? undefined : html` data-limits="${limits}"`}${webhooks.length === 0 ? undefined : html` data-webhooks`}`,
    body: html`<p class="note" role="status" data-part="message" hidden></p>
<noscript><p class="note">This page needs JavaScript. The same by command:</p>
<pre class="command"><code>curl -d '{"email":"you@example.org"}' -H 'content-type: application/json' '${origin}${api}/auth/otp'
curl -d '{"email":"you@example.org","code":"the code"}' -H 'content-type: application/json' '${origin}${api}/auth/verify'</code></pre></noscript>
<section data-part="sign-in" class="tight" hidden>${sectionHead('Sign in')}
<p>You get a code by e-mail; there is no password. Reading needs no account: an API key raises your limits.</p>
${mailboxPath === undefined ? undefined : html`<p>This server is a sandbox and sends no e-mail: <a href="${mailboxPath}" target="_blank">its mailbox</a> has the code.</p>\n`}<form class="ask" data-part="email-form"><label class="wide">E-mail address <input type="email" data-part="address" required maxlength="254" autocomplete="email"></label><button class="button">Send code</button></form>
<form class="ask" data-part="code-form" hidden><label>Code <input data-part="code" required pattern="[0-9]{6}" maxlength="6" inputmode="numeric" autocomplete="one-time-code" title="Six digits"></label><button class="button">Sign in</button></form>
<details><summary>Sign in with a token</summary><p>An operator of a server that sends no e-mail makes one with <code>broadsheet operators token you@example.org</code>.</p>
<form class="ask" data-part="token-form"><label class="wide">Management token <input type="password" data-part="token" required maxlength="100" pattern="bs_token_[0-9A-Za-z_]+" autocomplete="off" title="It begins with bs_token_"></label><button class="button">Use token</button></form></details>
</section>
<div data-part="account" class="stack" hidden>
<p>Signed in as <strong data-part="email"></strong> in this tab, for twelve hours at most. <button type="button" class="button quiet" data-part="sign-out">Sign out</button> <button type="button" class="button quiet" data-part="sign-out-everywhere">Sign out everywhere</button></p>
${operationsPath === undefined ? undefined : html`<p>For operators: <a href="${operationsPath}">operations</a></p>`}
<section>${sectionHead('API keys')}
<form class="ask" data-part="key-form"><label class="wide">Name of the new API key <input data-part="label" maxlength="80" placeholder="nightly import"></label><label>Valid <select data-part="key-days"><option value="">until revoked</option><option value="30">30 days</option><option value="90">90 days</option><option value="365">a year</option></select></label><button class="button">Create key</button>
<details><summary>What it may do, and from where</summary><fieldset data-part="key-scopes"><legend>It may</legend>${Object.entries(scopeTexts).map(([scope, text]) => html`<label><input type="checkbox" value="${scope}" checked> ${text}</label>`)}</fieldset>
<label class="wide">Only from these addresses and networks, if any <input data-part="key-addresses" maxlength="900" placeholder="198.51.100.7 2001:db8::/32"></label></details></form>
<div class="note" data-part="new-key" role="group" aria-label="New key" tabindex="-1" hidden><p>This is the only time the key is shown. Copy it now.</p>
<pre><code data-part="secret"></code></pre><p><button type="button" class="button quiet" data-part="copy">Copy key</button></p>
<p>Your first call with it:</p><pre class="command"><code data-part="example"></code></pre></div>
<div data-part="requests" role="group" aria-label="Requests of a key" tabindex="-1" hidden><h3>Requests of <span data-part="requests-of"></span></h3>
<p>The newest 50 of at most 1,000 within a week. What could be a secret is left out.</p>
<div class="table" role="region" aria-label="Requests" tabindex="0"><table><thead><tr><th scope="col">When (UTC)</th><th scope="col">Request</th><th scope="col" class="num">Status</th><th scope="col" class="num">ms</th><th scope="col">From</th></tr></thead><tbody data-part="request-rows"></tbody></table></div></div>
<p data-part="no-keys" hidden>You have no API keys yet.</p>
<div class="table" role="region" aria-label="API keys" tabindex="0" data-part="keys" hidden><table><thead><tr><th scope="col">Name</th><th scope="col">Actions</th><th scope="col">Key</th><th scope="col">Status</th><th scope="col">May</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Expires</th></tr></thead><tbody data-part="key-rows"></tbody></table></div>
</section>
<section${webhooks.length === 0 ? html` hidden` : undefined}>${sectionHead('Webhooks')}
<p>A webhook posts changes to an address of yours as they happen: <a href="/guides/how-to/receive-webhooks">how to receive them</a>.</p>
<form class="ask" data-part="webhook-form"><label>Changes of <select data-part="webhook-service">${webhooks.map((service) => html`<option>${service}</option>`)}</select></label><label class="wide">Address of the receiver <input type="url" data-part="webhook-url" required maxlength="1000" placeholder="https://example.org/hook"></label><label class="wide">Filters, as in a request for changes <input data-part="webhook-filters" maxlength="1000" placeholder="near=Leeds&amp;type=showtime.seats_freed"></label><button class="button">Create webhook</button></form>
<div class="note" data-part="new-webhook" role="group" aria-label="New webhook" tabindex="-1" hidden><p>This is the only time the secret is shown. Your receiver verifies deliveries with it.</p>
<pre><code data-part="webhook-secret"></code></pre></div>
<p data-part="no-webhooks" hidden>You have no webhooks yet.</p>
<div class="table" role="region" aria-label="Webhooks" tabindex="0" data-part="webhooks" hidden><table><thead><tr><th scope="col">Address</th><th scope="col">Actions</th><th scope="col">Changes</th><th scope="col">Status</th><th scope="col">Last delivered</th></tr></thead><tbody data-part="webhook-rows"></tbody></table></div>
</section>
<section id="subscriptions"${webhooks.length === 0 ? html` hidden` : undefined}>${sectionHead('E-mails and calendars')}
<p>Changes by e-mail, to the address that you signed in with, or showtimes in your calendar: <a href="/guides/how-to/follow-changes">what can be followed</a>. Nothing is sent if nothing matched.</p>
<form class="ask" data-part="subscription-form"><label>Follow <select data-part="subscription-service">${webhooks.map((service) => html`<option>${service}</option>`)}</select></label><label>As <select data-part="subscription-kind"><option value="email day">an e-mail a day</option><option value="email hour">an e-mail an hour</option><option value="calendar">a calendar of showtimes</option></select></label><label class="wide">Only what matches, as in a request for changes <input data-part="subscription-filters" maxlength="1000" placeholder="near=Leeds"></label><button class="button">Subscribe</button></form>
<p data-part="no-subscriptions" hidden>You have no subscriptions yet.</p>
<div class="table stacked" role="region" aria-label="E-mails and calendars" tabindex="0" data-part="subscriptions" hidden><table><thead><tr><th scope="col">What</th><th scope="col">Actions</th><th scope="col">As</th><th scope="col">Last e-mail, or address</th></tr></thead><tbody data-part="subscription-rows"></tbody></table></div>
</section>
<section>${sectionHead('Usage and credits')}<dl class="facts strip" data-part="usage"></dl>
<div data-part="history" class="tight" hidden><figure data-part="history-chart"></figure>
<details><summary>Calls by day as a table</summary><div class="table" role="region" aria-label="Calls by day" tabindex="0"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="num">Calls</th><th scope="col" class="num">Refused</th><th scope="col" class="minor"><span class="soft">Share of the largest</span></th></tr></thead><tbody data-part="history-rows"></tbody></table></div></details></div>
<div class="table" role="region" aria-label="Calls by route" tabindex="0" data-part="calls" hidden><table><thead><tr><th scope="col">Route</th><th scope="col" class="num">Calls</th><th scope="col" class="minor"><span class="soft">Share of the largest</span></th></tr></thead><tbody data-part="call-rows"></tbody></table></div>
</section>
<section${limits === undefined ? html` hidden` : undefined}>${sectionHead('Higher limits')}
<div class="table" role="region" aria-label="Requests for higher limits" tabindex="0" data-part="limit-requests" hidden><table><thead><tr><th scope="col">Requested</th><th scope="col">Limits</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead><tbody data-part="limit-rows"></tbody></table></div>
<form class="ask" data-part="limit-form"><label>Requests a second <input type="number" data-part="per-second" min="1" max="100000" required></label><label>Requests a minute <input type="number" data-part="per-minute" min="1" max="6000000" required></label><label class="wide">What for <input data-part="reason" minlength="10" maxlength="1000" required></label><button class="button">Request</button></form>
</section>
</div>`,
    note: 'The sign-in stays in this tab and ends with it. This server sets no cookie.',
  })
}
