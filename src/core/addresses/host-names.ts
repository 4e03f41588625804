/** Hosts and registered domains of addresses as people write them. */

/** Suffixes under which names are registered. */
const deepSuffixes = new Set(
  `co.uk org.uk ac.uk gov.uk com.au net.au org.au edu.au com.br com.mx com.ar com.co com.tr com.sg com.hk com.cn
   com.tw co.jp ne.jp or.jp co.kr co.in co.nz co.za co.il com.ua com.pl com.my com.ph com.vn co.id co.th
   github.io herokuapp.com`.split(/\s+/),
)

export function parseHost(website: string): string | undefined {
  const text = website.trim()
  if (text === '' || text.length > 2000) return undefined
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { hostname, protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  if (!/^(?=.{3,253}$)([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/.test(hostname)) return undefined
  return hostname
}

export function registrableDomain(host: string): string {
  const labels = host.split('.')
  const deep = deepSuffixes.has(labels.slice(-2).join('.'))
  return labels.slice(deep ? -3 : -2).join('.')
}
