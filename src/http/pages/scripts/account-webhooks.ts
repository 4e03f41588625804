/** The webhooks of the account page: list, create, test and delete them. */

import type { Api, ApiAnswer } from './api-session.ts'
import { build } from './build.ts'

interface Webhook {
  readonly id: string
  readonly service: string
  readonly filters: Readonly<Record<string, string>>
  readonly url: string
  readonly state: string
  readonly reason: string | null
  readonly pending: number
  readonly delivered_at: string | null
}

/** What the section needs of the page that it is part of. */
export interface AccountPart {
  readonly api: Api
  part<Part extends HTMLElement = HTMLElement>(name: string): Part
  say(text: string): void
  /** False if the request failed, and why is shown. */
  isDone(answer: ApiAnswer): boolean
  onSubmit(name: string, work: () => Promise<void>): void
  onClick(element: HTMLButtonElement, work: () => Promise<void>): HTMLButtonElement
  day(instant: string | null): string
}

/** Returns the function that shows the list. */
export function accountWebhooks(page: AccountPart): () => Promise<void> {
  const { api, part, say, isDone, onClick, day } = page
  const path = '/account/v1/webhooks'
  const quietButton = (text: string) => build('button', { type: 'button', class: 'button quiet' }, text)

  page.onSubmit('webhook-form', async () => {
    const filters = Object.fromEntries(new URLSearchParams(part<HTMLInputElement>('webhook-filters').value))
    const answer = await api.call('POST', path, {
      service: part<HTMLSelectElement>('webhook-service').value,
      url: part<HTMLInputElement>('webhook-url').value.trim(),
      filters,
    })
    if (!isDone(answer)) return
    part<HTMLInputElement>('webhook-url').value = ''
    part<HTMLInputElement>('webhook-filters').value = ''
    part('new-webhook').hidden = false
    part('webhook-secret').textContent = answer.data.secret
    part('new-webhook').focus()
    await show()
  })

  async function show(): Promise<void> {
    const answer = await api.call('GET', path)
    if (!isDone(answer)) return
    const webhooks = answer.data as readonly Webhook[]
    part('no-webhooks').hidden = webhooks.length > 0
    part('webhooks').hidden = webhooks.length === 0
    part('webhook-rows').replaceChildren(...webhooks.map(row))
  }

  /** One request, then the list as it is then. */
  async function act(method: string, rest: string, done: string): Promise<void> {
    if (!isDone(await api.call(method, `${path}/${rest}`))) return
    await show()
    say(done)
  }

  function row(webhook: Webhook): HTMLElement {
    const { id, state } = webhook
    const actions = build('td')
    const showActions = () => {
      const buttons = [
        onClick(quietButton('Test'), async () => ping(id)),
        ...(state === 'on'
          ? [onClick(quietButton('Pause'), () => act('POST', `${id}/pause`, 'The webhook is paused.'))]
          : []),
        ...(state === 'paused' || state === 'disabled'
          ? [onClick(quietButton('Resume'), () => act('POST', `${id}/resume`, 'The webhook goes on.'))]
          : []),
        onClick(quietButton('Delete'), async () => confirmDelete()),
      ]
      actions.replaceChildren(...buttons.flatMap((button) => [button, ' ']))
    }
    const confirmDelete = () => {
      const yes = onClick(quietButton('Really delete'), () => act('DELETE', id, 'The webhook is deleted.'))
      actions.replaceChildren(
        yes,
        ' ',
        onClick(quietButton('Keep'), async () => showActions()),
      )
      yes.focus()
    }
    showActions()
    const filters = new URLSearchParams(webhook.filters).toString()
    const waiting = webhook.pending === 0 ? '' : `, ${webhook.pending} to be sent again`
    return build(
      'tr',
      {},
      build('th', { scope: 'row' }, webhook.url),
      actions,
      build(
        'td',
        {},
        filters === '' ? webhook.service : `${webhook.service}: ${decodeURIComponent(filters)}`,
      ),
      build('td', {}, `${state}${webhook.reason === null ? '' : `: ${webhook.reason}`}${waiting}`),
      build('td', {}, day(webhook.delivered_at)),
    )
  }

  async function ping(id: string): Promise<void> {
    const answer = await api.call('POST', `${path}/${id}/ping`)
    if (!isDone(answer)) return
    const { delivered, status, error } = answer.data
    say(delivered ? `The receiver responded with status ${status}.` : `The test failed: ${error}`)
  }

  return show
}
