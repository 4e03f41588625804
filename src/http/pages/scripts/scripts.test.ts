import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiSession } from './api-session.ts'
import { copyRequest } from './copy-request.ts'
import { viewRequest } from './desk/view-request.ts'
import { nearMe } from './near-me.ts'
import { readerLocale, readerTimes } from './reader-locale.ts'
import { rememberPlace } from './remember-place.ts'

function toStorage(memory: Map<string, string>): Storage {
  return {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: memory.set.bind(memory),
    removeItem: memory.delete.bind(memory),
  } as never
}

/** Opens a page and returns where the reader is sent, if anywhere. */
function open(href: string, memory: Map<string, string>, located?: string): string | undefined {
  let sentTo: string | undefined
  rememberPlace(
    { querySelector: () => ({ dataset: located === undefined ? {} : { located } }) } as never,
    {
      href,
      replace: (url: string) => {
        sentTo = url
      },
    } as never,
    toStorage(memory),
  )
  return sentTo
}

describe('the remembered place', () => {
  it('is the last one that was found, and is forgotten on request', () => {
    const memory = new Map<string, string>()
    assert.equal(open('http://x/', memory), undefined)
    open('http://x/?near=Xyzzyq', memory)
    assert.equal(open('http://x/', memory), undefined)
    open('http://x/?near=Leeds', memory, 'yes')
    assert.equal(open('http://x/?date=2026-11-16', memory), 'http://x/?date=2026-11-16&near=Leeds')
    open('http://x/?near=', memory)
    assert.equal(open('http://x/', memory), undefined)
  })
})

describe('the position of the browser', () => {
  type Answer = { readonly latitude: number; readonly longitude: number } | { readonly code: number }

  /** Opens a page, clicks the button if there is one, and returns what the reader sees. */
  function click(answer: Answer | undefined, isSecure = true) {
    const input = { value: '', focus: () => void seen.push('focus') }
    const seen: string[] = []
    const made: { textContent: string | null; disabled: boolean; click?: () => void }[] = []
    const form = {
      querySelector: () => input,
      append: () => void seen.push('button'),
      after: () => {},
      requestSubmit: () => void seen.push(`submit ${input.value}`),
    }
    const createElement = () => {
      const element = {
        ...{ type: '', className: '', textContent: null, disabled: false, click: () => {} },
        setAttribute: () => {},
        addEventListener: (_: string, listener: () => void) => {
          element.click = listener
        },
      }
      made.push(element)
      return element
    }
    const geolocation = answer && {
      getCurrentPosition: (found: (position: object) => void, failed: (problem: object) => void) =>
        'code' in answer ? failed(answer) : found({ coords: answer }),
    }
    nearMe({ querySelector: () => form, createElement } as never, geolocation as never, isSecure)
    const [button, message] = made
    button?.click?.()
    return { seen, text: message?.textContent, isReady: button?.disabled === false }
  }

  it('is used to about a kilometre', () => {
    const { seen } = click({ latitude: 51.507351, longitude: -0.127758 })
    assert.deepEqual(seen, ['button', 'submit 51.51,-0.13'])
  })

  it('may be refused or not be found, and can be asked for again', () => {
    for (const [code, text] of [
      [1, /does not tell this page/],
      [3, /could not be found\. Try again/],
    ] as const) {
      const refused = click({ code })
      assert.deepEqual(refused.seen, ['button', 'focus'])
      assert.match(refused.text ?? '', text)
      assert.ok(refused.isReady)
    }
  })

  it('is not offered where the browser does not tell it', () => {
    assert.deepEqual(click(undefined).seen, [])
    assert.deepEqual(click({ code: 1 }, false).seen, [])
  })
})

/** Clicks each button beside a request, and returns what was copied. */
async function copied(
  href: string | undefined,
  dataset: { call: string; path?: string; href?: string; command?: string },
): Promise<string[]> {
  const texts: string[] = []
  const clicks: (() => void)[] = []
  const button = {
    ...{ type: '', className: '', textContent: null },
    addEventListener: (_: string, listener: () => void) => void clicks.push(listener),
  }
  const link = { getAttribute: () => href ?? null, dataset, after: () => {} }
  const clipboard = { writeText: async (text: string) => void texts.push(text) }
  copyRequest(
    { querySelectorAll: () => [link], createElement: () => button, baseURI: 'http://x/' } as never,
    clipboard as never,
  )
  for (const click of clicks) click()
  return texts
}

describe('the request of a page', () => {
  it('is copied as a call of the client and as a command', async () => {
    const [call = '', command] = await copied(
      "http://x:8000/cinema/v1/movies/mv_1/showtimes?near=10001&radius_miles=5&playing_now=true&q=it's",
      { call: 'cinema.listMovieShowtimes', path: '/v1/movies/{movie_id}/showtimes' },
    )
    const parameters = /listMovieShowtimes\((\{[^}]*\})\)/.exec(call)?.[1] ?? ''
    assert.deepEqual(JSON.parse(parameters), {
      movie_id: 'mv_1',
      near: '10001',
      radius_miles: 5,
      playing_now: true,
      q: "it's",
    })
    assert.match(call, /baseUrl: "http:\/\/x:8000"/)
    assert.equal(
      command,
      "curl 'http://x:8000/cinema/v1/movies/mv_1/showtimes?near=10001&radius_miles=5&playing_now=true&q=it%27s'",
    )
  })
})

