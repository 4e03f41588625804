/** Which provider runs a trust center, told by its address: the target of its name, its own host, or marks of its page. */

/** Endings of the names a host points to. What is shared hosting needs a mark of the page as well. */
const cnameEndings: readonly {
  readonly ending: string
  readonly provider: string
  readonly shared?: true
}[] = [
  { ending: '.cname.vantatrust.com', provider: 'vanta' },
  { ending: '.portals.safebase.io', provider: 'safebase' },
  { ending: '.trust.cname.drata.com', provider: 'drata' },
  { ending: '.trust.oneleet.com', provider: 'oneleet' },
  { ending: '.trustcenter.anecdotes.ai', provider: 'anecdotes' },
  { ending: '.secureframetrust.com', provider: 'secureframe' },
  { ending: '.hypercomplytrust.com', provider: 'hypercomply' },
  { ending: '.whistic.com', provider: 'whistic' },
  { ending: '.securitypal.com', provider: 'securitypal' },
  { ending: '.trustarc.com', provider: 'trustarc' },
  { ending: '.onetrust.com', provider: 'onetrust' },
]

const hostEndings: readonly (readonly [string, string])[] = [
  ['.vantatrust.com', 'vanta'],
  ['.trust.vanta.com', 'vanta'],
  ['.safebase.us', 'safebase'],
  ['.safebase.io', 'safebase'],
  ['.safebase.com', 'safebase'],
  ['.trust.oneleet.com', 'oneleet'],
  ['.trust.delve.co', 'delve'],
  ['.trust.inc', 'comp_ai'],
  ['.secureframetrust.com', 'secureframe'],
  ['.trust.site', 'sprinto'],
  ['.public-profile.whistic.com', 'whistic'],
  ['.app.bastion.tech', 'bastion'],
  ['.securitypal.com', 'securitypal'],
  ['.app.conveyor.com', 'conveyor'],
  ['.conveyor.com', 'conveyor'],
  ['.trust.scytale.ai', 'scytale'],
  ['.trust.thoropass.com', 'thoropass'],
  ['.trust.scrut.io', 'scrut'],
  ['.trust.onetrust.com', 'onetrust'],
  ['.trust.trustarc.com', 'trustarc'],
]

/** Structural marks: a bare mention of a provider is none, for every provider is somebody's vendor. */
const pageMarks: readonly (readonly [RegExp, string])[] = [
  [/data-slugid=|data-signature-manifest-url=|index-trust-report\.[\w-]+\.js/, 'vanta'],
  [/__SB_CONFIG__|Powered by SafeBase\s*<\/title>|href="\/\?itemUid=/, 'safebase'],
  [/<title>\s*Trust Center \| Powered by Drata/, 'drata'],
  [/window\.VENDOR_REPORT\b|Powered by Conveyor\s*<\/title>/, 'conveyor'],
  [/>\s*Powered by Wolfia\b/, 'wolfia'],
  [/>\s*Powered by Secureframe\b|id="compliance-[0-9a-f-]{36}"/, 'secureframe'],
  [/<title>\s*HyperComply\s*<\/title>|assets\.hypercomply\.com/, 'hypercomply'],
  [/laika-app-prod|static\/trust-center\/assets/, 'thoropass'],
  [/TrustShare\b[^<]*<\/title>|src="https:\/\/[\w.-]*trustcloud\.ai\//, 'trustcloud'],
  [/>\s*Powered by Whistic\b|public-profile\.whistic\.com/, 'whistic'],
  [/<title>[^<]*Assurance Profile|assets?\.securitypalhq\.com/, 'securitypal'],
  [/>\s*Live monitoring by Delve\b/, 'delve'],
]

const titlePatterns: readonly (readonly [RegExp, string])[] = [
  [/\| Powered by Drata$/, 'drata'],
  [/Powered by SafeBase$/, 'safebase'],
  [/\| Powered by Conveyor$/, 'conveyor'],
  [/^HyperComply$/, 'hypercomply'],
]

export interface HostEvidence {
  readonly host: string
  readonly cname?: string | null
  readonly title?: string | null
  readonly page?: string | null
}

export interface HostClassification {
  readonly provider: string
  readonly by: 'cname' | 'native_host' | 'fingerprint'
  /** The tenant's name, where the target carries it. */
  readonly handle: string | null
}

/** `undefined` where nothing tells: a company's own host without a mark may be anybody's. */
export function classifyHost({ host, cname, title, page }: HostEvidence): HostClassification | undefined {
  const target = cname ? cnameEndings.find(({ ending }) => hasEnding(cname, ending)) : undefined
  if (target && cname) {
    return { provider: target.provider, by: 'cname', handle: extractHandle(cname, target.ending) }
  }
  const native = hostEndings.find(([ending]) => hasEnding(host, ending))
  if (native) return { provider: native[1], by: 'native_host', handle: extractHandle(host, native[0]) }
  const provider =
    (page ? pageMarks.find(([mark]) => mark.test(page)) : undefined)?.[1] ??
    (title ? titlePatterns.find(([mark]) => mark.test(title.trim())) : undefined)?.[1]
  return provider === undefined ? undefined : { provider, by: 'fingerprint', handle: null }
}

function hasEnding(name: string, ending: string): boolean {
  return `.${name.toLowerCase().replace(/\.$/, '')}`.endsWith(ending)
}

function extractHandle(name: string, ending: string): string | null {
  const handle = name.toLowerCase().slice(0, Math.max(0, name.length - ending.length))
  return handle === '' || handle === 'cname' || handle === 'proxy' ? null : handle
}
