/** One of our responses, which a bare server repeats. */

import { get, type IncomingMessage } from 'node:http'

export interface SampleResponse {
  readonly status: number
  /** A flat list, without what a server writes itself. */
  readonly headers: string[]
  readonly body: Buffer
}

const generatedHeaders = new Set(['date', 'connection', 'keep-alive'])
/** The first responses may not be cached and compressed yet. */
const requests = 3

export async function fetchSample(url: string, headersText = '{}'): Promise<SampleResponse> {
  for (let sent = 1; sent < requests; sent++) {
    await fetchOnce(url, headersText)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { response, body } = await fetchOnce(url, headersText)
  const { statusCode = 200, rawHeaders } = response
  return {
    status: statusCode,
    headers: rawHeaders.filter(
      (_, index) => !generatedHeaders.has((rawHeaders[index & ~1] ?? '').toLowerCase()),
    ),
    body,
  }
}

function fetchOnce(url: string, headersText: string): Promise<{ response: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: JSON.parse(headersText), agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ response, body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}
