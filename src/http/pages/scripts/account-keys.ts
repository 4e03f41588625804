/** The keys of the account page: list, create, rename and revoke them. */

import type { AccountPart } from './account-webhooks.ts'
import { build } from './build.ts'

interface Key {
  readonly id: string
  readonly label: string | null
  readonly prefix: string
  readonly last_four: string
  readonly scopes: readonly string[]
  readonly allowed_addresses: readonly string[]
  readonly status: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
}

interface KeyRequest {
  readonly at: string
  readonly method: string
  readonly target: string
  readonly status: number
  readonly duration_ms: number
  readonly address: string
}

interface KeyPlace {
  /** The address of the API. */
  readonly base: string
  readonly origin: string
  readonly clipboard: Clipboard | undefined
}

/** Returns the function that shows the list; false if it cannot. */
export function accountKeys(
  page: AccountPart,
  { base, origin, clipboard }: KeyPlace,
): () => Promise<boolean> {
  const { api, part, say, isDone, onSubmit, onClick, day } = page
  const quietButton = (text: string) => build('button', { type: 'button', class: 'button quiet' }, text)
  const scopeBoxes = () => [...part('key-scopes').querySelectorAll<HTMLInputElement>('input')]

  onSubmit('key-form', async () => {
    const label = part<HTMLInputElement>('label').value.trim()
    const days = part<HTMLSelectElement>('key-days').value
    const addresses = part<HTMLInputElement>('key-addresses').value.split(/[\s,]+/)
    const answer = await api.call('POST', `${base}/auth/keys`, {
      ...(label === '' ? {} : { label }),
      ...(days === '' ? {} : { expires_in_days: Number(days) }),
      scopes: scopeBoxes()
        .filter(({ checked }) => checked)
        .map(({ value }) => value),
      allowed_addresses: addresses.filter((address) => address !== ''),
    })
    if (!isDone(answer)) return
    part<HTMLFormElement>('key-form').reset()
    showSecret(answer.data.secret)
    await showKeys()
  })

  function showSecret(secret: string): void {
    part('new-key').hidden = false
    part('secret').textContent = secret
    part('example').textContent = `curl -H 'Authorization: Bearer ${secret}' '${origin}${base}/usage'`
    part('new-key').focus()
  }
  onClick(part<HTMLButtonElement>('copy'), async () => {
    const copied = clipboard?.writeText(part('secret').textContent ?? '')
    await copied?.then(
      () => say('The key is copied.'),
      () => say('The browser does not allow to copy; select the key instead.'),
    )
  })
  if (clipboard === undefined) part('copy').hidden = true

  async function showKeys(): Promise<boolean> {
    const answer = await api.call('GET', `${base}/auth/keys?include_revoked=false`)
    if (!isDone(answer)) return false
    const keys = answer.data as readonly Key[]
    part('no-keys').hidden = keys.length > 0
    part('keys').hidden = keys.length === 0
    part('key-rows').replaceChildren(...keys.map(keyRow))
    return true
  }
  function keyRow(key: Key): HTMLElement {
    const name = build('th', { scope: 'row' }, key.label ?? 'unnamed')
    const actions = build('td')
    const showActions = () => {
      actions.replaceChildren(
        onClick(quietButton('Requests'), async () => showRequests(key)),
        ' ',
        onClick(quietButton('Rename'), async () => rename(key, name)),
        ' ',
        onClick(quietButton('Revoke'), async () => confirmRevoke()),
      )
    }
    const confirmRevoke = () => {
      const yes = onClick(quietButton('Really revoke'), async () => {
        if (!isDone(await api.call('DELETE', `${base}/auth/keys/${key.id}`))) return
        await showKeys()
        say('The key is revoked.')
      })
      actions.replaceChildren(
        yes,
        ' ',
        onClick(quietButton('Keep'), async () => showActions()),
      )
      yes.focus()
    }
    showActions()
    const from = key.allowed_addresses.length === 0 ? '' : `, from ${key.allowed_addresses.join(', ')}`
    const may = key.scopes.length === scopeBoxes().length ? 'everything' : key.scopes.join(', ')
    return build(
      'tr',
      {},
      name,
      actions,
      build('td', {}, build('code', {}, `${key.prefix.slice(0, 14)}…${key.last_four}`)),
      build('td', {}, key.status),
      build('td', {}, may + from),
      build('td', {}, day(key.created_at)),
      build('td', {}, day(key.last_used_at)),
      build('td', {}, day(key.expires_at)),
    )
  }
  async function showRequests(key: Key): Promise<void> {
    const answer = await api.call('GET', `${base}/auth/keys/${key.id}/requests?limit=50`)
    if (!isDone(answer)) return
    const requests = answer.data as readonly KeyRequest[]
    part('requests-of').textContent = key.label ?? 'unnamed'
    part('request-rows').replaceChildren(
      ...requests.map(({ at, method, target, status, duration_ms, address }) =>
        build(
          'tr',
          {},
          build('th', { scope: 'row' }, `${at.slice(0, 10)} ${at.slice(11, 19)}`),
          build('td', {}, build('code', {}, `${method} ${target}`)),
          build('td', { class: 'num' }, String(status)),
          build('td', { class: 'num' }, String(duration_ms)),
          build('td', {}, address),
        ),
      ),
    )
    part('requests').hidden = false
    part('requests').focus()
  }
  function rename(key: Key, cell: HTMLElement): void {
    const input = build('input', { 'aria-label': 'New name', maxlength: '80', value: key.label ?? '' })
    const form = build('form', { class: 'ask' }, input, build('button', { class: 'button' }, 'Save'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void api.call('PATCH', `${base}/auth/keys/${key.id}`, { label: input.value.trim() }).then((answer) => {
        if (isDone(answer)) void showKeys()
      })
    })
    cell.replaceChildren(form)
    input.focus()
  }

  return showKeys
}
