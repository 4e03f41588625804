/** The boards that are read, by platform: key on the platform, the employer's name, its home country. */

import type { Member } from '../../../../sync/source.ts'
import { liveBoardLists, sandboxBoardLists } from './board-lists.ts'

export interface Board extends Member {
  /** As the platform writes it, in its own case. */
  readonly key: string
  readonly name: string
  /** Two letters. */
  readonly home: string
}

export type PlatformId = keyof typeof sandboxBoardLists

/** The sandbox's boards on a platform. */
export function sandboxBoardsOn(platform: PlatformId): readonly Board[] {
  return parseBoards(platform, sandboxBoardLists[platform])
}

export function liveBoardsOn(platform: PlatformId): readonly Board[] {
  return parseBoards(platform, liveBoardLists[platform] ?? '')
}

/** Throws when a line of the list is malformed, so that a slip is found at start. */
function parseBoards(platform: PlatformId, list: string): readonly Board[] {
  return list
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [key = '', name = '', home = ''] = line.trim().split('|')
      if (!/^[\w.%/ -]+$/.test(key) || name === '' || !/^[A-Z]{2}$/.test(home)) {
        throw new TypeError(`board lists: ${platform} has the malformed line ${JSON.stringify(line)}`)
      }
      return { id: key.toLowerCase().replace(/[^a-z0-9._-]+/g, '.'), key, name, home }
    })
}
