/** The boards that are read, by platform: key on the platform, the employer's name, its home country. */

import type { Member } from '../../sync/source.ts'
import { boardLists } from './boards.ts'

export interface Board extends Member {
  /** As the platform writes it, in its own case. */
  readonly key: string
  readonly name: string
  /** Two letters. */
  readonly home: string
}

/** Throws when a line of the list is malformed, so that a slip is found at start. */
export function boardsOn(platform: keyof typeof boardLists): readonly Board[] {
  return boardLists[platform]
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', name = '', home = ''] = line.trim().split('|')
      if (!/^[\w.%/ -]+$/.test(key) || name === '' || !/^[A-Z]{2}$/.test(home)) {
        throw new TypeError(`board lists: ${platform} has the malformed line ${JSON.stringify(line)}`)
      }
      return { id: key.toLowerCase().replace(/[^a-z0-9._-]+/g, '.'), key, name, home }
    })
}
