import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseFormats } from './formats.ts'

describe('format tags', () => {
  const table: readonly (readonly [
    raw: string,
    tags: string,
    language?: string | undefined,
    subtitles?: string,
  ])[] = [
    ['IMAX', 'imax'],
    ['imax-films', 'imax'],
    ['IMAX 3D', '3d imax'],
    ['IMAX3D', '3d imax'],
    ['IMAX 3D_Web', '3d imax'],
    ['IMAX 70MM', '70mm imax imax_70mm'],
    ['The IMAX Experience in 70MM Film', '70mm imax imax_70mm'],
    ['IMAX with Laser', 'imax imax_laser'],
    ['Dolby Cinema at AMC', 'dolby_cinema'],
    ['Dolby Cinema 3D', '3d dolby_cinema'],
    ['Dolby Atmos', 'dolby_atmos'],
    ['Auditorium.Experience.DolbyAtmos', 'dolby_atmos'],
    ['4DX 3D', '3d 4dx'],
    ['SCREEN X', 'screenx'],
    ['RPX', 'plf rpx'],
    ['UltraAVX', 'plf'],
    ['V-Max', 'plf'],
    ['vuextreme', 'plf'],
    ['Cinemark XD', 'plf'],
    ['TITAN LUXE', 'plf'],
    ['3D - Web ', '3d'],
    ['requires3dGlasses', '3d'],
    ['2D Digital', '2d digital'],
    ['Format.Projection.Digital', '2d digital'],
    ['3D HFR', '3d hfr'],
    ['2D Film', 'film_print'],
    ['Format.Projection.35mm', '35mm'],
    ['70-mm', '70mm'],
    ['4K DCP', '4k'],
    ['D-BOX', 'd_box'],
    ['ODEON Luxe', 'recliner'],
    ['VIP 19+', 'adults_only vip'],
    ['Gold', 'vip'],
    ['Luxe & Dine', 'dine_in vip'],
    ['Open Caption (On-screen Subtitles)', 'open_caption'],
    ['CC', 'closed_caption'],
    ['subbed', 'subtitled'],
    ['Audio Described', 'audio_description'],
    ['Infra-Red Hearing', 'assistive_listening'],
    ['Autism Friendly', 'sensory_friendly'],
    ['Showtime.Restriction.BabyClub', 'baby_friendly'],
    ['movies-for-juniors', 'kids'],
    ['Silver Cinema', 'senior_screening'],
    ['storbe-fx', 'flash_warning'],
    ['Event Cinema', 'live_event'],
    ['Recorded Performance', 'recorded_event'],
    ['unlimited-screening', 'members_only preview'],
    ['NFT', 'no_passes'],
    ['Dog Days', 'dog_friendly'],
    ['Mandarin (Audio)', '', 'zh'],
    ['Hindi (Audio)', '', 'hi'],
    ['English (Sub)', 'subtitled', undefined, 'en'],
    ['English (Dub)', 'dubbed', 'en'],
    ['Japanese Spoken with English Subtitles', 'subtitled', 'ja', 'en'],
    ['original-lang-en', 'original_language', 'en'],
    ['Something New', ''],
    ['constructor', ''],
  ]
  for (const [raw, tags, language, subtitles] of table) {
    it(`${raw} is ${tags || 'nothing'}${language ? ` in ${language}` : ''}`, () => {
      const read = parseFormats([raw])
      assert.equal(read.formats.join(' '), tags)
      assert.deepEqual([read.language, read.subtitleLanguage], [language, subtitles])
      assert.deepEqual(read.rawFormats, [raw.trim()])
    })
  }

  it('are merged without duplicates, and raw tags are unchanged', () => {
    const read = parseFormats(['UltraAVX', '3D', 'Dolby Atmos', '3D', ' ', 'UltraAVX'])
    assert.deepEqual(read.formats, ['3d', 'dolby_atmos', 'plf'])
    assert.deepEqual(read.rawFormats, ['UltraAVX', '3D', 'Dolby Atmos'])
  })

  it('can be overridden per chain', () => {
    const own = new Map([
      ['dolby', ['dolby_cinema']],
      ['ad', []],
    ])
    assert.deepEqual(parseFormats(['Dolby', 'AD'], own).formats, ['dolby_cinema'])
    assert.deepEqual(parseFormats(['Dolby', 'AD']).formats, ['audio_description'])
  })
})
