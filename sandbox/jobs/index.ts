/** The simulated job boards. */

import type { SandboxHost } from '../host.ts'
import { ashbyBoards } from './boards/ashby.ts'
import { bamboohrBoards } from './boards/bamboohr.ts'
import { breezyBoards } from './boards/breezy.ts'
import { careerSites } from './boards/career-site.ts'
import { gemBoards } from './boards/gem.ts'
import { greenhouseBoards } from './boards/greenhouse.ts'
import { icimsBoards } from './boards/icims.ts'
import { jazzhrBoards } from './boards/jazzhr.ts'
import { jibeBoards } from './boards/jibe.ts'
import { leverBoards } from './boards/lever.ts'
import { oracleBoards } from './boards/oracle.ts'
import { personioBoards } from './boards/personio.ts'
import { pinpointBoards } from './boards/pinpoint.ts'
import { recruiteeBoards } from './boards/recruitee.ts'
import { ripplingBoards } from './boards/rippling.ts'
import { smartrecruitersBoards } from './boards/smartrecruiters.ts'
import { successfactorsBoards } from './boards/successfactors.ts'
import { teamtailorBoards } from './boards/teamtailor.ts'
import { workableBoards } from './boards/workable.ts'
import { workdayBoards } from './boards/workday.ts'
import { employerSites } from './employer-sites.ts'

export const jobHosts: readonly SandboxHost[] = [
  greenhouseBoards,
  ...leverBoards,
  ...ashbyBoards,
  workableBoards,
  ...smartrecruitersBoards,
  recruiteeBoards,
  ...personioBoards,
  ...workdayBoards,
  teamtailorBoards,
  ...ripplingBoards,
  careerSites,
  breezyBoards,
  ...gemBoards,
  bamboohrBoards,
  pinpointBoards,
  jazzhrBoards,
  icimsBoards,
  successfactorsBoards,
  oracleBoards,
  jibeBoards,
  ...employerSites,
]
