/** Maps the format tags of platforms to one vocabulary; a raw tag may map to several. */

import { defined } from '../../../core/defined.ts'
import { languageCodes } from './languages.ts'

/** Normalised tags and their spellings, in lower case with single spaces. */
const spellings: Readonly<Record<string, string>> = {
  imax: 'imax | imax-films | imax at amc | imax 2d | (imax)',
  'imax 3d': 'imax3d | imax 3d | imax 3d_web',
  'imax imax_70mm 70mm': 'imax 70mm | the imax experience in 70mm film | projection imax 70mm',
  'imax imax_laser': 'imax with laser | imax with laser at amc | gt laser',
  dolby_cinema: 'dolby cinema | dolby cinema at amc',
  'dolby_cinema 3d': 'dolby cinema 3d',
  dolby_atmos:
    'dolby atmos | dolby-atmos | atmos | atmos: superior immersive sound | auditorium.experience.dolbyatmos',
  '4dx': '4dx',
  '4dx 3d': '4dx 3d',
  screenx: 'screenx | screen x',
  'rpx plf': 'rpx',
  plf: `ultraavx | v-max | vmax | xtreme | xtremescreen | vuextreme | isense | superscreen | cinemark xd | xd |
    prime at amc | bigd | gxl | ftx | xl web | titanxc | titan xc | titan luxe | btx | infinity vision | cinepic | macro xe | xplus | grand écran | grand ecran | plf |
    auditorium.experience.plf`,
  laser: 'laser | laser at amc | laser-barco | format.projection.laser',
  '3d': `3d | 3d - web | reald 3d | 3d digital | requires3dglasses | format.projection.3d |
    auditorium.experience.reald3d`,
  '2d': '2d',
  '2d digital': '2d digital | 2d-digital | format.projection.digital',
  digital: 'digital',
  hdr: 'hdr',
  'hfr 3d': '3d hfr',
  hfr: 'hfr',
  '35mm': '35mm | 35mm presentations | format.projection.35mm | 35 mm',
  film_print: '2d film',
  '70mm': '70mm | 70-mm | 70 mm | format.projection.70mm',
  '16mm': '16mm | format.projection.16mm | 16 mm',
  '4k': '4k | 4k dcp | 4k restoration',
  d_box: 'd-box | dbox | dbox rows',
  recliner:
    'recliner | reclinerseating | amc signature recliners | recliner seating | odeon luxe | recliners | rc | prc | auditorium.comfort.recliners | dream',
  daybed: 'daybeds | daybed',
  'vip adults_only': 'vip 19+',
  vip: 'vip | vip-salong | lux | gold | gold class | vpremium | platinum | premium lounge',
  'vip dine_in': 'luxe & dine',
  dine_in: 'dineinseatsideservice | dine-in | dine in',
  open_caption:
    'open caption (on-screen subtitles) | open captioned | open captions | open-caption | open-captioned | open caption | oc | session_open_caption | hoh | showtime.accessibility.opencaption',
  closed_caption:
    'closedcaption | cc | closed captioned | closed captions | captiview | showtime.accessibility.closedcaption',
  subtitled:
    'subtitled | subbed | sub | english (sub) | english subtitles | vost | vostf | vostfr | showtime.accessibility.subtitled | subtitles | leg | legendado | nap',
  dubbed: 'dubbed | dub | vf | english (dub) | showtime.accessibility.dubbed | dublado | dubbing',
  'original_language subtitled': 'omu | omeu | subtitled ov',
  original_language: 'vo | ov | original version | nac | nacional | org',
  voice_over: 'voice-over | voice over | lec | lektor',
  audio_description:
    'audio described | audio-described | audio description (ad) | audio description | ad | descriptivevideo | showtime.accessibility.audiodescription | showtime.accessibility.audiodescribed',
  assistive_listening:
    'infra-red hearing | infrared hearing | ir | screen.accessibility.hearingimpaired | session_hearing_assist_loop | assisted listening devices',
  wheelchair_accessible: 'wheelchair accessible | accessible',
  sensory_friendly:
    'sensory friendly film | sensory friendly | autism friendly | autism-friendly | aut | atf | relaxed | relaxed screening | cine inclusivo | attribute_relaxedscreening | showtime.accessibility.sensoryfriendly',
  dementia_friendly: 'attribute_dementiafriendly | dementia friendly',
  baby_friendly:
    'newbies | baby club | prams | carers--babies | cinb | showtime.restriction.babyclub | parents & baby',
  kids: 'odeon kids | movies-for-juniors | m4j | kids club | showtime.restriction.kidsfriendly | toddler club | junior',
  senior_screening: 'silver cinema | silver screen | showtime.restriction.silverscreen',
  adults_only: 'adults18andoveronly | eighteen | 18+ | 18år | 18 år',
  flash_warning: 'flash warning | storbe-fx | strobe-fx | strobe',
  interval: 'interval | intermission | with interval | with intermission',
  no_trailers: 'no-trailers-or-adverts | no trailers',
  q_and_a:
    'qa | q&a | live q&a | screening followed by a q&a | attribute_qandascreening | showtime.event.qandaevent',
  live_event:
    'event cinema | live event | satellite event | alternative-content | attribute_livesatellitescreening | showtime.experience.livesatellite | showtime.experience.liveshow',
  recorded_event: 'recorded performance | encore | showtime.experience.encoreshow',
  preview:
    'special preview | preview | attribute_previewscreening | early access | showtime.event.preview | przedpremiera',
  'preview members_only': 'members preview | members’ preview | unlimited-screening | unlimited screening',
  members_only: 'attribute_friendsonlyscreening | showtime.restriction.loyaltyonly | members only',
  classic: 'classicfilm | showtime.event.throwback',
  double_bill: 'attribute_doublebill | playthrough | double bill',
  discount: 'saver | discount tuesdays | discount matinees | isdiscountmatineepriced',
  no_passes: 'no free tickets | nft | showtime.restriction.nopasses',
  dog_friendly: 'dog days',
  sing_along: 'sing-along | singalong | sing along',
}

