import { account } from '../account.ts'
import { apiSession } from '../api-session.ts'
import { readerLocale } from '../reader-locale.ts'

account(
  apiSession(sessionStorage, (path, options) => fetch(path, options)),
  navigator.clipboard,
  readerLocale(navigator.language),
)
