import { apiSession } from '../api-session.ts'
import { alarmView } from '../desk/alarm-view.ts'
import { decisionViews } from '../desk/decision-views.ts'
import { createDesk } from '../desk/desk.ts'
import { discoveryView } from '../desk/discovery-view.ts'
import { memberViews } from '../desk/member-views.ts'
import { overviewViews } from '../desk/overview-views.ts'
import { runViews } from '../desk/run-views.ts'
import { readerLocale } from '../reader-locale.ts'

const desk = createDesk(
  apiSession(sessionStorage, (path, options) => fetch(path, options)),
  navigator.clipboard,
  readerLocale(navigator.language),
)
if (desk?.isSignedIn()) {
  const views = Object.assign(
    {},
    ...[overviewViews, alarmView, memberViews, runViews, decisionViews, discoveryView].map((create) =>
      create(desk),
    ),
  )
  void views[desk.view]?.()
} else desk?.askToSignIn()