describe('the request of a view of the desk', () => {
  const commandOf = (query: string, view = 'members') =>
    viewRequest(view, new URLSearchParams(query))?.command

  it('is copied with a place for the token, which is never part of it', async () => {
    const texts = await copied(undefined, {
      call: 'operator.getPlan',
      href: '/operator/v1/plan',
      command: 'broadsheet plan',
    })
    assert.equal(texts[0], 'broadsheet plan')
    assert.match(texts[1] ?? '', /token: process\.env\.BROADSHEET_TOKEN \}\)\n.*operator\.getPlan\(\{\}\)/)
    assert.equal(texts[2], `curl -H "Authorization: Bearer $BROADSHEET_TOKEN" 'http://x/operator/v1/plan'`)
  })

  it('has a command only if that shows the same, and no word that a shell would not take', () => {
    assert.equal(commandOf(''), 'broadsheet members list')
    assert.equal(commandOf('source_id=lever&state=off'), 'broadsheet members list lever --state off')
    assert.equal(commandOf('source_id=lever&q=acme'), undefined)
    assert.equal(commandOf('source_id=%24(reboot)'), undefined)
    assert.equal(commandOf('', 'runs'), undefined)
    assert.equal(viewRequest('discover', new URLSearchParams()), undefined)
  })
})

describe('days and times', () => {
  function shown(language: string) {
    const times = [
      { dataset: { form: 'day' }, dateTime: '2026-11-17', textContent: 'Tuesday, 17 November 2026' },
      { dataset: { form: 'clock' }, dateTime: '2026-11-17T23:55:00Z', textContent: '15:55' },
      { dataset: { form: 'date' }, dateTime: 'unknown', textContent: 'an unknown day' },
      { dataset: { form: 'clock' }, dateTime: '2026-11-17T07:05:00Z', textContent: '07:05' },
    ]
    readerTimes({ querySelectorAll: () => times } as never, readerLocale(language))
    return times.map(({ textContent }) => textContent.replaceAll('\u202f', ' '))
  }

  it('are written as in the region of the reader, in English, and the clock stays that of the theater', () => {
    assert.deepEqual(shown('en-US'), ['Tuesday, November 17, 2026', '3:55 PM', 'an unknown day', '7:05 AM'])
    assert.match(String(shown('de')), /^Tuesday,? 17 November 2026,15:55,an unknown day,07:05$/)
    assert.match(String(shown('no such language')), /17 November 2026,15:55/)
    assert.deepEqual(shown('en-GB').slice(1), ['15:55', 'an unknown day', '07:05'])
  })

  it('are those of the zone that the page names', () => {
    const element = {
      dataset: { form: 'moment', zone: 'America/New_York' },
      dateTime: '2026-11-17T20:55:00.000Z',
      textContent: '17 Nov 2026, 15:55',
    }
    readerTimes({ querySelectorAll: () => [element] } as never, 'en-US')
    assert.equal(element.textContent.replaceAll('\u202f', ' '), 'Nov 17, 2026, 3:55 PM')
  })

  it('stay as they are if they are not a day', () => {
    for (const day of ['2026', '2026-05', '2026-02-30', '']) {
      const element = { dataset: { form: 'date' }, dateTime: day, textContent: day }
      readerTimes({ querySelectorAll: () => [element] } as never, 'en-US')
      assert.equal(element.textContent, day)
    }
  })
})

describe('the session of a tab', () => {
  function openSession(answer: () => Promise<{ status: number; body: unknown }>) {
    const memory = new Map<string, string>()
    const sent: { path: string; authorization: string | null }[] = []
    const api = apiSession(toStorage(memory), async (path, { headers }) => {
      sent.push({ path, authorization: new Headers(headers).get('authorization') })
      const { status, body } = await answer()
      return Response.json(body, { status, headers: { 'x-request-id': 'r1' } })
    })
    return { api, sent }
  }

  it('sends the token in a header, and forgets one that is refused', async () => {
    let status = 200
    const { api, sent } = openSession(async () => ({
      status,
      body: { data: [1], meta: { pagination: { next_cursor: 'c' } }, error: { message: 'No.' } },
    }))
    await api.call('GET', '/a')
    api.signIn({ token: 't', email: 'x@example.org' })
    const answer = await api.call('GET', '/b')
    assert.deepEqual([answer.data, answer.nextCursor], [[1], 'c'])
    status = 403
    assert.equal((await api.call('GET', '/c')).message, 'No. (request id r1)')
    assert.ok(api.session())
    status = 401
    await api.call('GET', '/d')
    assert.equal(api.session(), undefined)
    assert.deepEqual(
      sent.map(({ authorization }) => authorization),
      [null, 'Bearer t', 'Bearer t', 'Bearer t'],
    )
  })

  it('says when the server does not answer', async () => {
    const { api } = openSession(() => Promise.reject(new TypeError('fetch failed')))
    assert.match((await api.call('GET', '/a')).message, /does not answer/)
  })
})
