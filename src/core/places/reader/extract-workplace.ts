/** Finds words for the workplace type in places and titles, and removes them. */

export type WorkplaceType = 'On Site' | 'Remote' | 'Hybrid'

const workplaceWords: Readonly<Record<WorkplaceType, readonly string[]>> = {
  Hybrid: [
    'hybrid',
    'hybride',
    'híbrido',
    'híbrida',
    'hibrido',
    'ibrido',
    'hybridní',
    'hybrydowo',
    'hybrydowa',
    'hybridisch',
    'hibrit',
    'hibridno',
    'partially remote',
  ],
  Remote: [
    'fully remote',
    'full remote',
    'remote ok',
    'remote okay',
    'remote work',
    'remote job',
    'remote first',
    'remote-first',
    'remote friendly',
    'remote-friendly',
    'remote possible',
    'remote',
    'remoto',
    'remota',
    'da remoto',
    'lavoro da casa',
    'trabajo a distancia',
    'travail à distance',
    'télétravail',
    'teletrabajo',
    'homeoffice',
    'home office',
    'home-office',
    'home-based',
    'home based',
    'telework',
    'teleworker',
    'telecommute',
    'telecommuting',
    'work from home',
    'wfh',
    'anywhere',
    'worldwide',
    'standortunabhängig',
    'zdalna',
    'praca zdalna',
    'zdalnie',
    'thuiswerken',
    'smart working',
    'telelavoro',
    'vanuit huis',
    'hjemmekontor',
    'hjemmearbejde',
    'hjemmefra',
    'distansarbete',
    'på distans',
    'distans',
    'hemifrån',
    'etätyö',
    'etänä',
    'kaugtöö',
    'attālināti',
    'nuotoliniu būdu',
    'na dálku',
    'práce z domova',
    'práca z domu',
    'z domova',
    'z domu',
    'na diaľku',
    'rad od kuće',
    'rad na daljinu',
    'od doma',
    'távmunka',
    'otthoni munkavégzés',
    'muncă de acasă',
    'de acasă',
    'evden',
    'uzaktan',
    'удалённо',
    'удаленно',
    'удалёнка',
    'віддалено',
    'дистанційно',
    'дистанционно',
    'フルリモート',
    'リモート',
    'リモートワーク',
    '在宅',
    '在宅勤務',
    'テレワーク',
    '远程',
    '远程办公',
    '居家办公',
    '遠端',
    '遠端工作',
    '원격',
    '원격근무',
    '재택',
    '재택근무',
  ],
  'On Site': [
    'on-site',
    'on site',
    'onsite',
    'in-office',
    'in office',
    'présentiel',
    'presencial',
    'vor ort',
  ],
}

/** In scripts without spaces, other letters may be next to a word: `リモート可`. */
const unspacedPattern = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}ー]+$/u

const pattern = new RegExp(
  Object.values(workplaceWords)
    .flat()
    .sort((one, other) => other.length - one.length)
    .map((word) =>
      unspacedPattern.test(word) ? word : `(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`,
    )
    .join('|'),
  'giu',
)

const typeByWord = new Map<string, WorkplaceType>()
for (const type of ['On Site', 'Remote', 'Hybrid'] as const)
  for (const word of workplaceWords[type]) typeByWord.set(word, type)

export interface ExtractedWorkplace {
  readonly text: string
  readonly type: WorkplaceType | undefined
}

/** Occurs in each of the words; cheaper than the words themselves. */
const hintPattern =
  /r[eé]mot|ybrid|[ií]brid|home|site|office|wfh|where|wide|t[eé]l[eé]|travail|zdaln|standort|pr[eé]sen|vor ort|huis|smart w|hjemme|etä[tn]|uzaktan|lavoro|distan|hemifr|kaugt|attāl|nuotol|dálku|diaľku|dom[aou]|rad |munka|acas|evden|удал|віддал|дистан|リモ|テレワ|在宅|远程|居家|遠端|원격|재택/i

/** Removes the words. Hybrid wins over remote, remote over on site. */
export function extractWorkplace(text: string): ExtractedWorkplace {
  if (!hintPattern.test(text)) return { text, type: undefined }
  const found = new Set<WorkplaceType>()
  const rest = text.normalize('NFC').replace(pattern, (word) => {
    const type = typeByWord.get(word.toLowerCase())
    if (type !== undefined) found.add(type)
    return ' '
  })
  return { text: found.size === 0 ? text : tidy(rest), type: strongestType(found) }
}

export function strongestType(found: ReadonlySet<WorkplaceType>): WorkplaceType | undefined {
  return (['Hybrid', 'Remote', 'On Site'] as const).find((type) => found.has(type))
}

/** Removes the separators and brackets that are left without a word between them. */
function tidy(text: string): string {
  let tidied = text
  for (let before = ''; before !== tidied; ) {
    before = tidied
    tidied = tidied
      .replace(/\s+/g, ' ')
      .replace(/\( ?[,;/|-]* ?\)|\[ ?\]/g, ' ')
      .replace(/\( ?[,;/|–-]+ ?/g, '(')
      .replace(/(?<![,;/|–-]) ?[,;/|–-]+ ?\)/g, ')')
      .replace(/^[\s,;:/|•–—-]+|(?<![\s,;:/|•–—-])[\s,;:/|•–—-]+$/g, '')
  }
  return tidied
}
