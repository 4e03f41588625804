/** The e-mails and calendars of the account page: list, create and delete them. */

import type { AccountPart } from './account-webhooks.ts'
import { build } from './build.ts'

interface Subscription {
  readonly id: string
  readonly form: string
  readonly service: string
  readonly filters: Readonly<Record<string, string>>
  readonly every: string | null
  readonly state: string
  readonly calendar_url: string | null
  readonly sent_at: string | null
}

/** Returns the function that shows the list. */
export function accountSubscriptions(page: AccountPart): () => Promise<void> {
  const { api, part, say, isDone, onClick, day } = page
  const path = '/account/v1/subscriptions'
  const serviceField = part<HTMLSelectElement>('subscription-service')
  const filterField = part<HTMLInputElement>('subscription-filters')

  // A search on another page leads here with its filters.
  const wanted = new URLSearchParams(location.hash.slice(1))
  const service = wanted.get('subscribe')
  let isWanted = service !== null && [...serviceField.options].some(({ value }) => value === service)
  if (isWanted) {
    serviceField.value = String(service)
    filterField.value = wanted.get('filters') ?? ''
    if (api.session() === undefined) say(`Sign in to get changes of ${service} by e-mail.`)
  }

  page.onSubmit('subscription-form', async () => {
    const [form, every] = part<HTMLSelectElement>('subscription-kind').value.split(' ')
    const answer = await api.call('POST', path, {
      form,
      service: serviceField.value,
      filters: Object.fromEntries(new URLSearchParams(filterField.value)),
      ...(every === undefined ? {} : { every }),
    })
    if (!isDone(answer)) return
    filterField.value = ''
    await show()
    say(form === 'email' ? 'You get an e-mail when something matches.' : 'The calendar is in the list.')
  })

  async function show(): Promise<void> {
    const answer = await api.call('GET', path)
    if (!isDone(answer)) return
    const subscriptions = answer.data as readonly Subscription[]
    part('no-subscriptions').hidden = subscriptions.length > 0
    part('subscriptions').hidden = subscriptions.length === 0
    part('subscription-rows').replaceChildren(...subscriptions.map(row))
    if (isWanted) filterField.focus()
    isWanted = false
  }

  function row({ id, service, filters, every, state, calendar_url, sent_at }: Subscription): HTMLElement {
    const remove = build('button', { type: 'button', class: 'button quiet' }, 'Delete')
    onClick(remove, async () => {
      if (!isDone(await api.call('DELETE', `${path}/${id}`))) return
      await show()
      say('The subscription is deleted.')
    })
    const query = new URLSearchParams(filters).toString()
    const kind =
      calendar_url === null ? `e-mail, once ${every === 'hour' ? 'an hour' : 'a day'} at most` : 'calendar'
    return build(
      'tr',
      {},
      build('th', { scope: 'row' }, query === '' ? service : `${service}: ${decodeURIComponent(query)}`),
      build('td', {}, remove),
      build(
        'td',
        { 'data-label': 'As' },
        state === 'on' ? kind : 'stopped: your mail server refused an e-mail. Sign in again to resume it.',
      ),
      build(
        'td',
        { 'data-label': calendar_url === null ? 'Last e-mail' : 'Address' },
        calendar_url === null ? day(sent_at) : build('code', {}, calendar_url),
      ),
    )
  }

  return show
}
