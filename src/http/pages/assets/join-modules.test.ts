import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinModules } from './join-modules.ts'

const modules = new Map([
  [
    'start/page',
    "import {\n  add as plus,\n} from '../add.ts'\nimport { twice } from '../twice.ts'\nshow(twice(plus(1, 2)))\n",
  ],
  [
    'twice',
    "import { add } from './add.ts'\nconst two = 2\nexport function twice(n) { return add(0, two * n) }\n",
  ],
  ['add', 'const two = 0\nexport const add = (a, b) => a + b + two\nloaded()\n'],
  ['wild', "export * from './add.ts'\n"],
  ['lost', "import { x } from './nowhere.ts'\n"],
])

describe('joined modules', () => {
  it('run each module once, with names of its own', () => {
    const shown: number[] = []
    let loads = 0
    const show = (n: number) => void shown.push(n)
    new Function('show', 'loaded', joinModules('start/page', modules))(show, () => loads++)
    assert.deepEqual([shown, loads], [[6], 1])
  })

  it('are refused with an import or export of another form, and without a module', () => {
    assert.throws(() => joinModules('wild', modules), /wild has an import or export of another form/)
    assert.throws(() => joinModules('lost', modules), /no module nowhere/)
  })
})