const tagsBySpelling: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(spellings).flatMap(([tags, raws]) =>
    raws.split('|').map((raw) => [fold(raw), tags.split(' ')] as const),
  ),
)

/** The vocabulary. */
export const formatTags: ReadonlySet<string> = new Set([...tagsBySpelling.values()].flat())

/** Those of the vocabulary that people with a disability look for. */
export const accessibilityTags = [
  'open_caption',
  'closed_caption',
  'audio_description',
  'assistive_listening',
  'wheelchair_accessible',
  'sensory_friendly',
  'dementia_friendly',
] as const

export interface ParsedFormats {
  /** Sorted, without duplicates. */
  readonly formats: readonly string[]
  /** As listed, without duplicates. */
  readonly rawFormats: readonly string[]
  readonly language?: string
  readonly subtitleLanguage?: string
}

/** `overrides` map words to tags for a chain that uses them differently; an empty list ignores the word. */
export function parseFormats(
  raws: Iterable<string>,
  overrides: ReadonlyMap<string, readonly string[]> = noOverrides,
): ParsedFormats {
  const formats = new Set<string>()
  const rawFormats = new Set<string>()
  let language: string | undefined
  let subtitleLanguage: string | undefined
  for (const raw of raws) {
    const trimmed = raw.trim()
    if (trimmed === '') continue
    rawFormats.add(trimmed)
    const folded = fold(trimmed)
    for (const tag of overrides.get(folded) ?? tagsBySpelling.get(folded) ?? []) formats.add(tag)
    const spoken = parseLanguages(folded)
    language ??= spoken.language
    subtitleLanguage ??= spoken.subtitleLanguage
    for (const tag of spoken.tags ?? []) formats.add(tag)
  }
  return defined<ParsedFormats>({
    formats: [...formats].sort(),
    rawFormats: [...rawFormats],
    language,
    subtitleLanguage,
  })
}

const noOverrides: ReadonlyMap<string, readonly string[]> = new Map()

interface ParsedLanguages {
  readonly language?: string
  readonly subtitleLanguage?: string
  readonly tags?: readonly string[]
}

/** `Hindi (Audio)`, `Japanese Spoken with English Subtitles`, `English (Sub)`, `Localization.Language.Tamil`, `Hindi`. */
function parseLanguages(folded: string): ParsedLanguages {
  const both = /^(\p{L}+)(?: spoken)? with (\p{L}+) subtitles$/u.exec(folded)
  if (both) return languages({ audio: both[1], subtitles: both[2], tag: 'subtitled' })
  const audio = /^(\p{L}+) \(audio\)$/u.exec(folded)
  if (audio) return languages({ audio: audio[1] })
  const sub = /^(\p{L}+) (?:\(sub\)|subtitles|subtitled)$/u.exec(folded)
  if (sub)
    return languages({ subtitles: sub[1], ...(languageCodes.has(sub[1] ?? '') && { tag: 'subtitled' }) })
  const dub = /^(\p{L}+) \(dub\)$/u.exec(folded)
  if (dub) return languages({ audio: dub[1], ...(languageCodes.has(dub[1] ?? '') && { tag: 'dubbed' }) })
  const original = /^original-lang-([a-z]{2,3})$/.exec(folded)
  if (original?.[1]) return { language: original[1], tags: ['original_language'] }
  const dubbed = /^dubbed-lang-([a-z]{2,3})$/.exec(folded)
  if (dubbed?.[1]) return { language: dubbed[1], tags: ['dubbed'] }
  const subbed = /^first-subbed-lang-([a-z]{2,3})$/.exec(folded)
  if (subbed?.[1]) return { subtitleLanguage: subbed[1], tags: ['subtitled'] }
  const localized = /^localization\.language\.([a-z]+)$/.exec(folded)
  if (localized) return languages({ audio: localized[1] })
  return languages({ audio: folded })
}

function languages(names: {
  readonly audio?: string | undefined
  readonly subtitles?: string | undefined
  readonly tag?: string
}): ParsedLanguages {
  return defined<ParsedLanguages>({
    language: languageCodes.get(names.audio ?? ''),
    subtitleLanguage: languageCodes.get(names.subtitles ?? ''),
    tags: names.tag === undefined ? undefined : [names.tag],
  })
}

function fold(raw: string): string {
  return raw.toLowerCase().replace(/[®™]/g, '').replace(/\s+/g, ' ').trim().replace(/ -$/, '')
}
