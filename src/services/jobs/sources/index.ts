/** The platforms that job postings are read from. */

import { ashby } from './ashby.ts'
import { greenhouse } from './greenhouse.ts'
import { jobposting } from './jobposting.ts'
import { lever } from './lever.ts'
import { personio } from './personio.ts'
import { recruitee } from './recruitee.ts'
import { rippling } from './rippling.ts'
import { smartrecruiters } from './smartrecruiters.ts'
import { teamtailor } from './teamtailor.ts'
import { workable } from './workable.ts'
import { workday } from './workday.ts'

/** The quick ones first. */
export const jobSources = [
  recruitee,
  personio,
  teamtailor,
  greenhouse,
  lever,
  ashby,
  smartrecruiters,
  jobposting,
  rippling,
  workable,
  workday,
]

/** Where a departed tenant looks empty, an empty list has to be seen on three days. */
const looksEmptyWhenGone = new Set(['smartrecruiters'])

export const jobPlatforms = new Map(
  jobSources.map(({ id, about }) => [
    id,
    { name: id === 'jobposting' ? 'JSON-LD' : about.name, zeroDaysMin: looksEmptyWhenGone.has(id) ? 3 : 1 },
  ]),
)
