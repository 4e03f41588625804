import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stemEnglish } from './stem-english.ts'
import { stemLight } from './stem-light.ts'
import { toWords } from './words.ts'

describe('toWords', () => {
  for (const [text, words] of [
    ['Senior C++ / C# Engineer', 'senior c++ c# engineer'],
    ['Embedded C/C++17', 'embedded c c++ 17'],
    ['.NET and ASP.NET Core', 'dotnet and asp dotnet core'],
    ['Node.js, Vue.JS', 'node js vue js'],
    ['Net zero, ID#12', 'net zero id 12'],
    ['Women’s R&D', 'womens r d'],
    ['Złota Straße, Ærø, Ｃ＋＋', 'zlota strasse aero c++'],
    ['Инженер 数据', 'инженер 数据'],
    ['+++ # . *', ''],
  ] as const) {
    it(`splits ${text}`, () => assert.equal(toWords(text).join(' '), words))
  }
})

describe('the English stem', () => {
  for (const [stem, forms] of Object.entries({
    engin: 'engineer engineers engineering engines',
    nurs: 'nurse nurses nursing',
    account: 'account accounts accounting accountant accountants',
    oper: 'operator operators operations operational operate',
    analyst: 'analyst analysts',
    hope: 'hoping hope',
    hop: 'hopping hop hops',
    poni: 'ponies',
    communiti: 'community communities',
    die: 'dying dies',
    news: 'news',
    gas: 'gas',
    caress: 'caresses caress',
    agre: 'agreed',
    relat: 'relational relation relate',
    sensibl: 'sensible',
    play: 'playing plays',
    'c++': 'c++',
    '3d': '3d',
    инженеры: 'инженеры',
  })) {
    it(`is ${stem} for ${forms}`, () => {
      for (const form of forms.split(' ')) assert.equal(stemEnglish(form), stem, form)
    })
  }

  it('of an endless word is the word', () => {
    for (const letter of ['a', 'b', 'y']) {
      const word = letter.repeat(1_000_000)
      assert.equal(stemEnglish(word), word)
    }
  })
})

describe('the stem of other languages', () => {
  for (const forms of [
    'ingenieur ingenieure ingenieuren ingenieurin ingenieurinnen',
    'verkaufer verkaufern verkauferin verkauferinnen',
    'enfermero enfermera enfermeros enfermeras',
    'desarrollador desarrolladora desarrolladores',
    'directeur directrice directeurs directrices',
    'developpeur developpeuse developpeurs developpeuses',
    'infirmier infirmiere infirmieres',
    'technicien technicienne techniciens',
    'ingegnere ingegneri',
    'verpleegkundige verpleegkundigen',
    'engenheiro engenheira engenheiros',
  ]) {
    it(`is the same for ${forms}`, () => {
      assert.equal(new Set(forms.split(' ').map(stemLight)).size, 1)
    })
  }

  it('leaves short words and other scripts as they are', () => {
    for (const word of ['sales', 'intern', 'berlin', 'data', 'media', 'инженеры', 'c++'])
      assert.equal(stemLight(word), word)
  })
})
