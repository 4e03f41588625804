/** Discovery: paste an address, see what was found, add it. */

import { build } from '../build.ts'
import type { Desk, Row, Views } from './desk.ts'

export function discoveryView(desk: Desk): Views {
  const { base, call, say, services, show } = desk

  function showDiscovery(): void {
    const input = build('input', {
      name: 'target',
      required: '',
      maxlength: '2000',
      placeholder: 'example.com/careers',
    })
    const results = build('div')
    const form = build(
      'form',
      { class: 'ask' },
      build('label', { class: 'wide' }, 'Address or domain', input),
      build('button', { class: 'button' }, 'Discover'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      say('Reading at most six pages; this takes a while.')
      void call('POST', `${base}/discover`, { target: input.value.trim() }).then((answer) => {
        if (answer === undefined) return
        const { findings, undecided } = answer.data as Row
        say(findings.length === 0 ? 'Nothing was found.' : '')
        results.replaceChildren(
          ...findings.map((finding: Row) => findingItem(finding)),
          ...undecided.map((text: string) => build('p', { class: 'soft' }, text)),
        )
      })
    })
    const about = build(
      'p',
      {},
      'Enter the careers page of an employer, the site of a cinema or the domain of a company. ',
      build('code', {}, 'broadsheet discover'),
      ' does the same.',
    )
    show(about, form, results)
    input.focus()
  }
  const bases: Record<string, string> = {
    open: 'Anyone may read it.',
    licence: 'It is published under a licence.',
    key: 'It needs a key that the platform issues.',
    ask: 'It is read only after its owner has agreed.',
  }
  function findingItem(finding: Row): HTMLElement {
    const ids = Object.entries(finding.member).map(([name, value]) => `${name} ${value}`)
    const evidence = finding.evidence.map((each: Row) => build('li', {}, `${each.kind}: ${each.detail}`))
    const canAdd = finding.supported && finding.source !== null && finding.missing.length === 0
    return build(
      'section',
      {},
      build('h2', {}, `${finding.platform_name}: ${ids.join(', ')}`),
      build('p', {}, `${bases[finding.basis] ?? finding.basis} ${finding.terms}`),
      build('ul', {}, ...evidence),
      canAdd && services.some(({ id, addsByName }) => id === finding.service && addsByName)
        ? addForm(finding)
        : build(
            'p',
            { class: 'soft' },
            finding.unsupported_reason ?? 'Add it with `broadsheet members add`.',
          ),
    )
  }
  function addForm(finding: Row): HTMLElement {
    const name = build('input', { required: '', maxlength: '200' })
    const form = build(
      'form',
      { class: 'ask' },
      build('label', { class: 'wide' }, 'Name of the employer', name),
      build('button', { class: 'button' }, 'Add'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const basis = finding.basis === 'open' ? {} : { basis: finding.basis }
      const entry = { name: name.value.trim(), key: finding.member.key, ...basis }
      void call('POST', `${base}/members`, { source: finding.source, entries: [entry] }).then((answer) => {
        if (answer !== undefined) say(`${entry.name} is added. It is read within a minute or two.`)
      })
    })
    return form
  }

  return { discover: showDiscovery }
}
