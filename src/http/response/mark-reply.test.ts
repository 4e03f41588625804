import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestServer } from '../../../test/support/server/test-server.ts'
import { html } from '../pages/html.ts'
import { htmlReply, renderPage } from '../pages/page.ts'
import { bareSite } from '../pages/site.ts'
import { hiddenRoute } from '../route.ts'

it('a page of a section that is still being collected says so, and is not kept', async () => {
  let note: string | undefined = 'The first sync has read 3 of 5 sources of jobs & more.'
  const asked: string[] = []
  const collecting = async (section: string) => {
    asked.push(section)
    return section === 'jobs' ? note : undefined
  }
  const route = (section: string) => ({
    ...hiddenRoute({
      path: `/${section}`,
      type: 'text/html',
      handle: () => htmlReply(renderPage({ title: 'List', section, body: html`<p>1 row</p>` })),
    }),
    cache: { scope: section, maxAgeSeconds: 60 },
  })
  await using server = await openTestServer({
    routes: [route('jobs'), route('market')],
    site: { ...bareSite, collecting },
  })
  const read = async (path: string) => {
    const { text, headers } = await server.get(path, { accept: 'text/html' })
    assert.doesNotMatch(text, /<!--/)
    return { text, cacheControl: headers.get('cache-control') ?? '', etag: headers.get('etag') }
  }
  const begun = await read('/jobs')
  assert.match(
    begun.text,
    /<h1>List<\/h1><\/div>\n<p class="note" role="status">The first sync has read 3 of 5 sources of jobs &amp; more\.<\/p>\n<p>1 row/,
  )
  assert.equal(begun.cacheControl, 'no-store')
  assert.equal(begun.etag, null)
  assert.doesNotMatch((await read('/market')).text, /first sync/)
  assert.deepEqual(asked, ['jobs', 'market'])
  note = undefined
  const ended = await read('/jobs')
  assert.doesNotMatch(ended.text, /first sync/)
  assert.match(ended.cacheControl, /max-age=60/)
  assert.ok(ended.etag)
})
