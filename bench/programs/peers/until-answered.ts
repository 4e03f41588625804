/** Waits for a program that has just been started. */

import { get } from 'node:http'

export async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answered = await new Promise<boolean>((resolve) => {
      get(url, (answer) => {
        answer.resume()
        resolve(true)
      }).on('error', () => resolve(false))
    })
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
