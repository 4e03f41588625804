/** What bots get from providers instead of a page. */

import { html, json, type Reply } from '../host.ts'

export function challenge(): Reply {
  return html('<!doctype html><title>Just a moment...</title><p>Checking that you are a person.</p>', {
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
  })
}

export function checkpoint(): Reply {
  return html('<!doctype html><title>Vercel Security Checkpoint</title><p>Checking your browser.</p>', {
    status: 429,
    headers: { 'x-vercel-mitigated': 'challenge' },
  })
}

export function blocked(): Reply {
  return html(
    '<!doctype html><title>ERROR: The request could not be satisfied</title><h1>403 ERROR</h1><p>Request blocked.</p>',
    {
      status: 403,
    },
  )
}

/** A page without content that loads a script. */
export function shell(title: string, script: string): Reply {
  return html(
    `<!doctype html><html><head><title>${title}</title><script src="${script}" defer></script></head><body><div id="root"></div></body></html>`,
  )
}

export function missing(): Reply {
  return json({ message: 'Not found' }, { status: 404 })
}
