/** Descriptions of about three kilobytes: made-up words, of which few are frequent, and the same beginning for each employer. */

import { type Random, random } from '../../sandbox/random.ts'

const syllables =
  'an be con der el for ga hi in jo ka lo men no or per qui ra sta ti un ver wo xi ya zen'.split(' ')
const vocabularySize = 30_000
const words = Array.from({ length: vocabularySize }, (_, at) => {
  const chance = random('word', at)
  return Array.from({ length: at < 200 ? chance.int(1, 2) : chance.int(2, 4) }, () =>
    chance.pick(syllables),
  ).join('')
})

/** As in natural languages, the word of rank n is about 1/n as frequent as the first. */
function anyWord(chance: Random, from = 1): string {
  const rank = from * (vocabularySize / from) ** chance.float()
  return words[Math.min(vocabularySize, Math.floor(rank)) - 1] as string
}

function sentence(chance: Random): string {
  const text = Array.from({ length: chance.int(8, 20) }, () => anyWord(chance)).join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function paragraph(chance: Random): string {
  return `<p>${Array.from({ length: chance.int(3, 5) }, () => sentence(chance)).join(' ')}</p>`
}

function list(chance: Random): string {
  return `<ul>${Array.from({ length: chance.int(4, 7) }, () => `<li>${sentence(chance)}</li>`).join('')}</ul>`
}

export function jobText(company: string, board: number, at: number): string {
  const about = random('about', company)
  const chance = random('text', board, at)
  return [
    `<h2>${company}</h2>`,
    paragraph(about),
    paragraph(about),
    '<h2>Tasks</h2>',
    list(chance),
    '<h2>Profile</h2>',
    list(chance),
    paragraph(chance),
    '<h2>Benefits</h2>',
    list(chance),
    paragraph(about),
  ].join('\n')
}

/** Two words of descriptions, neither the most frequent nor very rare. */
export function textQuery(chance: Random): string {
  return `${anyWord(chance, 30)} ${anyWord(chance, 30)}`
}
