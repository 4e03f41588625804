/** Removes secrets from requests and responses, so that a recording can be passed on. */

const redactedText = 'redacted'

/** Shorter ones occur in ordinary text. */
const secretLengthMin = 6

/** What adapters need and what identifies nobody. Everything else is removed. */
const publicRequestHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'origin',
  'referer',
  'x-requested-with',
])
const publicResponseHeaders = new Set(['content-type', 'location', 'retry-after'])
const addressHeaders = new Set(['location', 'origin', 'referer'])

const secretWord =
  /(?:token|secret|password|passwd|apikey|accesskey|subscriptionkey|authorization|cookie|csrf|xsrf|signature|credential|jwt)s?$/
/** Tokens that only say where the next page starts. */
const pagingWord = /page|next|cursor|continuation/
const secretParameters = new Set(['key', 'sig', 'auth', 'code'])

export interface Redactor {
  address(url: string): string
  requestHeaders(headers: Readonly<Record<string, string>>): Record<string, string>
  responseHeaders(headers: Readonly<Record<string, string>>): Record<string, string>
  body(text: string): string
}

/** `secrets`: values of the configuration, which are removed wherever they occur. */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const values = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
    .filter((value) => value.length >= secretLengthMin)
    .toSorted((a, b) => b.length - a.length)
  const withoutValues = (text: string) =>
    values.reduce((rest, value) => rest.replaceAll(value, redactedText), text)
  const address = (url: string) => redactAddress(withoutValues(url))

  const headerText = (name: string, value: string) =>
    addressHeaders.has(name) ? address(value) : withoutValues(value)
  return {
    address,
    requestHeaders: (headers) =>
      Object.fromEntries(
        lowerCaseNames(headers).map(([name, value]) => [
          name,
          publicRequestHeaders.has(name) ? headerText(name, value) : redactedText,
        ]),
      ),
    responseHeaders: (headers) =>
      Object.fromEntries(
        lowerCaseNames(headers)
          .filter(([name]) => publicResponseHeaders.has(name))
          .map(([name, value]) => [name, headerText(name, value)]),
      ),
    body: (text) => redactBody(withoutValues(text)),
  }
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
}

function redactAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return redactParameters(address)
  if (url.username === '' && url.password === '') return redactParameters(address)
  url.username = ''
  url.password = ''
  return redactParameters(url.href)
}

/** In an address and in a form. An empty value is no secret. */
function redactParameters(text: string): string {
  return text.replaceAll(/(?<=^|[?&#;])([^?&#;=]{1,100})=([^&#;]+)/g, (parameter, name: string) =>
    isSecretName(name) || secretParameters.has(name.toLowerCase()) ? `${name}=${redactedText}` : parameter,
  )
}

/** Text is changed in place: parsing and writing JSON again would change numbers. */
function redactBody(text: string): string {
  if (/^[\w.%[\]+-]{1,100}=/.test(text)) return redactParameters(text)
  return text
    .replaceAll(
      /"([\w.-]{1,100})"(\s{0,4}:\s{0,4})"((?:[^"\\]|\\.)+)"/g,
      (field, name: string, colon: string) =>
        isSecretName(name) ? `"${name}"${colon}"${redactedText}"` : field,
    )
    .replaceAll(
      /\\"([\w.-]{1,100})\\"(\s{0,4}:\s{0,4})\\"([^"\\]+)\\"/g,
      (field, name: string, colon: string) =>
        isSecretName(name) ? `\\"${name}\\"${colon}\\"${redactedText}\\"` : field,
    )
    .replaceAll(/(?<=[?&;])([\w.-]{1,100})=([\w.~%+-]+)/g, (parameter, name: string) =>
      isSecretName(name) ? `${name}=${redactedText}` : parameter,
    )
    .replaceAll(/<(?:input|meta)\s[^<>]{0,2000}>/gi, redactElement)
    .replaceAll(/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, redactedText)
    .replaceAll(/(?<=Bearer )[\w.~+/=-]{16,}/g, redactedText)
}

/** A hidden field or a `meta` element with a secret name. */
function redactElement(element: string): string {
  const name = /\s(?:name|id|property)\s?=\s?["']([^"']{1,100})["']/i.exec(element)?.[1]
  if (name === undefined || !isSecretName(name)) return element
  return element.replaceAll(/(\s(?:value|content)\s?=\s?)(?:"[^"]*"|'[^']*')/gi, `$1"${redactedText}"`)
}

function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return secretWord.test(letters) && !pagingWord.test(letters)
}
