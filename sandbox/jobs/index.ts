/** The job boards of the pretend internet. */

import type { SandboxHost } from '../host.ts'
import {
  careerSites,
  personioBoards,
  ripplingBoards,
  smartrecruitersBoards,
  teamtailorBoards,
  workdayBoards,
} from './boards-in-parts.ts'
import {
  ashbyBoards,
  greenhouseBoards,
  leverBoards,
  recruiteeBoards,
  workableBoards,
} from './boards-one-call.ts'

export const jobHosts: readonly SandboxHost[] = [
  greenhouseBoards,
  leverBoards,
  ashbyBoards,
  workableBoards,
  smartrecruitersBoards,
  recruiteeBoards,
  personioBoards,
  workdayBoards,
  teamtailorBoards,
  ripplingBoards,
  careerSites,
]
