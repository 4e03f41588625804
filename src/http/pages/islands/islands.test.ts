import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiSession } from './api-session.ts'
import { copyRequest } from './copy-request.ts'
import { islands } from './index.ts'
import { nearMe } from './near-me.ts'
import { rememberPlace } from './remember-place.ts'

/** Opens a page and returns where the reader is sent, if anywhere. */
function open(href: string, memory: Map<string, string>, located?: string): string | undefined {
  let sentTo: string | undefined
  rememberPlace(
    { querySelector: () => ({ dataset: located === undefined ? {} : { located } }) },
    {
      href,
      replace: (url) => {
        sentTo = url
      },
    },
    {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
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
    const geolocation: Parameters<typeof nearMe>[1] = answer && {
      getCurrentPosition: (found, failed) => ('code' in answer ? failed(answer) : found({ coords: answer })),
    }
    nearMe({ querySelector: () => form, createElement }, geolocation, isSecure)
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

describe('scripts of the pages', () => {
  it('have their hash in their address and use only what they are given', () => {
    for (const { path, source } of Object.values(islands)) {
      assert.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{16}\.js$/)
      assert.doesNotMatch(source, /^\s*import\b|\bimport\(|\brequire\(/m)
      assert.doesNotThrow(() => new Function(source))
    }
  })
})

describe('the request of a page', () => {
  async function copied(href: string, dataset: { call: string; path?: string }): Promise<string[]> {
    const texts: string[] = []
    const clicks: (() => void)[] = []
    const button = {
      ...{ type: '', className: '', textContent: null },
      addEventListener: (_: string, listener: () => void) => void clicks.push(listener),
    }
    const link = { href, dataset, after: () => {} }
    const clipboard = { writeText: async (text: string) => void texts.push(text) }
    copyRequest({ querySelectorAll: () => [link], createElement: () => button }, clipboard)
    for (const click of clicks) click()
    return texts
  }

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

describe('the session of a tab', () => {
  function openSession(answer: () => Promise<{ status: number; body: unknown }>) {
    const memory = new Map<string, string>()
    const sent: { path: string; authorization: string | undefined }[] = []
    const api = apiSession(
      {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
        removeItem: (key) => void memory.delete(key),
      },
      async (path, { headers }) => {
        sent.push({ path, authorization: headers.authorization })
        const { status, body } = await answer()
        return {
          ok: status < 400,
          status,
          headers: new Headers({ 'x-request-id': 'r1' }),
          json: async () => body,
        }
      },
    )
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
      [undefined, 'Bearer t', 'Bearer t', 'Bearer t'],
    )
  })

  it('says when the server does not answer', async () => {
    const { api } = openSession(() => Promise.reject(new TypeError('fetch failed')))
    assert.match((await api.call('GET', '/a')).message, /does not answer/)
  })
})
