/** Waits for a program that has just been started. */

import { get } from 'node:http'

const startTimeoutMs = 30_000

export async function untilAnswered(url: string): Promise<void> {
  const endsAt = performance.now() + startTimeoutMs
  while (performance.now() < endsAt) {
    const answered = await new Promise<boolean>((resolve) => {
      get(url, (answer) => {
        answer.resume()
        resolve(true)
      }).on('error', () => resolve(false))
    })
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} did not answer`)
}
