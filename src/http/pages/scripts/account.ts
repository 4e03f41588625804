/** The account page: sign in by code, keys, webhooks, usage and credits. */

import { accountKeys } from './account-keys.ts'
import { accountSubscriptions } from './account-subscriptions.ts'
import { type AccountPart, accountWebhooks } from './account-webhooks.ts'
import type { Api, ApiAnswer } from './api-session.ts'
import { build } from './build.ts'
import { buildMeter } from './build-drawing.ts'
import { type UsageOfDay, usageChart } from './usage-chart.ts'

interface UsageOfRoute {
  readonly route: string
  readonly calls: number
}

interface LimitRequest {
  readonly status: string
  readonly requests_per_second: number
  readonly requests_per_minute: number
  readonly created_at: string
  readonly decision_note: string | null
}

/** `data-api` has the address of a service that has account routes. */
export function account(api: Api, clipboard: Clipboard | undefined, locale: string): void {
  const found = document.querySelector<HTMLElement>('[data-account]')
  if (found === null) return
  const root = found
  const base = root.dataset.api ?? ''
  let address = ''
  /** While the account is read, and nothing is sent. */
  let isReading = false

  function part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    const element = root.querySelector<Part>(`[data-part=${name}]`)
    if (element === null) throw new TypeError(`no part ${name}`)
    return element
  }
  function say(text: string): void {
    part('message').textContent = text
    part('message').hidden = text === ''
  }
  /** What was not read may be there the next time. */
  function offerAgain(): void {
    const again = build('button', { type: 'button', class: 'button quiet' }, 'Try again')
    again.addEventListener('click', () => {
      say('')
      show()
    })
    part('message').append(' ', again)
  }
  function show(): void {
    const session = api.session()
    part('sign-in').hidden = session !== undefined
    part('account').hidden = session === undefined
    if (session === undefined) return
    part('email').textContent = session.email
    isReading = true
    void showKeys()
      .then(async (isShown) => {
        if (!isShown) return
        await showWebhooks?.()
        await showSubscriptions?.()
        await showUsage()
        await showLimitRequests()
      })
      .finally(() => {
        isReading = false
      })
  }
  /** False if the request failed, and why is shown. */
  function isDone(answer: ApiAnswer): boolean {
    if (answer.ok) return true
    const wasSignedIn = !part('account').hidden
    if (answer.status === 401 && wasSignedIn) {
      show()
      say('Your sign-in has ended. Sign in again to continue.')
    } else {
      say(answer.message)
      const isPassing = answer.status === 0 || answer.status === 429 || answer.status >= 500
      if (isReading && isPassing) offerAgain()
    }
    return false
  }
  const onSubmit = (name: string, work: () => Promise<void>) => {
    const form = part(name)
    const button = form.querySelector('button')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (button !== null) button.disabled = true
      say('')
      void work().finally(() => {
        if (button !== null) button.disabled = false
      })
    })
  }
  const onClick = (element: HTMLButtonElement, work: () => Promise<void>) => {
    element.addEventListener('click', () => {
      element.disabled = true
      say('')
      void work().finally(() => {
        element.disabled = false
      })
    })
    return element
  }
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const day = (instant: string | null) => (instant === null ? 'never' : days.format(Date.parse(instant)))
  const count = (value: number) => value.toLocaleString('en')

  const page: AccountPart = { api, part, say, isDone, onSubmit, onClick, day }
  const hasWebhooks = root.dataset.webhooks !== undefined
  const showKeys = accountKeys(page, { base, origin: root.dataset.origin ?? '', clipboard })
  const showWebhooks = hasWebhooks ? accountWebhooks(page) : undefined
  const showSubscriptions = hasWebhooks ? accountSubscriptions(page) : undefined

  onSubmit('email-form', async () => {
    address = part<HTMLInputElement>('address').value.trim()
    const answer = await api.call('POST', `${base}/auth/otp`, { email: address })
    // Too early for another code: one may be on its way since before the page was loaded again.
    part('code-form').hidden = !answer.ok && answer.status !== 429
    if (!isDone(answer)) return
    say(`A code is on its way to ${address}. It is valid for ten minutes.`)
    part('code').focus()
  })
  onSubmit('code-form', async () => {
    const body = { email: address, code: part<HTMLInputElement>('code').value.trim(), create_key: false }
    const answer = await api.call('POST', `${base}/auth/verify`, body)
    if (!isDone(answer)) return
    api.signIn({ token: answer.data.token, email: answer.data.email })
    part<HTMLInputElement>('code').value = ''
    part('code-form').hidden = true
    show()
  })
  onSubmit('token-form', async () => {
    const field = part<HTMLInputElement>('token')
    api.signIn({ token: field.value.trim(), email: '' })
    const answer = await api.call('GET', `${base}/usage`)
    if (!answer.ok) {
      api.forget()
      return say(answer.status === 401 ? 'The token is not valid, or no longer.' : answer.message)
    }
    api.signIn({ token: field.value.trim(), email: answer.data.identity.email })
    field.value = ''
    show()
  })
  onSubmit('limit-form', async () => {
    const body = {
      requests_per_second: Number(part<HTMLInputElement>('per-second').value),
      requests_per_minute: Number(part<HTMLInputElement>('per-minute').value),
      reason: part<HTMLInputElement>('reason').value,
    }
    const answer = await api.call('POST', `${root.dataset.limits ?? base}/auth/limits/requests`, body)
    if (!isDone(answer)) return
    part<HTMLInputElement>('reason').value = ''
    await showLimitRequests()
    say('Your request was received. An operator decides.')
  })
  for (const [name, path] of [
    ['sign-out', '/v1/auth/sign-out'],
    ['sign-out-everywhere', '/v1/auth/sign-out-everywhere'],
  ] as const) {
    onClick(part<HTMLButtonElement>(name), async () => {
      const answer = await api.call('POST', path)
      if (!answer.ok && answer.status !== 401) return say(answer.message)
      api.forget()
      part('new-key').hidden = true
      part('secret').textContent = ''
      part('new-webhook').hidden = true
      part('webhook-secret').textContent = ''
      show()
      say(name === 'sign-out' ? 'You are signed out.' : 'You are signed out everywhere. Keys stay valid.')
    })
  }

  async function showUsage(): Promise<void> {
    const answer = await api.call('GET', `${base}/usage`)
    if (!isDone(answer)) return
    const { credits, limits, calls } = answer.data
    const facts: readonly (readonly [string, string])[] = [
      ['Credits left', count(credits.available)],
      ['Used of the allowance', `${count(credits.used)} of ${count(credits.allowance)} this month`],
      ['Renewed on', day(credits.renews_at)],
      ['Granted credits', `${count(credits.granted)}, ${count(credits.used_of_grants)} used`],
      [
        'Limits',
        `${count(limits.requests_per_second)} a second, ${count(limits.requests_per_minute)} a minute`,
      ],
      ['Calls', `${count(calls.total)} since ${day(calls.since)}`],
    ]
    part('usage').replaceChildren(
      ...facts.map(([name, text]) => build('div', {}, build('dt', {}, name), build('dd', {}, text))),
    )
    await showHistory()
    const routes = calls.by_route as readonly UsageOfRoute[]
    const most = Math.max(1, ...routes.map((each) => each.calls))
    part('calls').hidden = routes.length === 0
    part('call-rows').replaceChildren(
      ...routes.slice(0, 20).map((each) => {
        return build(
          'tr',
          {},
          build('th', { scope: 'row' }, each.route),
          build('td', { class: 'num' }, count(each.calls)),
          barCell(each.calls / most),
        )
      }),
    )
  }
  function barCell(share: number): HTMLElement {
    return build('td', { class: 'minor' }, buildMeter(Math.round(100 * share)))
  }

  /** The newest day first, from the first on which there was a call. */
  async function showHistory(): Promise<void> {
    const answer = await api.call('GET', `${base}/usage/history`)
    if (!isDone(answer)) return
    const days = answer.data as readonly UsageOfDay[]
    const used = days.slice(days.findIndex(({ calls, blocked }) => calls + blocked > 0)).toReversed()
    const isEmpty = days.every(({ calls, blocked }) => calls + blocked === 0)
    const most = Math.max(1, ...days.map(({ calls }) => calls))
    part('history').hidden = isEmpty
    if (!isEmpty) part('history-chart').replaceChildren(...usageChart(used.toReversed(), day, count))
    part('history-rows').replaceChildren(
      ...used.map(({ at, calls, blocked }) =>
        build(
          'tr',
          {},
          build('th', { scope: 'row' }, day(at)),
          build('td', { class: 'num' }, count(calls)),
          build('td', { class: 'num' }, count(blocked)),
          barCell(calls / most),
        ),
      ),
    )
  }

  async function showLimitRequests(): Promise<void> {
    const path = root.dataset.limits
    if (path === undefined) return
    const answer = await api.call('GET', `${path}/auth/limits/requests`)
    if (!isDone(answer)) return
    const requests = answer.data as readonly LimitRequest[]
    part('limit-requests').hidden = requests.length === 0
    part('limit-form').hidden = requests.some(({ status }) => status === 'pending')
    part('limit-rows').replaceChildren(
      ...requests.slice(0, 5).map((each) => {
        const wanted = `${count(each.requests_per_second)} a second, ${count(each.requests_per_minute)} a minute`
        const status = each.status === 'pending' ? 'waits for an operator' : each.status
        const cells = [wanted, status, each.decision_note ?? ''].map((text) => build('td', {}, text))
        return build('tr', {}, build('th', { scope: 'row' }, day(each.created_at)), ...cells)
      }),
    )
  }

  show()
}
